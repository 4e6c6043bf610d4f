"""Many starts of one model: the points of a section, and every combination of some values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Optional

import numpy as np

from . import _call
from ._call import Arguments, Array, Context, copied, names
from ._lib import ffi, lib
from ._study import frame, studied
from .ensembles import column_of, ensemble_options, starts_of
from .errors import OptionError
from .progress import Calls, Progress
from .signatures import takes

if TYPE_CHECKING:
    from .model import Model


@dataclass(frozen=True)
class Section:
    """The points of a Poincaré section: `points[k]` are those of start k, points x columns."""

    model: str
    method: str
    section: str
    equation: str
    columns: tuple[str, ...]
    axes: tuple[str, ...]
    points: list[Array] = field(repr=False)
    complete: list[bool] = field(repr=False)
    trouble: list[Optional[str]] = field(repr=False)
    largest: float
    nfailed: int
    nunfinished: int
    notes: tuple[str, ...]

    def __getitem__(self, name: str) -> Array:
        """Return a column of all points, start after start."""
        at = self.columns.index(name)
        return np.concatenate([p[:, at] for p in self.points])

    def to_pandas(self) -> Any:
        """Return all points, with a column `start`."""
        return frame({"start": np.repeat(np.arange(len(self.points)),
                                          [len(p) for p in self.points]),
                       **{name: self[name] for name in self.columns}})

    def plot(self, axes: Any = None, **style: Any) -> Any:
        """Draw the points in the `plot` of the section."""
        if axes is None:
            import matplotlib.pyplot as plt
            _, axes = plt.subplots(layout="constrained")
        right, up = (self.columns.index(name) for name in self.axes[:2])
        for points in self.points:
            axes.plot(points[:, right], points[:, up], ".", **{"markersize": 2, **style})
        axes.set_xlabel(self.axes[0])
        axes.set_ylabel(self.axes[1])
        return axes


DIRECTIONS = {None: lib.NOSLIP_DIRECTION_DEFAULT, "rising": lib.NOSLIP_RISING,
              "falling": lib.NOSLIP_FALLING, "both": lib.NOSLIP_BOTH}


@takes(ensemble_options)
def section(model: Model, *, section: Optional[str] = None, starts: Any = None,
            sample: Optional[Mapping[str, tuple[float, float]]] = None, members: int = 0,
            seed: int = 0, direction: Optional[str] = None, count: int = 0,
            progress: Progress = None, **options: Any) -> Section:
    """Follow one start or many, and collect the points where they cross a surface.

    Parameters
    ----------
    section : str, optional
        The name of a section of the model, or an equation, "y' = 0 rising plot (x, x')".
    starts, sample, members, seed
        As of `ensemble`; without them one start, as the model has it.
    direction : {"rising", "falling", "both"}, optional
    count : int
        Points of each start, at most; 0: all up to the end.
    **options
        method, step, until, steps, project, backend, threads, input.

    Examples
    --------
    >>> import noslip
    >>> model = noslip.model("coord x\\nlagrangian x'^2/2 - x^2/2\\ninit x = 1")
    >>> s = model.section(section="x = 0 falling plot (t, x')", method="rattle", step=0.1, count=3)
    >>> s["t"].round(2)
    array([ 1.57,  7.85, 14.13])
    """
    if section is not None and "=" in section:
        model, section = model.with_(section=section), None
    chosen = starts_of(starts, sample, members, seed)
    if direction not in DIRECTIONS:
        raise OptionError(f"direction={direction!r}: there are rising, falling and both")

    def call(context: Context, arguments: Arguments, calls: Calls, out: Any) -> int:
        runs = ensemble_options(arguments, calls, chosen, **options)
        given = arguments.struct("noslip_section_options", runs=runs[0],
                                 section=arguments.text(section), direction=DIRECTIONS[direction],
                                 count=count)
        return int(lib.noslip_section_sized(context.pointer, model._pointer, given,
                                            ffi.sizeof("noslip_section_options"), out))

    found = studied(model, call, "noslip_section_result", lib.noslip_section_free, _section,
                    progress)
    assert isinstance(found, Section)
    return found


def _section(s: Any) -> Section:
    columns = names(s.columns, s.ncolumn)
    each = [s.starts[i] for i in range(s.nstart)]
    return Section(
        model=_call.text(s.model), method=_call.text(s.method), section=_call.text(s.section),
        equation=_call.text(s.equation), columns=columns,
        axes=tuple(columns[s.axes[i]] for i in range(s.naxis)),
        points=[copied(p.points, p.npoint, s.ncolumn) for p in each],
        complete=[p.complete for p in each],
        trouble=[_call.text(p.trouble) or None for p in each], largest=s.largest,
        nfailed=s.nfailed, nunfinished=s.nunfinished, notes=names(s.notes, s.nnote))


@dataclass(frozen=True)
class SweepQuantity:
    """A quantity at the points of a sweep."""

    end: Array
    mean: Array
    variance: Array
    square: Array
    min: Array
    max: Array
    lowest: Array
    highest: Array


@dataclass(frozen=True)
class Sweep:
    """One run, or ensemble, for each combination of values; the last key goes fastest."""

    model: str
    method: str
    keys: tuple[str, ...]
    values: Array = field(repr=False)
    time: Array = field(repr=False)
    energy_error: Array = field(repr=False)
    constraint_error: Array = field(repr=False)
    verdict: list[str] = field(repr=False)
    stopped: list[Optional[str]] = field(repr=False)
    trouble: list[Optional[str]] = field(repr=False)
    quantities: dict[str, SweepQuantity] = field(repr=False)
    nfailed: int
    nunfinished: int
    wall_seconds: float
    notes: tuple[str, ...]

    def __getitem__(self, name: str) -> Array:
        """Return a key, or the value of a quantity at the end, for every point."""
        if name in self.keys:
            return np.asarray(self.values[:, self.keys.index(name)])
        return self.quantities[name].end

    def to_pandas(self) -> Any:
        """Return a table with a row for each point."""
        return frame({**{key: self[key] for key in self.keys}, "t": self.time,
                       "energy.error": self.energy_error,
                       "constraint.error": self.constraint_error, "verdict": self.verdict,
                       **{name + ".end": q.end for name, q in self.quantities.items()}})


@takes(ensemble_options)
def sweep(model: Model, over: Mapping[str, Any], *, quantities: Sequence[str] = (),
          sample: Optional[Mapping[str, tuple[float, float]]] = None, members: int = 0,
          seed: int = 0, progress: Progress = None, **options: Any) -> Sweep:
    """Run a model for every combination of some values, on all cores.

    Parameters
    ----------
    over : mapping
        Values by key: a parameter, an initial value, or "step".
    quantities : sequence of str
        What statistics are made of; without it all there is.
    sample, members, seed
        An ensemble at every point, as of `ensemble`.
    **options
        method, step, until, steps, every, project, backend, threads, input.

    Examples
    --------
    >>> import noslip
    >>> model = noslip.load(noslip.shipped("sleigh"))
    >>> s = model.sweep({"a": [0.5, 1, 2]}, until=1)
    >>> s["a"], s["x"].shape
    (array([0.5, 1. , 2. ]), (3,))
    """
    chosen = starts_of(None, sample, members, seed)

    def call(context: Context, arguments: Arguments, calls: Calls, out: Any) -> int:
        axes = []
        for key, values in over.items():
            numbers, n = arguments.doubles(column_of(key, values))
            axes.append({"key": arguments.text(key), "values": numbers, "count": n})
        wanted, nwanted = arguments.texts(quantities)
        runs = ensemble_options(arguments, calls, chosen, **options)
        given = arguments.struct(
            "noslip_sweep_options", axes=arguments.new("noslip_axis[]", axes), naxis=len(axes),
            runs=runs[0], quantities=wanted, nquantity=nwanted)
        return int(lib.noslip_sweep_sized(context.pointer, model._pointer, given,
                                          ffi.sizeof("noslip_sweep_options"), out))

    found = studied(model, call, "noslip_sweep_result", lib.noslip_sweep_free, _sweep, progress)
    assert isinstance(found, Sweep)
    return found


def _sweep(s: Any) -> Sweep:
    n = s.npoint
    each = [s.points[i] for i in range(n)]
    parts = ("end", "mean", "variance", "square", "min", "max", "lowest", "highest")
    return Sweep(
        model=_call.text(s.model), method=_call.text(s.method),
        keys=tuple(_call.text(s.axes[i].key) for i in range(s.naxis)),
        values=copied(s.values, n, s.naxis), time=np.array([p.time for p in each]),
        energy_error=np.array([p.energy_error for p in each]),
        constraint_error=np.array([p.constraint_error for p in each]),
        verdict=[_call.text(lib.noslip_verdict_text(p.verdict)) for p in each],
        stopped=[_call.text(p.stopped) or None for p in each],
        trouble=[_call.text(p.trouble) or None for p in each],
        quantities={_call.text(q.name): SweepQuantity(*(copied(getattr(q, part), n)
                                                        for part in parts))
                    for q in (s.quantities[i] for i in range(s.nquantity))},
        nfailed=s.nfailed, nunfinished=s.nunfinished, wall_seconds=s.wall_seconds,
        notes=names(s.notes, s.nnote))
