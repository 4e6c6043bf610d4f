"""noslip: mechanical systems with constraints; wheels do not slip, and energy does not drift.

>>> import noslip
>>> model = noslip.load(noslip.shipped("sleigh"))
>>> r = model.run(method="spark(3)", step=0.05, until=60)
>>> r["x"].shape, r.report.constraint_max_error < 1e-13
((1201,), True)

Models come from a file (`load`), a text (`model`), SymPy (`from_sympy`) or functions
(`from_functions`). A model runs as a whole (`Model.run`) or step by step (`Model.start`), and there
are studies of many runs (`Model.converge`, `compare`, `ensemble`, `sweep`, `section`). The numbers
are those of the command line tool, bit for bit.
"""

from ._call import text as _text
from ._lib import lib as _lib
from .display import Page
from .errors import (ColumnError, FileError, ModelError, NoslipError, NoslipWarning, OptionError,
                     StepError)
from .functions import Holonomic, Nonholonomic, from_functions
from .integrate import integrate
from .methods import Method, method, methods
from .model import Model, load, model, shipped
from .point import Point
from .report import Event, Report, Verdict
from .result import Result
from .run import Derivative, Run, load_run
from .symbolic import from_sympy

__version__ = _text(_lib.noslip_version())

__all__ = [
    "ColumnError", "Derivative", "Event", "FileError", "Holonomic", "Method", "Model", "ModelError",
    "NoslipError", "NoslipWarning", "Nonholonomic", "OptionError", "Page", "Point", "Report",
    "Result", "Run", "StepError", "Verdict", "from_functions", "from_sympy", "integrate", "load",
    "load_run", "method", "methods", "model", "shipped",
]
