"""Many starts of one model: ensembles, and statistics over their members."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Optional

import numpy as np

from . import _call
from ._call import Arguments, Array, Context, copied, names
from ._lib import ffi, lib
from ._study import frame, studied
from .arguments import Signal, signals_of
from .errors import OptionError
from .progress import Calls, Progress
from .signatures import takes

if TYPE_CHECKING:
    from .model import Model


@dataclass(frozen=True)
class Starts:
    """What differs from member to member: keys and a table of values."""

    keys: tuple[str, ...]
    values: Array


def starts_of(given: Any, sample: Optional[Mapping[str, tuple[float, float]]], members: int,
              seed: int, first: int = 0) -> Starts:
    """Return the starts of an ensemble or a section.

    Parameters
    ----------
    given : mapping, DataFrame or None
        Columns of values by key: initial values, parameters, "step".
    sample : mapping, optional
        Instead: ranges by key, from which `members` are drawn; member k has the same numbers
        whatever the number of members.
    first : int
        The number of the first member.
    """
    if given is not None and sample is not None:
        raise OptionError("`starts` and `sample` both say where members start; give one of them")
    if sample is not None:
        if members < 1:
            raise OptionError(f"members={members}: say how many are drawn, as in members=100")
        ranges = ffi.new("noslip_range[]", [{"low": float(low), "high": float(high)}
                                            for low, high in sample.values()])
        values = np.empty((members, len(sample)))
        for k in range(members):
            lib.noslip_sample(ffi.cast("double *", values[k].ctypes.data), ranges, len(sample),
                              seed, first + k)
        return Starts(tuple(sample), values)
    if given is None:
        return Starts((), np.empty((0, 0)))
    keys = tuple(str(key) for key in given)
    columns = np.broadcast_arrays(*(column_of(str(key), given[key]) for key in given))
    return Starts(keys, np.stack(columns, axis=1) if keys else np.empty((0, 0)))


def column_of(key: str, values: Any) -> Array:
    """Return the values of a key as one row of numbers; a number is one."""
    numbers = np.atleast_1d(np.asarray(values, dtype=np.float64))
    if numbers.ndim > 1:
        raise OptionError(f"the values of `{key}` have the shape {numbers.shape}, expected one "
                          "dimension; ravel() makes it")
    return numbers


def ensemble_options(arguments: Arguments, calls: Calls, starts: Starts, *,
                     method: Optional[str] = None, step: Optional[float] = None,
                     until: Optional[float] = None, steps: Optional[int] = None,
                     every: Optional[int] = None, project: bool = False,
                     backend: Optional[str] = None, threads: int = 0, extremes: bool = False,
                     input: Optional[Mapping[str, Signal]] = None) -> Any:
    """Return noslip_ensemble_options."""
    keys, nkey = arguments.texts(starts.keys)
    values, _ = arguments.doubles(starts.values)
    signals, nsignal = signals_of(arguments, input, constant=True)
    return arguments.struct(
        "noslip_ensemble_options", keys=keys, nkey=nkey, starts=values,
        nmember=len(starts.values) or None, method=arguments.text(method), step=step, until=until,
        steps=steps, every=every, project=project, backend=arguments.text(backend),
        threads=threads, extremes=extremes, signals=signals, nsignal=nsignal,
        progress=lib.python_progress, progress_context=calls.handle,
        keep=lib.python_keep if calls.on_keep else None, keep_context=calls.handle)


@dataclass(frozen=True)
class Statistics:
    """A quantity over the members, at each output time."""

    mean: Array
    variance: Array
    min: Array
    max: Array
    square: Array


@dataclass(frozen=True)
class Ensemble:
    """Many runs of one model, and statistics over them.

    Attributes
    ----------
    t : ndarray
        The output times.
    quantities : dict
        By name: the energy (its change), invariants (likewise), observables.
    energy_error : ndarray
        Of each member, at its last output time.
    lowest, highest : dict
        By name of a quantity: its extremes, of each member, over its output times; with `extremes`
        over all its nodes.
    trouble : list
        Of each member: why it did not come to the end, or None.
    members : list of ndarray
        Trajectories, rows x columns, if they were kept.
    first_member : int
        The number of the first member.
    ends : ndarray or None
        The state of each member at the end, members x `end_names`; NaN of one that has not come to
        it. None if it was not asked for.
    """

    model: str
    method: str
    backend: str
    starts: Starts = field(repr=False)
    t: Array = field(repr=False)
    counts: Array = field(repr=False)
    quantities: dict[str, Statistics] = field(repr=False)
    time: Array = field(repr=False)
    energy_error: Array = field(repr=False)
    energy_max_error: Array = field(repr=False)
    lowest: dict[str, Array] = field(repr=False)
    highest: dict[str, Array] = field(repr=False)
    trouble: list[Optional[str]] = field(repr=False)
    nfailed: int
    nunfinished: int
    threads: int
    wall_seconds: float
    notes: tuple[str, ...]
    columns: tuple[str, ...] = ()
    members: list[Array] = field(default_factory=list, repr=False)
    first_member: int = 0
    end_names: tuple[str, ...] = ()
    ends: Optional[Array] = field(default=None, repr=False)

    def __len__(self) -> int:
        return len(self.time)

    def __getitem__(self, name: str) -> Statistics:
        return self.quantities[name]

    def to_pandas(self) -> Any:
        """Return a table with a row for each member: its start and how it ended."""
        return frame({
            **{key: self.starts.values[:, i] for i, key in enumerate(self.starts.keys)},
            "t": self.time, "energy.error": self.energy_error,
            "energy.max": self.energy_max_error, "trouble": self.trouble,
            **{name + ".end": self.end(name) for name in self.end_names}})

    def end(self, name: str) -> Array:
        """Return a number of the state of all members at the end."""
        if self.ends is None:
            raise OptionError("no ends were kept: give the option ends=True")
        if name not in self.end_names:
            raise KeyError(name)
        return np.asarray(self.ends[:, self.end_names.index(name)])

    def rows(self) -> Any:
        """Return the trajectories that were kept as one pandas.DataFrame with a column `member`."""
        import pandas
        frames = [pandas.DataFrame(rows, columns=list(self.columns)).assign(member=k)
                  for k, rows in enumerate(self.members, self.first_member)]
        return pandas.concat(frames, ignore_index=True)


@takes(ensemble_options)
def ensemble(model: Model, starts: Any = None, *,
             sample: Optional[Mapping[str, tuple[float, float]]] = None, members: int = 0,
             seed: int = 0, keep: bool = False, first_member: int = 0, ends: bool = False,
             progress: Progress = None, **options: Any) -> Ensemble:
    """Run one model from many initial states, on all cores.

    Parameters
    ----------
    starts : mapping or DataFrame, optional
        Columns of values by key: initial values, "x" or "w[1]'", parameters, "step".
    sample, members, seed
        Instead of `starts`: ranges by key, how many, and the first number of the sequence.
    keep : bool
        Keep the trajectories.
    first_member : int
        The number of the first member, for an ensemble in parts: samples, and members in sentences,
        count from it.
    ends : bool
        Keep the state of each member at the end.
    progress
        As of `Model.start`.
    **options
        method, step, until, steps, every, project, backend, threads, `input` as of `Model.start`,
        and `extremes` (errors over all nodes, not over the output times alone).

    Examples
    --------
    >>> import noslip
    >>> model = noslip.load(noslip.shipped("sleigh"))
    >>> e = model.ensemble({"theta'": [0.5, 1.0, 1.5]}, until=1, keep=True)
    >>> len(e), e.nfailed, len(e.members)
    (3, 0, 3)
    >>> model.ensemble({"theta'": [0.5, 1.0]}, until=1, ends=True).end("x").round(6)
    array([1.10113 , 1.347677])
    """
    chosen = starts_of(starts, sample, members, seed, first_member)
    kept: dict[int, Array] = {}
    columns: list[tuple[str, ...]] = []

    def take(rows: Any) -> None:
        columns[:] = [names(rows.columns, rows.ncolumn)]
        if rows.nrow:
            kept[rows.member] = copied(rows.rows, rows.nrow, rows.ncolumn)

    def call(context: Context, arguments: Arguments, calls: Calls, out: Any) -> int:
        given = ensemble_options(arguments, calls, chosen, **options)
        given.first_member, given.ends = first_member, ends
        return int(lib.noslip_ensemble_sized(context.pointer, model._pointer, given,
                                             ffi.sizeof("noslip_ensemble_options"), out))

    def convert(e: Any) -> Ensemble:
        rows = [kept.get(first_member + k, np.empty((0, 0))) for k in range(e.nmember)] \
            if keep else []
        return _ensemble(e, chosen, columns[0] if columns else (), rows, first_member)

    found = studied(model, call, "noslip_ensemble_result", lib.noslip_ensemble_free, convert,
                    progress, Calls(on_keep=take if keep else None,
                                    failures=model._failures))
    assert isinstance(found, Ensemble)
    return found


def _ensemble(e: Any, starts: Starts, columns: tuple[str, ...], rows: list[Array],
              first: int) -> Ensemble:
    quantities = {
        _call.text(q.name): Statistics(*(copied(getattr(q, part), e.ntime) for part in (
            "mean", "variance", "min", "max", "square")))
        for q in (e.quantities[i] for i in range(e.nquantity))}
    each = [e.members[i] for i in range(e.nmember)]
    return Ensemble(
        model=_call.text(e.model), method=_call.text(e.method), backend=_call.text(e.backend),
        starts=starts, t=copied(e.times, e.ntime),
        counts=np.array([e.counts[i] for i in range(e.ntime)]), quantities=quantities,
        time=np.array([m.time for m in each]),
        energy_error=np.array([m.energy_error for m in each]),
        energy_max_error=np.array([m.energy_max_error for m in each]),
        lowest=_of_each(each, "lowest", list(quantities)),
        highest=_of_each(each, "highest", list(quantities)),
        trouble=[_call.text(m.trouble) or None for m in each], nfailed=e.nfailed,
        nunfinished=e.nunfinished, threads=e.threads, wall_seconds=e.wall_seconds,
        notes=names(e.notes, e.nnote), columns=columns, members=rows, first_member=first,
        end_names=names(e.end_names, e.nend),
        ends=copied(e.ends, e.nmember, e.nend) if e.ends else None)


def _of_each(members: list[Any], extreme: str, labels: list[str]) -> dict[str, Array]:
    """Return an extreme of every quantity, of each member; NaN where there is none."""
    rows = [copied(getattr(m, extreme), len(labels)) for m in members]
    return {name: np.array([row[i] for row in rows]) for i, name in enumerate(labels)}
