"""A run whose method and step are chosen, in the manner of `scipy.integrate.solve_ivp`."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Optional

from .advice import Advice, Attempt
from .errors import ModelError, OptionError, warn
from .methods import method as method_named
from .model import Model
from .result import Result
from .signatures import takes

if TYPE_CHECKING:
    from .studies import Recommendation


class Choice(NamedTuple):
    """A method and a step; None: the method chooses its steps."""

    method: str
    step: Optional[float]


def choose(found: Advice) -> Choice:
    """Return what has the error for the least work; if nothing has, the best there is, and warn."""
    best = found.recommended
    if best is None:
        known = [a for a in found.attempts if not math.isnan(a.error)]
        if not known:
            raise OptionError("no method was tried with success: " + _reasons(found) +
                              "; give `method` and `step`")
        best = found.for_long or min(known, key=lambda a: a.error)
        warn(f"no method has the error {found.error:.3g} at t = {found.until:.6g}; taken is "
             f"{_written(best)}: {_reasons(found)}")
    return Choice(best.method, best.step)


def choose_step(found: Advice, method: str) -> Choice:
    """Return the step of a method for the error."""
    tried = {c.method: c.attempt for c in found.candidates}
    best = tried.get(method)
    if best is None:
        raise OptionError(f"the step of `{method}` is not known; give `step`, too. Steps were "
                          "found for " + ", ".join(name for name, a in tried.items() if a))
    if not best.error <= found.error:
        warn(f"{_written(best)} has the error {best.error:.3g} at t = {found.until:.6g}, not "
             f"{found.error:.3g}")
    return Choice(best.method, best.step)


def choose_method(model: Model, step: float, error: float, project: bool) -> Choice:
    """Return the cheapest method with the error at the end of short trials with a step."""
    trials = model.recommend(step=step, error=error, project=project).trials
    tried = [t for t in trials if not math.isnan(t.error)]
    good = [t for t in tried if t.error <= error]
    if not tried:
        raise OptionError("no method was tried with success; give `method`, too")
    best = min(good, key=lambda t: t.work) if good else min(tried, key=lambda t: t.error)
    if not good:
        warn(f"no method has the error {error:.3g} with a step of {step:.6g}; taken is "
             f"{best.method}, which has {best.error:.3g} after a few steps")
    return Choice(best.method, step)


def choose_by_order(found: Recommendation, method: Optional[str]) -> Choice:
    """Return what takes the least work by short trials: an error goes with a power of the step."""
    for trial in found.trials:
        if method in (None, trial.method) and trial.error > 0 and math.isfinite(trial.needed):
            step = found.step*(found.error/trial.error)**(1/trial.order)
            return Choice(trial.method, min(step, abs(found.until)))
    raise OptionError(f"no method was tried with success: {found.note or 'none treats the model'}; "
                      "give `method` and `step`")


def _written(a: Attempt) -> str:
    return a.method if a.step is None else f"{a.method} with h = {a.step:.6g}"


def _reasons(found: Advice) -> str:
    told = list(found.notes) + [f"{c.method}: {c.trouble}" for c in found.candidates if c.trouble]
    return "; ".join(told) or "none treats the model"


@takes(Model.run, without=("until", "steps", "every"))
def integrate(model: Model, t_span: Sequence[float], *, error: float = 1e-6,
              method: Optional[str] = None, step: Optional[float] = None, rows: int = 1000,
              **options: Any) -> Result:
    """Run a model from one time to another, with method and step chosen by trials.

    The choice is that of `Model.advise`: what has the error at the end for the least work.
    Backwards it is that of a run forwards. Where no method can follow the motion so far, the choice
    is one that keeps the structure, and a warning says so. It may take seconds: give `method` and
    `step` where they are known.

    Parameters
    ----------
    model : Model
    t_span : (float, float)
        Where it starts and ends.
    error : float
        What is asked for at the end, relative to the largest number of its kind.
    method, step : optional
        Instead of those that are chosen. A method that `Model.advise` does not try needs its step.
        With a step alone the method is the cheapest that has the error in short trials with it.
    rows : int
        About as many rows are kept.
    **options
        Those of `Model.run`, except for its end and rows.

    Examples
    --------
    >>> import noslip
    >>> model = noslip.model("coord x\\nlagrangian x'^2/2 - x^2/2\\ninit x = 1")
    >>> r = noslip.integrate(model, (0, 10), error=1e-8)
    >>> bool(abs(r["x"][-1] - math.cos(10)) < 2e-8), r.t[-1]
    (True, 10.0)
    """
    begin, end = map(float, t_span)
    if not (error > 0 and rows >= 1 and math.isfinite(end - begin) and begin != end):
        raise OptionError(f"t_span={t_span!r}, error={error!r}, rows={rows!r}: expected two "
                          "finite times that differ, and positive numbers")
    if step is not None and (step == 0 or not math.isfinite(step)):
        raise OptionError(f"step={step!r}: expected a length, as in step=0.01")
    model, options = _started(model, begin, options)
    chosen = _choice(model, begin, abs(end - begin), error, method, step, options)
    rows = int(rows)
    count = rows if chosen.step is None else \
        max(1, math.ceil(abs((end - begin)/chosen.step) - 1e-9))
    return model.run(method=chosen.method, step=(end - begin)/count, steps=count,
                     every=max(1, count//rows), **options)


def _started(model: Model, begin: float, options: dict[str, Any]) -> tuple[Model, dict[str, Any]]:
    """Return a model that starts at the time that was asked for, and the other options."""
    left = dict(options)
    model = model.with_(set=left.pop("set", None), init=left.pop("init", None))
    start = dict(left.pop("start", None) or {})
    if begin != next(initial.value for initial in model.initial if initial.key == "t"):
        start["t"] = begin
    if not start:
        return model, left
    # a model of functions cannot be read again: trials are those of its own start
    return (model.with_(init=start), left) if model.text else (model, {**left, "start": start})


def _choice(model: Model, begin: float, length: float, error: float, method: Optional[str],
            step: Optional[float], options: dict[str, Any]) -> Choice:
    """Return the method and the step of a run."""
    if method is not None and (step is not None or method_named(method).adaptive):
        return Choice(method, step)
    project = options.get("project", False)
    if options.get("parameters") and model.text:  # live ones have other values in the run
        model = model.with_(set=options["parameters"])
    if step is not None:
        return choose_method(model, abs(step), error, project)
    try:
        found = model.advise(error=error, until=begin + length, project=project,
                             progress=options.get("progress"))
    except ModelError as failed:  # no trial comes to its end
        warn("method and step are those of short trials, and the error at t = "
             f"{begin + length:.6g} is not known: {str(failed).splitlines()[0]}")
        return choose_by_order(model.recommend(error=error, project=project), method)
    return choose(found) if method is None else choose_step(found, method)
