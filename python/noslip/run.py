"""Runs: a model, a method and a step, moving."""

from __future__ import annotations

import contextlib
import os
import tempfile
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Optional, Union

import numpy as np

from . import _call, _step, errors, pieces
from ._call import Arguments, Array, Context, Handle
from ._lib import ffi, lib
from .arguments import Signal, pairs, signals_of
from .methods import Method, method_of
from .progress import Calls, Failures, Progress, bar
from .report import Event, Report, Verdict, event_of, report_of, verdict_of
from .values import GROUPS, Inputs, Quantities, Values

if TYPE_CHECKING:
    from .model import Model
    from .result import Result

class Derivative(NamedTuple):
    """The derivative of a step: `matrix`, 2n x 2n, and how far its entries may be off, `error`.

    Column k is what the step makes of a move of q_k, k < n, or of p_(k-n); a row is an entry of
    (q, p) after it. On groups both are as seen from the body. With constraints a move is projected
    onto them first: columns are images of what they allow.
    """

    matrix: Array
    error: float


class Run(Quantities):
    """A model, a method and a step, moving. Made by `Model.start`.

    A run is for one thread at a time. It can be copied and pickled, and goes on bit for bit.

    Attributes
    ----------
    model : Model
    input, parameter : Inputs
        Inputs of the model and live parameters, `run.input["u"] = 0.3`.
    step : callable
        Takes one step. Returns True, or False if the run has ended here: a `stop` of the model was
        crossed, or `on_step` returned False. A step that fails raises `StepError`, and the state
        is that of the last good step.

    Examples
    --------
    >>> import noslip
    >>> run = noslip.load(noslip.shipped("pendulum")).start(step=0.01)
    >>> ok = run.step()
    >>> ok = run.advance(99)
    >>> round(run.t, 12)
    1.0
    >>> other = run.copy()
    >>> run.advance(10) and other.advance(10) and other.state == run.state
    True
    """

    def __init__(self, model: Model, context: Context, handle: Handle, calls: Calls) -> None:
        pointer = handle.pointer
        self.model = model
        self._context = context
        self._calls = calls
        self._handle = handle
        self._busy = handle.keep[-1]
        self._warned = 0
        self._views: dict[str, Values] = {}
        self._group_names: dict[str, tuple[str, ...]] = {}
        calls.runs[_call.address(pointer)] = self
        ended = _Ended(handle, context, calls.failures)
        self.step: Callable[[], bool] = _step.bind(
            _call.address(ffi.addressof(lib, "noslip_step")), _call.address(pointer),
            _call.address(self._busy), _call.address(calls.failures.raised), ended)
        self.input = Inputs(
            context, self._handle,
            _listed(pointer, lib.noslip_run_input_count, lib.noslip_run_input_name),
            lib.noslip_run_input, lib.noslip_set_input_at)
        self.parameter = Inputs(
            context, self._handle,
            _listed(pointer, lib.noslip_run_parameter_count, lib.noslip_run_parameter_name),
            lib.noslip_run_parameter, lib.noslip_set_parameter_at)
        self.warn()

    @property
    def _pointer(self) -> Any:
        return self._handle.pointer

    def __repr__(self) -> str:
        return f"<noslip.Run of {self.model.name} at t = {self.t:.10g}>"

    # ---- moving

    def advance(self, steps: int) -> bool:
        """Take some steps; False as soon as one of them ends the run, as `step`.

        Ctrl-C ends it between two steps, and the run can go on.
        """
        with self._call():
            status = pieces.advance(self._pointer, steps, self._calls)
        return self._ended(status)

    def finish(self) -> bool:
        """Take the last step of a run whose `until` is not a multiple of its step."""
        with self._call():
            status = lib.noslip_finish(self._pointer)
        return self._ended(status)

    def restart(self, init: Optional[Mapping[str, float]] = None) -> None:
        """Go back to the start, with other initial values; nothing is read or compiled again.

        The run is a new one with the options of this one, bit for bit; its views follow it.

        Parameters
        ----------
        init : mapping, optional
            Initial values as plain numbers, "t" for the start time, instead of those of the option
            `start`; without it these.

        Examples
        --------
        >>> import noslip
        >>> run = noslip.load(noslip.shipped("pendulum")).start(step=0.01)
        >>> ok = run.advance(100)
        >>> run.restart({"t": 2})
        >>> run.t, run.report.steps
        (2.0, 0)
        """
        arguments = Arguments()
        first, nfirst = pairs(arguments, "noslip_start", init)
        with self._call():
            status = lib.noslip_run_restart(self._pointer, first, nfirst)
        self._ended(status)
        for name, value in self._calls.inputs.items():
            self.input[name] = value
        self._warned = 0
        self.warn()

    def visit(self, time: float) -> None:
        """Stand at a time of the last step, between its nodes, until `go_back` or the next step.

        For a run with the option `visits`.
        """
        with self._call():
            status = lib.noslip_visit(self._pointer, time)
        self._ended(status)

    def go_back(self) -> None:
        """Return from `visit`."""
        lib.noslip_return(self._pointer)

    def record(self, rows: int, *, every: Optional[int] = None,
               columns: Optional[Sequence[str]] = None) -> Result:
        """Go on and keep rows: the present node, then one for every so many steps.

        Parameters
        ----------
        rows : int
            How many, the present node included; fewer if the run ends.
        every : int, optional
            Steps from one to the next; without it, the `every` of the run.
        columns : sequence of str, optional
            As of `Model.run`.

        Examples
        --------
        >>> import noslip
        >>> run = noslip.load(noslip.shipped("pendulum")).start(step=0.01)
        >>> run.record(3, every=50, columns=["t"])["t"]
        array([0. , 0.5, 1. ])
        """
        from .result import Result
        if rows < 1:
            raise errors.OptionError(f"rows={rows}: the first is that of the present node")
        names = self._chosen(columns)
        table = np.empty((rows, len(names)))
        made, status = self._fill(table, self.every if every is None else every, names)
        result = Result(self.copy(), table[:made], names)
        self._ended(status, result)
        return result

    def _chosen(self, columns: Optional[Sequence[str]]) -> tuple[str, ...]:
        """Return names of columns; to the library none would mean all of them."""
        if columns is None:
            return self.columns
        names = (columns,) if isinstance(columns, str) else tuple(columns)
        if not names:
            raise errors.OptionError("`columns` is empty; name some, or leave it out for all")
        return names

    def _fill(self, table: Array, every: int, columns: tuple[str, ...]) -> tuple[int, int]:
        """Fill rows of a table; returns how many there are, and the status."""
        arguments = Arguments()
        assert columns and table.shape[1] == len(columns)
        rows = pieces.Rows(self._pointer, table, every, arguments.texts(columns))
        with self._call():
            status = rows.fill(self._calls)
        if status == lib.NOSLIP_ERROR_ARGUMENT:
            self._context.fail(status)
        return rows.made, status

    def _complete(self, columns: Optional[Sequence[str]]) -> Result:
        """Go on to the planned end, with all rows. The present node is the start."""
        from .result import Result
        names = self._chosen(columns)
        every, planned = self.every, self.planned
        if planned is None:
            raise errors.OptionError(
                "the run has no end: give `until` or `steps`, or a `run until` in the model; with "
                "a negative step, `until` too is negative")
        table = np.empty((planned//every + 2, len(names)))
        made, status = self._fill(table[:planned//every + 1], every, names)
        if status == lib.NOSLIP_OK and not self._calls.failures.raised[0]:
            status = self._tail(planned % every)
        # the last state is the last row, whatever ended the run
        taken = self._steps()
        if (made == taken//every + 1 and taken % every != 0) or taken > planned:
            made += self._fill(table[made:made + 1], 1, names)[0]
        self._calls.close()
        result = Result(self, table[:made], names)
        self._ended(status, result)
        self.judge()
        self.warn()
        return result

    def _tail(self, steps: int) -> int:
        """Take the steps after the last row."""
        with self._call():
            status = pieces.advance(self._pointer, steps, self._calls)
            goes_on = status == lib.NOSLIP_OK and not self._calls.failures.raised[0]
            if goes_on and lib.noslip_run_rest(self._pointer) != 0:
                status = lib.noslip_finish(self._pointer)
        return int(status)

    @contextlib.contextmanager
    def _call(self) -> Iterator[None]:
        """Mark the run as busy: two calls at a time would spoil it."""
        if self._busy[0]:
            raise RuntimeError("the run is in a call already: of another thread, or of the "
                               "function that it calls; use run.copy()")
        self._busy[0] = 1
        try:
            yield
        finally:
            self._busy[0] = 0

    def _ended(self, status: int, result: Optional[Result] = None) -> bool:
        """Return whether the run goes on; raise what went wrong."""
        failures = self._calls.failures
        if status == lib.NOSLIP_OK and not failures.raised[0]:
            return True
        try:
            failures.raise_error()
            self._context.check(status)
        except BaseException as error:
            error.result = result  # type: ignore[attr-defined]
            raise
        return False

    def _steps(self) -> int:
        report = ffi.new("noslip_report *")
        lib.noslip_run_report_sized(self._pointer, report, ffi.sizeof("noslip_report"))
        return int(report.steps)

    # ---- where it stands

    @property
    def t(self) -> float:
        """The time."""
        return float(lib.noslip_time(self._pointer))

    @property
    def energy(self) -> float:
        """The energy; NaN of a bare DAE, which has none."""
        return float(lib.noslip_energy(self._pointer))

    @property
    def state(self) -> Values:
        """Positions and velocities; of a bare DAE its states. It follows the run."""
        return self.view("state")

    def view(self, group: str) -> Values:
        """Return the numbers of a group so that they follow the run.

        A group costs its evaluation at each call that moves the run; multipliers a linear system.

        Parameters
        ----------
        group : {"state", "momentum", "multiplier", "constraint", "invariant", "observable"}
        """
        found = self._views.get(group)
        if found is None:
            names = self._names(group)
            pointer = lib.noslip_run_view(self._pointer, GROUPS[group])
            if not pointer and names:
                raise MemoryError("noslip: no memory")
            found = Values(_call.view(pointer, len(names), self._handle), names)
            self._views[group] = found
        return found

    def _now(self, group: str) -> Values:
        """Return the numbers of a group at this node."""
        names = self._names(group)
        return Values(_call.copied(lib.noslip_run_values(self._pointer, GROUPS[group]), len(names)),
                      names)

    def _names(self, group: str) -> tuple[str, ...]:
        names = self._group_names.get(group)
        if names is None:
            names = self._group_names[group] = tuple(
                _call.text(lib.noslip_run_name(self._pointer, GROUPS[group], i))
                for i in range(lib.noslip_run_count(self._pointer, GROUPS[group])))
        return names

    def _value(self, name: bytes) -> float:
        return float(lib.noslip_value(self._pointer, name))

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns of `record`: t, the state, energy, constraint, momenta, multipliers, ..."""
        return _listed(self._pointer, lib.noslip_run_column_count, lib.noslip_run_column_name)

    # ---- what it is

    @property
    def method(self) -> Method:
        """The method, with what it claims of this model."""
        info = ffi.new("noslip_method_info *")
        lib.noslip_run_method_sized(self._pointer, info, ffi.sizeof("noslip_method_info"))
        return method_of(info[0])

    @property
    def backend(self) -> str:
        """What evaluates the model: "interpret", "native" or "callbacks"."""
        return _call.text(lib.noslip_run_backend(self._pointer))

    @property
    def planned(self) -> Optional[int]:
        """The planned number of whole steps; None if there is no end."""
        return int(lib.noslip_run_steps(self._pointer)) or None

    @property
    def every(self) -> int:
        """Steps from row to row."""
        return int(lib.noslip_run_every(self._pointer))

    @property
    def stopped(self) -> Optional[str]:
        """The `stop` of the model that has ended the run."""
        return _call.text(lib.noslip_run_stopped(self._pointer)) or None

    # ---- what it has shown

    @property
    def report(self) -> Report:
        """How it went so far: errors, iterations, time. `print` shows what `noslip run` prints."""
        return report_of(self._pointer)

    @property
    def events(self) -> list[Event]:
        """What happened at contacts."""
        event, size = ffi.new("noslip_event *"), ffi.sizeof("noslip_event")
        found = []
        for i in range(lib.noslip_run_event_count(self._pointer)):
            lib.noslip_run_event_sized(self._pointer, i, event, size)
            found.append(event_of(event))
        return found

    def judge(self) -> list[Verdict]:
        """Return, for each structure the method claims to keep, what the run has shown of it.

        Some steps are repeated with halves and quarters of the step; the run is left as it was.
        """
        count = ffi.new("int *")
        with self._call():
            status = lib.noslip_run_judge(self._pointer, count)
        self._context.check(status)
        return [verdict_of(lib.noslip_run_verdict(self._pointer, i)) for i in range(count[0])]

    def derivative(self) -> Derivative:
        """Return the derivative of one step from here, by (q, p); the run is left as it was.

        With n momenta it takes 16 n steps. Not with contacts, adaptive methods and models of
        states.

        Examples
        --------
        >>> import noslip
        >>> run = noslip.model("coord x\\nlagrangian x'^2/2 - x^2/2\\ninit x = 1").start(
        ...     method="rattle", step=0.5)
        >>> run.derivative().matrix.round(9)
        array([[ 0.875  ,  0.5    ],
               [-0.46875,  0.875  ]])
        """
        n = 2*len(self._names("momentum"))
        # of a model without momenta the library says so
        matrix, error = np.empty((max(1, n), max(1, n))), ffi.new("double *")
        with self._call():
            status = lib.noslip_run_derivative(
                self._pointer, ffi.cast("double *", matrix.ctypes.data), error)
        self._ended(status)
        return Derivative(matrix, float(error[0]))

    def warn(self) -> None:
        """Make Python warnings of what the report has warned of since the last time."""
        told = self.report.warnings
        for sentence in told[self._warned:]:
            errors.warn(sentence)
        self._warned = len(told)

    def export(self, steps: int = 0) -> str:
        """Return the run as one C file that needs nothing of noslip; before the first step."""
        out = ffi.new("char **")
        self._context.check(lib.noslip_run_export(self._pointer, steps, out))
        return _call.text(out[0])

    # ---- copies and files

    def copy(self) -> Run:
        """Return a second run that stands where this one does; both go on independently.

        Functions of this run are those of the copy. Both are for one thread: for another one,
        pickle the run, or start another.
        """
        pointer = ffi.new("noslip_run **")
        with self._call():
            status = lib.noslip_run_copy(self._pointer, pointer)
        self._context.check(status)
        return self._beside(pointer[0])

    def _beside(self, pointer: Any) -> Run:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", errors.NoslipWarning)  # the first has told them
            return made(self.model, self._context, pointer, self._calls)

    __copy__ = copy

    def save(self, path: Union[str, os.PathLike[str]]) -> None:
        """Save the run as a file, from which `noslip.load_run` and `noslip resume` go on."""
        with self._call():
            status = lib.noslip_run_save(self._pointer, _call.as_name(os.fsdecode(path)))
        self._context.check(status)

    def __reduce__(self) -> Any:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "run")
            self.save(path)
            return _from_bytes, (path.read_bytes(), self.model, self._calls.on_step)


class _Ended:
    """What `run.step` leaves to Python: the run has ended, or a step has failed.

    It has no reference to its Run, so that a Run is freed as soon as nobody needs it.
    """

    __slots__ = ("_context", "_failures", "_handle")

    def __init__(self, handle: Handle, context: Context, failures: Failures) -> None:
        self._handle = handle
        self._context = context
        self._failures = failures

    def __call__(self, status: int) -> bool:
        self._failures.raise_error()
        self._context.check(status)
        return False


def _listed(pointer: Any, count: Any, name: Any) -> tuple[str, ...]:
    return tuple(_call.text(name(pointer, i)) for i in range(count(pointer)))


# -------------------------------------------------------------------------------------------------
# making runs


def made(model: Model, context: Context, pointer: Any, calls: Calls) -> Run:
    """Return a run of the library as a Run."""
    keep = (model, context, calls, ffi.new("int *"))
    handle = Handle(pointer, lib.noslip_run_free, [context.handle, model._handle], keep)
    calls.handles[_call.address(pointer)] = handle
    return Run(model, context, handle, calls)


def of_handle(handle: Handle) -> Run:
    """Return a Run of what is left of one: its `step` may outlive it, and calls functions."""
    model, context, calls, _ = handle.keep
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", errors.NoslipWarning)
        return Run(model, context, handle, calls)


def run_options(arguments: Arguments, calls: Calls, *, method: Optional[str] = None,
                step: Optional[float] = None, until: Optional[float] = None,
                steps: Optional[int] = None, every: Optional[int] = None,
                input: Optional[Mapping[str, Signal]] = None,
                parameters: Optional[Mapping[str, float]] = None, project: bool = False,
                backend: Optional[str] = None, monitored: bool = True, past_stops: bool = False,
                whole_steps: bool = False, visits: bool = False, comparison: bool = False,
                start: Optional[Mapping[str, float]] = None) -> tuple[Any, Mapping[str, Signal]]:
    """Return noslip_run_options, and the inputs; `Model.start` has what parameters mean."""
    _check_numbers(step, until, steps, every)
    signals, nsignal = signals_of(arguments, input)
    values, nvalue = pairs(arguments, "noslip_parameter", parameters)
    first, nfirst = pairs(arguments, "noslip_start", start)
    options = arguments.struct(
        "noslip_run_options", method=arguments.text(method), step=step, until=until, steps=steps,
        every=every, project=project, unmonitored=not monitored, backend=arguments.text(backend),
        monitor=lib.python_monitor if calls.on_step else None, monitor_context=calls.handle,
        signals=signals, nsignal=nsignal, whole_steps=whole_steps, visits=visits,
        comparison=comparison, parameters=values, nparameter=nvalue, past_stops=past_stops,
        start=first, nstart=nfirst)
    return options, input or {}


def start(model: Model, *, on_step: Optional[Callable[[Run], Any]] = None,
          progress: Progress = False, **options: Any) -> Run:
    """Prepare a run: `Model.start`, which has the meaning of the parameters."""
    arguments, context, pointer = Arguments(), Context(), ffi.new("noslip_run **")
    tell, close = bar(progress)
    calls = Calls(on_step, tell, close, failures=model._failures)
    given, inputs = run_options(arguments, calls, **options)
    status = lib.noslip_run_new_sized(context.pointer, model._pointer, given,
                                      ffi.sizeof("noslip_run_options"), pointer)
    calls.failures.raise_error()
    context.check(status)
    run = made(model, context, pointer[0], calls)
    for name, value in inputs.items():
        if not isinstance(value, tuple):
            run.input[name] = calls.inputs[name] = value
    return run


def _check_numbers(step: Optional[float], until: Optional[float], steps: Optional[int],
                   every: Optional[int]) -> None:
    """Zero means `as the model says` to the library; who writes it means something else."""
    if step is not None and step == 0:
        raise errors.OptionError("a step of length 0 leads nowhere; give a length, as in step=0.01")
    if until is not None and until == 0:
        raise errors.OptionError("until=0 cannot be told from an end that is left out; give "
                                 "`steps`")
    if steps is not None and steps == 0:
        raise errors.OptionError("a run of no steps; Model.start(...).record(1) gives its start")
    if every is not None and every < 1:
        raise errors.OptionError(f"every={every}: expected 1 (every step) or more")


def load_run(path: Union[str, os.PathLike[str]], *, model: Optional[Model] = None,
             until: Optional[float] = None, steps: Optional[int] = None,
             backend: Optional[str] = None,
             on_step: Optional[Callable[[Run], Any]] = None,
             progress: Progress = False) -> Run:
    """Load a run that `Run.save` or `noslip run --checkpoint` has saved.

    Parameters
    ----------
    path : path-like
    model : Model, optional
        Without it that of the file. A model made of functions has to be given.
    until, steps : optional
        Another end.
    backend, on_step, progress : optional
        As of `Model.start`; functions are not in the file.
    """
    from .model import Model
    arguments, context = Arguments(), Context()
    calls = Calls(on_step, *bar(progress), failures=model._failures if model else None)
    options = arguments.struct(
        "noslip_load_options", model=model._pointer if model else None, until=until, steps=steps,
        backend=arguments.text(backend), monitor=lib.python_monitor if on_step else None,
        monitor_context=calls.handle)
    found, pointer = ffi.new("noslip_model **"), ffi.new("noslip_run **")
    context.check(lib.noslip_run_load_sized(
        context.pointer, arguments.text(os.fsdecode(path)), options,
        ffi.sizeof("noslip_load_options"), found, pointer))
    if model is None:
        model = Model(context, found[0], _no_other, None)
    return made(model, context, pointer[0], calls)


def _no_other(settings: Any) -> Any:
    raise TypeError("the model of a saved run has the data of this run; load its file for others")


def _from_bytes(content: bytes, model: Model, on_step: Any) -> Run:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "run")
        path.write_bytes(content)
        return load_run(path, model=model, on_step=on_step)
