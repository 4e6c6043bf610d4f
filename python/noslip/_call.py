"""Calls of the library: handles, texts and arrays that C can read, failures as exceptions."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, NoReturn, Optional, Union

import numpy as np
import numpy.typing as npt

from . import errors
from ._lib import ffi, lib

Array = npt.NDArray[np.float64]
Number = Union[int, float, Fraction, "np.floating[Any]", "np.integer[Any]"]
Value = Union[Number, str, Sequence[Any], "npt.NDArray[Any]"]


def text(pointer: Any) -> str:
    """Return a text of the library, "" of NULL."""
    return str(ffi.string(pointer), "utf-8", "replace") if pointer else ""


def address(pointer: Any) -> int:
    """Return where a pointer points to."""
    return int(ffi.cast("uintptr_t", pointer))


class Handle:
    """An object of the library, freed when nobody needs it.

    Python frees the objects of a cycle in any order, the library children first. So each counts who
    needs it: itself, and its children.

    Parameters
    ----------
    pointer : cdata
    free : callable
        The function of the library that frees it.
    parents : sequence of Handle
        What is freed after it.
    keep : object
        What else must live as long: functions that C calls.
    """

    __slots__ = ("__weakref__", "_parents", "_users", "free", "keep", "pointer")

    counting = threading.RLock()  # a collection within a count counts, too

    def __init__(self, pointer: Any, free: Callable[[Any], None], parents: Sequence[Handle] = (),
                 keep: Any = None) -> None:
        self.pointer = pointer
        self.free = free
        self.keep = keep
        self._users = 1
        self._parents = parents
        with self.counting:
            for parent in parents:
                parent._users += 1

    def __del__(self) -> None:
        with self.counting:
            self._let_go()

    def _let_go(self) -> None:
        self._users -= 1
        if self._users == 0:
            self.free(self.pointer)
            for parent in self._parents:
                parent._let_go()


class Context:
    """A context of the library, for one thread at a time."""

    __slots__ = ("handle", "lock")

    def __init__(self) -> None:
        pointer = lib.noslip_open_sized(ffi.NULL, 0)
        if not pointer:
            raise MemoryError("noslip: no memory for a context")
        self.handle = Handle(pointer, lib.noslip_close)
        self.lock = threading.RLock()

    @property
    def pointer(self) -> Any:
        return self.handle.pointer

    def check(self, status: int) -> None:
        """Raise the exception of a status, unless it is no failure."""
        if status not in (lib.NOSLIP_OK, lib.NOSLIP_STOPPED):
            self.fail(status)

    def fail(self, status: int) -> NoReturn:
        """Raise the exception of the last failure."""
        raise failure(status, self.pointer)


KINDS: dict[int, type[errors.NoslipError]] = {
    lib.NOSLIP_ERROR_FILE: errors.FileError,
    lib.NOSLIP_ERROR_MODEL: errors.ModelError,
    lib.NOSLIP_ERROR_ARGUMENT: errors.OptionError,
    lib.NOSLIP_ERROR_STEP: errors.StepError,
}


def failure(status: int, context: Any) -> Exception:
    """Return the exception of the last failure of a context."""
    sentence = text(lib.noslip_last_error(context))
    if status == lib.NOSLIP_ERROR_MEMORY:
        return MemoryError("noslip: " + (sentence or "no memory"))
    error = KINDS[status](sentence)
    found = ffi.new("noslip_diagnostic *")
    if lib.noslip_last_diagnostic_sized(context, found, ffi.sizeof("noslip_diagnostic")):
        error.message, error.hint = text(found.message), text(found.hint)
        if found.line > 0:
            error.file, error.length = text(found.file), found.length
            error.line, error.column = found.line, found.column
            error.source = text(found.source)
    return error


# -------------------------------------------------------------------------------------------------
# what C reads


def as_expression(value: Value) -> str:
    """Write a number, or numbers, as the model language reads them: every digit stays."""
    if isinstance(value, str):
        return value
    if isinstance(value, Fraction):
        return f"{value.numerator}/{value.denominator}"
    if isinstance(value, (bool, np.bool_)):
        raise TypeError("a value is a number or an expression, not a truth value")
    if isinstance(value, (int, np.integer)):
        return str(int(value))
    if isinstance(value, (float, np.floating)):
        return repr(float(value))
    if isinstance(value, np.ndarray) and value.ndim == 0:
        return as_expression(value.item())
    if not isinstance(value, Iterable):
        raise TypeError(f"a value is a number or an expression, not {type(value).__name__}")
    return "[" + ", ".join(as_expression(item) for item in value) + "]"


def as_name(value: str) -> bytes:
    """Return a text as C has it."""
    if not isinstance(value, str):
        raise TypeError(f"expected a text, not {type(value).__name__}")
    if "\0" in value:
        raise ValueError("a text may not contain the character NUL")
    return value.encode()


class Arguments:
    """Texts, arrays and structs for a call, which live as long as this does."""

    __slots__ = ("owned",)

    def __init__(self) -> None:
        self.owned: list[Any] = []

    def new(self, kind: str, value: Any = None) -> Any:
        made = ffi.new(kind, value)
        self.owned.append(made)
        return made

    def text(self, value: Optional[str]) -> Any:
        return ffi.NULL if value is None else self.new("char[]", as_name(value))

    def texts(self, values: Iterable[str]) -> tuple[Any, int]:
        items = [self.text(value) for value in values]
        return (self.new("char *[]", items), len(items)) if items else (ffi.NULL, 0)

    def doubles(self, values: Any) -> tuple[Any, int]:
        """Return an array of numbers as C has it, and how many; no copy if none is needed."""
        array = np.ascontiguousarray(values, dtype=np.float64)
        if array.size == 0:
            return ffi.NULL, 0
        self.owned.append(array)
        return ffi.cast("double *", array.ctypes.data), array.size

    def settings(self, values: Optional[Mapping[str, Value]]) -> tuple[Any, int]:
        """Return name = expression, as --set and --init take them."""
        if not values:
            return ffi.NULL, 0
        items = [{"name": self.text(name), "value": self.text(as_expression(value))}
                 for name, value in values.items()]
        return self.new("noslip_setting[]", items), len(items)

    def struct(self, kind: str, **fields: Any) -> Any:
        """Return a struct; fields that are None stay zero."""
        return self.new(kind + " *", {k: v for k, v in fields.items() if v is not None})


# -------------------------------------------------------------------------------------------------
# what C has written


def names(pointer: Any, n: int) -> tuple[str, ...]:
    """Return an array of texts."""
    return tuple(text(pointer[i]) for i in range(n))


def copied(pointer: Any, *shape: int) -> Array:
    """Return numbers of the library as an array of our own; NaN if there are none."""
    if not pointer:
        return np.full(shape, np.nan)
    count = int(np.prod(shape))
    flat = np.frombuffer(ffi.buffer(pointer, 8*count), dtype=np.float64, count=count) \
        if count else np.empty(0)
    return flat.reshape(shape).copy()


class Memory:
    """Numbers that the library owns, for an array that shows them without a copy."""

    __slots__ = ("__array_interface__", "keep")

    def __init__(self, pointer: Any, n: int, keep: object) -> None:
        self.keep = keep
        self.__array_interface__ = {"version": 3, "typestr": "<f8", "shape": (n,),
                                    "data": (address(pointer), True)}


def view(pointer: Any, n: int, keep: object) -> Array:
    """Return an array, not to be written, of n numbers of the library; `keep` owns them."""
    if n == 0:
        return np.empty(0)
    return np.asarray(Memory(pointer, n, keep))


def scalars(struct: Any) -> dict[str, Any]:
    """Return the numbers, flags and texts of a struct by name; texts that are NULL are None."""
    found: dict[str, Any] = {}
    for name, field in ffi.typeof(struct).fields:
        value = getattr(struct, name)
        if field.type.kind == "primitive" and field.type.cname != "char":
            found[name] = value
        elif field.type.cname == "char *":
            found[name] = text(value) if value else None
    return found
