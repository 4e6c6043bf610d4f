"""Expressions of the model language over columns of numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ._call import Arguments, Array, Context, Handle, failure
from ._lib import ffi, lib
from .errors import ColumnError


def evaluate(text: str, names: Sequence[str], data: Array) -> Array:
    """Return an expression of columns for each row; of a vector, rows x entries.

    Parameters
    ----------
    text : str
        With the operators and functions of models; names are those of the columns, and of
        columns w[1], w[2], ... `w` is the vector.
    names : sequence of str
        Of the columns.
    data : ndarray
        rows x columns.

    Examples
    --------
    >>> import numpy as np
    >>> evaluate("norm(w)", ["w[1]", "w[2]"], np.array([[3., 4.], [0., 1.]]))
    array([5., 1.])
    """
    context, arguments = Context(), Arguments()
    pointer = ffi.new("noslip_formula **")
    given, n = arguments.texts(names)
    status = lib.noslip_formula_new(context.pointer, arguments.text(text), given, n, pointer)
    if status in (lib.NOSLIP_ERROR_MODEL, lib.NOSLIP_ERROR_ARGUMENT):
        raise _wrong(failure(status, context.pointer), names)
    context.check(status)
    formula = Handle(pointer[0], lib.noslip_formula_free, [context.handle])
    return _fill(context, formula, arguments, names, data, text)


FILE_HINT = "write a name of the first line of the file"  # there is no file


def _wrong(error: Exception, names: Sequence[str]) -> ColumnError:
    """Return what is wrong with a formula; of a name, which there are."""
    known = "columns are " + ", ".join(names)
    made = ColumnError(str(error).replace(FILE_HINT, known))
    made.__dict__.update(error.__dict__)
    made.hint = made.hint.replace(FILE_HINT, known)
    return made


def _fill(context: Context, formula: Handle, arguments: Arguments, names: Sequence[str],
          data: Array, text: str) -> Array:
    columns = arguments.new("double *[]", [
        _column(arguments, data[:, i]) if name.partition("[")[0].rstrip("'") in text else ffi.NULL
        for i, name in enumerate(names)])
    count = lib.noslip_formula_count(formula.pointer)
    filled = np.empty((count, len(data)))
    for entry in range(count):
        out: Any = ffi.cast("double *", filled[entry].ctypes.data)
        context.check(lib.noslip_formula_fill(formula.pointer, entry, columns, len(data), out))
    return np.asarray(filled[0] if count == 1 else filled.T)


def _column(arguments: Arguments, values: Array) -> Any:
    return arguments.doubles(values)[0]
