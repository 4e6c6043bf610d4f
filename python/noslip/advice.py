"""Advice: which method, and which step, for an error at a time."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Optional

from . import _call
from ._call import Arguments, Context, names
from ._lib import ffi, lib
from ._study import frame, named, studied
from .errors import OptionError
from .progress import Calls, Progress

if TYPE_CHECKING:
    from .model import Model

END_AT_0 = -5e-324  # to the library 0 is the end of the `run` line; this comes after no start at 0


@dataclass(frozen=True)
class Attempt:
    """One run of a method: `step` is None if it chooses its steps. NaN is a number not known.

    `error` is that at the end asked for, measured or estimated from how errors grow; `measured`
    that at the end of the trial. `work` is in operations, counted. An attempt is on the `frontier`
    if none has a smaller error for less work.
    """

    method: str
    step: Optional[float]
    error: float
    measured: float
    energy_error: float
    work: float
    seconds: float
    frontier: bool


@dataclass(frozen=True)
class Candidate:
    """A method that was tried: `attempt` is the cheapest with the error, or that with the smallest.

    `meets` says which of them it is, `trouble` why there is none, or only some.
    """

    method: str
    keeps: str
    structure: bool
    meets: bool
    attempt: Optional[Attempt]
    trouble: Optional[str]


@dataclass(frozen=True)
class Advice:
    """Methods and steps for an error at a time, measured.

    Attributes
    ----------
    recommended : Attempt or None
        What has the error for the least work; None if nothing has.
    for_long : Attempt or None
        For long runs: the cheapest that keeps the structure, and whose energy is off by `error` at
        most.
    candidates : list of Candidate
        Those with the error first, by work; then by error.
    attempts : list of Attempt
    trial_until : float
        The time to which trials ran.
    growth : float
        Errors grow like t^growth; 0: not estimated; NaN: like exp(t).
    reference : str or None
        What errors are measured against.
    notes : tuple of str
    """

    model: str
    error: float
    until: float
    trial_until: float
    growth: float
    reference: Optional[str]
    recommended: Optional[Attempt]
    for_long: Optional[Attempt]
    candidates: list[Candidate] = field(repr=False)
    attempts: list[Attempt] = field(repr=False)
    notes: tuple[str, ...]

    def __getitem__(self, method: str) -> Candidate:
        return named(self.candidates, method, lambda c: c.method)

    def to_pandas(self) -> Any:
        """Return the attempts as a pandas.DataFrame."""
        return frame([attempt.__dict__ for attempt in self.attempts])  # type: ignore[arg-type]

    def plot(self, axes: Any = None) -> Any:
        """Draw the work of all attempts over their errors, a line for each method."""
        if axes is None:
            import matplotlib.pyplot as plt
            _, axes = plt.subplots(layout="constrained")
        for name in dict.fromkeys(_plain(a) for a in self.attempts):
            mine = [a for a in self.attempts if _plain(a) == name]
            axes.loglog([a.error for a in mine], [a.work for a in mine], "o-", markersize=4,
                        linewidth=1, label=name)
        axes.set_xlabel(f"error at t = {self.until:g}")
        axes.set_ylabel("operations")
        axes.legend()
        return axes


def _plain(attempt: Attempt) -> str:
    """Return the name of a method without its tolerance."""
    return attempt.method if attempt.step is not None else attempt.method.partition("(")[0]


def advise(model: Model, *, error: Optional[float] = None, until: Optional[float] = None,
           seconds: Optional[float] = None, project: bool = False,
           progress: Progress = None) -> Advice:
    """Find the method, and the step or tolerance, that has an error at a time for the least work.

    Parameters
    ----------
    error : float, optional
        At the end, relative to the largest number of its kind; 1e-6 without it.
    until : float, optional
        The end; without it that of the `run` line.
    seconds : float, optional
        What all trials may take together; 20 without it.
    project, progress
        As of `Model.start`.

    Examples
    --------
    >>> import noslip
    >>> found = noslip.load(noslip.shipped("sleigh")).advise(error=1e-10, until=60)
    >>> found.recommended.method.partition("(")[0], found.recommended.error < 1e-10
    ('dop853', True)
    >>> found.for_long.energy_error < 1e-10
    True
    """
    if error is not None and not error > 0:  # to the library 0 is none given
        raise OptionError(f"error={error!r}: expected a number from 1e-14 to 1")

    def call(context: Context, arguments: Arguments, calls: Calls, out: Any) -> int:
        options = arguments.struct(
            "noslip_advise_options", error=error, until=END_AT_0 if until == 0 else until,
            seconds=seconds, project=project, progress=lib.python_progress,
            progress_context=calls.handle)
        return int(lib.noslip_advise_sized(context.pointer, model._pointer, options,
                                           ffi.sizeof("noslip_advise_options"), out))

    found = studied(model, call, "noslip_advised", lib.noslip_advised_free, _advice, progress)
    assert isinstance(found, Advice)
    return found


def _advice(a: Any) -> Advice:
    attempts = [_attempt(a.attempts[i]) for i in range(a.nattempt)]

    def candidate(c: Any) -> Candidate:
        return Candidate(method=_call.text(c.method), keeps=_call.text(c.keeps),
                         structure=c.structure, meets=c.meets, attempt=_at(attempts, c.chosen),
                         trouble=_call.text(c.trouble) or None)

    every = [candidate(a.candidates[i]) for i in range(a.ncandidate)]
    best = _at(every, a.recommended)
    return Advice(model=_call.text(a.model), error=a.error, until=_end(a.until),
                  trial_until=_end(a.trial_until), growth=a.growth,
                  reference=_call.text(a.reference) or None,
                  recommended=best.attempt if best else None, for_long=_at(attempts, a.for_long),
                  candidates=every, attempts=attempts, notes=names(a.notes, a.nnote))


def _end(t: float) -> float:
    """Return a time as it was given."""
    return 0.0 if t == END_AT_0 else t


def _attempt(a: Any) -> Attempt:
    return Attempt(method=_call.text(a.method), step=a.step or None, error=a.error,
                   measured=a.measured, energy_error=a.energy_error, work=a.work,
                   seconds=a.seconds, frontier=a.frontier)


def _at(items: list[Any], i: int) -> Any:
    """Return an entry; the library says -1 for none."""
    return items[i] if i >= 0 else None
