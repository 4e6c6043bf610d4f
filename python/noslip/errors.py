"""Exceptions and warnings.

A failure of the library has a sentence: what, where, and what to do. It is the text of the
exception; what of it is data stands in attributes.

>>> import noslip
>>> try:
...     noslip.model("coord x\\nlagrangian x'^2/2 - cos(y)")
... except noslip.ModelError as error:
...     print(error.line, error.column)
...     print(error)
2 25
model:2:25: error: unknown name `y`
  lagrangian x'^2/2 - cos(y)
                          ^
  declare it above with `param`, `coord` or `let`
"""

from __future__ import annotations

import sys
import warnings
from typing import TYPE_CHECKING, Optional

if TYPE_CHECKING:
    from .result import Result


class NoslipError(Exception):
    """A failure of the library.

    Attributes
    ----------
    file : str
        The file of the place, or what stands for it; "" without a place.
    line, column : int or None
        The place in the text of a model, counted from 1.
    length : int
        Characters of the name or number there.
    message : str
        What is wrong, without place and hint.
    hint : str
        What to do, "" if there is nothing to say.
    source : str
        The line of the model.
    result : Result or None
        What a run has computed before it failed.
    """

    file: str = ""
    line: Optional[int] = None
    column: Optional[int] = None
    length: int = 0
    message: str = ""
    hint: str = ""
    source: str = ""
    result: Optional[Result] = None


class ModelError(NoslipError, ValueError):
    """The model is wrong: the text, a setting, or initial data that contradict a constraint."""


class OptionError(NoslipError, ValueError):
    """An option is wrong: a name, a number, a method that does not treat the model."""


class StepError(NoslipError, ArithmeticError):
    """The computation failed. The state is that of the last good step."""


class FileError(NoslipError, OSError):
    """A file cannot be read or written."""


class ColumnError(NoslipError, KeyError):
    """There is no such column, or what was meant to be a formula of columns is none."""

    __str__ = Exception.__str__  # that of KeyError shows line ends as \\n


class NoslipWarning(UserWarning):
    """What a run warns of: data that were moved, a step that is too long, a drift."""


def warn(sentence: str) -> None:
    """Make a Python warning, in the line of the caller of this package."""
    level, frame = 1, sys._getframe()
    while frame is not None and frame.f_globals.get("__name__", "").partition(".")[0] == "noslip":
        level, frame = level + 1, frame.f_back  # type: ignore[assignment]
    warnings.warn(sentence, NoslipWarning, stacklevel=level)
