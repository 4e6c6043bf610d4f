"""Studies of one start: what a model is like, methods for it, their orders, what they keep."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Optional, Union

import numpy as np

from . import _call
from ._call import Arguments, Array, Context, Value, copied, names
from ._lib import ffi, lib
from ._study import frame, listed, named, studied
from .progress import Calls, Progress
from .run import run_options
from .signatures import takes

if TYPE_CHECKING:
    from .model import Model

COLUMNS = lib.NOSLIP_COLUMNS


@takes(run_options)
def check(model: Model, *, set: Optional[Mapping[str, Value]] = None,
          init: Optional[Mapping[str, Value]] = None, **options: Any) -> str:
    """Return what `noslip check` prints; see `Model.check`."""
    arguments, context = Arguments(), Context()
    model = model.with_(set=set, init=init)
    given, _ = run_options(arguments, Calls(), **options)
    out = ffi.new("char **")
    with model._context.lock:
        status = lib.noslip_run_check_sized(context.pointer, model._pointer, given,
                                            ffi.sizeof("noslip_run_options"), out)
    context.check(status)
    return _call.text(out[0])


@dataclass(frozen=True)
class Trial:
    """A method in a recommendation; `trouble` says why it has no figures."""

    method: str
    reason: str
    order: int
    error: float
    energy_error: float
    work: float
    seconds: float
    needed: float
    trouble: Optional[str]


@dataclass(frozen=True)
class Recommendation:
    """Methods on a model, from the least to the most work for the error that is asked for."""

    model: str
    step: float
    until: float
    error: float
    steps: int
    reference: Optional[str]
    trials: list[Trial] = field(repr=False)
    note: Optional[str] = None

    def to_pandas(self) -> Any:
        """Return the trials as a pandas.DataFrame."""
        return frame([trial.__dict__ for trial in self.trials])  # type: ignore[arg-type]


def recommend(model: Model, *, step: Optional[float] = None, error: Optional[float] = None,
              seconds: Optional[float] = None, project: bool = False) -> Recommendation:
    """Try the methods that may suit a model, and rank them.

    Parameters
    ----------
    step : float, optional
        Without it, that of the `run` line, or one that is found.
    error : float, optional
        What the ranking asks for, relative to the motion; 1e-6 without it.
    seconds : float, optional
        What all trials may take together; 0.8 without it.
    project : bool
        As of `Model.start`.
    """
    def call(context: Context, arguments: Arguments, calls: Calls, out: Any) -> int:
        options = arguments.struct("noslip_recommend_options", step=step, error=error,
                                   seconds=seconds, project=project)
        return int(lib.noslip_recommend_sized(context.pointer, model._pointer, options,
                                              ffi.sizeof("noslip_recommend_options"), out))

    def convert(r: Any) -> Recommendation:
        trials = [Trial(**_call.scalars(r.trials[i])) for i in range(r.ntrial)]
        return Recommendation(_call.text(r.model), r.step, r.until, r.error, r.steps,
                              _call.text(r.reference) or None, trials, _call.text(r.note) or None)

    found = studied(model, call, "noslip_recommendation", lib.noslip_recommendation_free, convert,
                    False)
    assert isinstance(found, Recommendation)
    return found


@dataclass(frozen=True)
class MethodErrors:
    """One method of a convergence: errors of "q", "p", "multiplier" at the steps, and slopes."""

    name: str
    order: dict[str, int]
    error: dict[str, Array]
    fitted: dict[str, float]
    newton_iterations: int
    wall_seconds: float
    trouble: list[Optional[str]] = field(repr=False)
    refusal: Optional[str] = None


@dataclass(frozen=True)
class Convergence:
    """Errors of methods at the end, for each step, and the orders they show.

    Examples
    --------
    >>> import noslip
    >>> model = noslip.model("coord x\\nlagrangian x'^2/2 - x^2/2\\ninit x = 1\\nexact x = cos(t)")
    >>> c = model.converge(methods=["dla-mp"], steps=[0.1, 0.05, 0.025], until=1)
    >>> round(c["dla-mp"].fitted["q"], 2)
    2.0
    """

    model: str
    until: float
    steps: Array
    methods: list[MethodErrors]
    notes: tuple[str, ...]

    def __getitem__(self, name: str) -> MethodErrors:
        return named(self.methods, name, lambda m: m.name)

    def to_pandas(self) -> Any:
        """Return a table with a row for each method and step."""
        return frame({
            "method": [m.name for m in self.methods for _ in self.steps],
            "step": np.tile(self.steps, len(self.methods)),
            **{column: np.concatenate([m.error[column] for m in self.methods])
               for column in (self.methods[0].error if self.methods else ())}})

    def plot(self, column: str = "q", axes: Any = None) -> Any:
        """Draw errors over steps, with the fitted orders in the key."""
        if axes is None:
            import matplotlib.pyplot as plt
            _, axes = plt.subplots(layout="constrained")
        for m in self.methods:
            axes.loglog(self.steps, m.error[column], "o-", markersize=4, linewidth=1,
                        label=f"{m.name}: {m.fitted[column]:.2f}")
        axes.set_xlabel("step")
        axes.set_ylabel(f"error of {column} at t = {self.until:g}")
        axes.legend()
        return axes


AGAINST = {None: lib.NOSLIP_AGAINST_DEFAULT, "exact": lib.NOSLIP_AGAINST_EXACT,
           "halves": lib.NOSLIP_AGAINST_HALVES}


def converge(model: Model, *, methods: Union[None, str, Sequence[str]] = None,
             steps: Optional[Sequence[float]] = None, until: Optional[float] = None,
             against: Optional[str] = None, reference_step: Optional[float] = None,
             project: bool = False, backend: Optional[str] = None,
             progress: Progress = None) -> Convergence:
    """Run methods with smaller and smaller steps, and measure the errors at the end.

    Parameters
    ----------
    methods : str or sequence of str, optional
        Without them that of the `run` line.
    steps : sequence of float, optional
        Each divides `until`; without them that of the `run` line and four halvings.
    until : float, optional
        Without it that of the `run` line.
    against : {"exact", "halves"} or a method, optional
        What errors are measured against: the exact solution of the model, the same method with
        half the step, or another method with `reference_step`.
    reference_step : float, optional
        A sixteenth of the smallest step without it.
    project, backend, progress
        As of `Model.start`.
    """
    def call(context: Context, arguments: Arguments, calls: Calls, out: Any) -> int:
        given, nmethod = arguments.texts(listed(methods))
        lengths, nstep = arguments.doubles(() if steps is None else steps)
        options = arguments.struct(
            "noslip_converge_options", methods=given, nmethod=nmethod, steps=lengths, nstep=nstep,
            until=until, against=AGAINST.get(against, lib.NOSLIP_AGAINST_RUN),
            reference=arguments.text(against) if against not in AGAINST else None,
            reference_step=reference_step, project=project, backend=arguments.text(backend),
            progress=lib.python_progress, progress_context=calls.handle)
        return int(lib.noslip_converge_sized(context.pointer, model._pointer, options,
                                             ffi.sizeof("noslip_converge_options"), out))

    found = studied(model, call, "noslip_convergence", lib.noslip_convergence_free, _convergence,
                    progress)
    assert isinstance(found, Convergence)
    return found


def _convergence(c: Any) -> Convergence:
    columns = [(k, _call.text(c.columns[k])) for k in range(COLUMNS) if c.count[k] > 0]

    def errors(m: Any) -> MethodErrors:
        points = [m.points[i] for i in range(c.nstep)]
        return MethodErrors(
            name=_call.text(m.name), order={name: m.order[k] for k, name in columns},
            error={name: np.array([p.error[k] for p in points]) for k, name in columns},
            fitted={name: m.fit[k].slope for k, name in columns},
            newton_iterations=m.newton_iterations, wall_seconds=m.wall_seconds,
            trouble=[_call.text(p.trouble) or None for p in points],
            refusal=_call.text(m.refusal) or None)

    steps = np.array([c.methods[0].points[i].step for i in range(c.nstep)])
    return Convergence(_call.text(c.model), c.until, steps,
                       [errors(c.methods[i]) for i in range(c.nmethod)],
                       names(c.notes, c.nnote))


@dataclass(frozen=True)
class MethodCourse:
    """A method of a comparison: the largest errors since the sample before, and over all nodes."""

    name: str
    order: int
    times: Array
    energy: Optional[Array]
    constraint: Optional[Array]
    invariants: dict[str, Array]
    energy_max_error: float
    energy_trend: float
    constraint_max_error: float
    steps: int
    newton_iterations: int
    wall_seconds: float
    trouble: Optional[str] = None
    refusal: Optional[str] = None


@dataclass(frozen=True)
class Comparison:
    """Methods from one start with one step, and what they keep on the way."""

    model: str
    step: float
    until: float
    steps: int
    methods: list[MethodCourse]
    notes: tuple[str, ...]

    def __getitem__(self, name: str) -> MethodCourse:
        return named(self.methods, name, lambda m: m.name)

    def to_pandas(self) -> Any:
        """Return a table with a row for each method."""
        return frame({
            "method": [m.name for m in self.methods],
            "order": [m.order for m in self.methods],
            "energy": [m.energy_max_error for m in self.methods],
            "trend": [m.energy_trend for m in self.methods],
            "constraint": [m.constraint_max_error for m in self.methods],
            "newton": [m.newton_iterations/max(m.steps, 1) for m in self.methods],
            "seconds per step": [m.wall_seconds/max(m.steps, 1) for m in self.methods]})

    def plot(self, what: str = "energy", axes: Any = None) -> Any:
        """Draw the errors of "energy", "constraint" or an invariant over time."""
        if axes is None:
            import matplotlib.pyplot as plt
            _, axes = plt.subplots(layout="constrained")
        for m in self.methods:
            errors = m.invariants.get(what, getattr(m, what, None))
            if errors is not None:
                axes.semilogy(m.times, np.where(errors > 0, errors, np.nan), linewidth=1,
                              label=m.name)
        axes.set_xlabel("t")
        axes.set_ylabel(f"error of {what}")
        axes.legend()
        return axes


def compare(model: Model, *, methods: Union[None, str, Sequence[str]] = None,
            step: Optional[float] = None, until: Optional[float] = None,
            steps: Optional[int] = None, samples: Optional[int] = None, project: bool = False,
            backend: Optional[str] = None, progress: Progress = None) -> Comparison:
    """Run several methods from the same start with the same step, one after the other.

    Parameters
    ----------
    methods : str or sequence of str, optional
    step, until, steps : optional
        As of `Model.start`.
    samples : int, optional
        At most so many after the start; 200 without it.
    project, backend, progress
        As of `Model.start`.

    Examples
    --------
    >>> import noslip
    >>> model = noslip.load(noslip.shipped("sleigh"))
    >>> c = model.compare(methods=["dla-mp", "spark(3)"], until=10)
    >>> c["spark(3)"].energy_max_error < c["dla-mp"].energy_max_error
    True
    """
    def call(context: Context, arguments: Arguments, calls: Calls, out: Any) -> int:
        given, nmethod = arguments.texts(listed(methods))
        options = arguments.struct(
            "noslip_compare_options", methods=given, nmethod=nmethod, step=step, until=until,
            steps=steps, samples=samples, project=project, backend=arguments.text(backend),
            progress=lib.python_progress, progress_context=calls.handle)
        return int(lib.noslip_compare_sized(context.pointer, model._pointer, options,
                                            ffi.sizeof("noslip_compare_options"), out))

    found = studied(model, call, "noslip_comparison", lib.noslip_comparison_free, _comparison,
                    progress)
    assert isinstance(found, Comparison)
    return found


def _comparison(c: Any) -> Comparison:
    labels = names(c.invariants, c.ninvariant)

    def course(m: Any) -> MethodCourse:
        n = m.nsample
        return MethodCourse(
            name=_call.text(m.name), order=m.order, times=copied(m.times, n),
            energy=copied(m.energy, n) if m.energy else None,
            constraint=copied(m.constraint, n) if m.constraint else None,
            invariants={label: copied(m.invariants[i], n)
                        for i, label in enumerate(labels)} if n else {},
            energy_max_error=m.energy_max_error, energy_trend=m.energy_trend,
            constraint_max_error=m.constraint_max_error, steps=m.steps,
            newton_iterations=m.newton_iterations, wall_seconds=m.wall_seconds,
            trouble=_call.text(m.trouble) or None, refusal=_call.text(m.refusal) or None)

    return Comparison(_call.text(c.model), c.step, c.until, c.steps,
                      [course(c.methods[i]) for i in range(c.nmethod)], names(c.notes, c.nnote))
