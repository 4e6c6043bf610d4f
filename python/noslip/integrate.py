"""A run whose method and step are chosen by trials, in the manner of `scipy.integrate.solve_ivp`."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Optional

from .errors import OptionError
from .result import Result
from .studies import Recommendation

if TYPE_CHECKING:
    from .model import Model


class Choice(NamedTuple):
    """A method and a step, and the error that trials let expect at their end."""

    method: str
    step: float
    error: float


def choose(found: Recommendation) -> Choice:
    """Return what takes the least work for the error that was asked for.

    A trial has an error with its step; the error goes with the power of the step that is the order
    of the method.
    """
    for trial in found.trials:
        if trial.order > 0 and trial.error > 0 and math.isfinite(trial.needed):
            step = found.step*(found.error/trial.error)**(1/trial.order)
            return Choice(trial.method, min(step, abs(found.until)), found.error)
    raise OptionError(f"no method was tried with success: {found.note or 'none treats the model'}; "
                      "give `method` and `step` to Model.run")


def integrate(model: Model, t_span: Sequence[float], *, error: float = 1e-6,
              method: Optional[str] = None, step: Optional[float] = None, rows: int = 1000,
              **options: Any) -> Result:
    """Run a model from one time to another, with method and step chosen by trials.

    Parameters
    ----------
    model : Model
    t_span : (float, float)
        Where it starts and ends.
    error : float
        What is asked for at the end of the trials, relative to the motion. They are short: where
        errors grow with the time, the error at the end of a long run is larger. What the run
        keeps, and whether the step resolves the motion, stands in `Result.verdicts`.
    method, step : optional
        Instead of those that are chosen.
    rows : int
        About as many rows are kept.
    **options
        Those of `Model.run`.

    Examples
    --------
    >>> import noslip
    >>> model = noslip.model("coord x\\nlagrangian x'^2/2 - x^2/2\\ninit x = 1")
    >>> r = noslip.integrate(model, (0, 10))
    >>> bool(abs(r["x"][-1] - math.cos(10)) < 1e-4), r.t[-1]
    (True, 10.0)
    """
    begin, end = map(float, t_span)
    if not error > 0 or rows < 1 or not math.isfinite(end - begin):
        raise OptionError(f"t_span={t_span!r}, error={error!r}, rows={rows!r}: expected two finite "
                          "times, and positive numbers")
    model = model.with_(set=options.pop("set", None), init=options.pop("init", None))
    if method is None or step is None:
        chosen = choose(model.recommend(error=error, step=step))
        method, step = method or chosen.method, step or chosen.step
    count = max(1, math.ceil(abs(end - begin)/abs(step) - 1e-9))
    start = dict(options.pop("start", None) or {})
    if begin != next(initial.value for initial in model.initial if initial.key == "t"):
        start["t"] = begin
    return model.run(method=method, step=(end - begin)/count, steps=count, start=start or None,
                     every=max(1, count//rows), **options)
