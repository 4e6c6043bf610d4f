"""Numbers by their names: of a node, and those that a caller may set."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, MutableMapping, Sequence
from typing import Any

import numpy as np

from ._call import Array, Context, Handle, as_name
from ._lib import lib

GROUPS = {name.lower(): getattr(lib, "NOSLIP_" + name) for name in (
    "STATE", "MOMENTUM", "MULTIPLIER", "CONSTRAINT", "INVARIANT", "OBSERVABLE")}


class Values(Mapping[str, float]):
    """Numbers of a run by their names.

    `array` has all of them, in the order of `names`. Those of `Run.view`, and of the state, are
    always the numbers of the present node, without a copy; they cannot be written.

    Examples
    --------
    >>> import noslip
    >>> run = noslip.model("coord x\\nlagrangian x'^2/2\\ninit x' = 2").start(
    ...     method="dla-mp", step=0.5)
    >>> state = run.state
    >>> run.step(), state["x"], state.array
    (True, 1.0, array([1., 2.]))
    """

    __slots__ = ("_index", "array")

    def __init__(self, array: Array, names: Sequence[str]) -> None:
        self.array = array
        self._index = {name: i for i, name in enumerate(names)}

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self._index)

    def __getitem__(self, name: str) -> float:
        return self.array.item(self._index[name])

    def __iter__(self) -> Iterator[str]:
        return iter(self._index)

    def __len__(self) -> int:
        return len(self._index)

    def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
        return np.array(self.array, dtype=dtype) if copy else np.asarray(self.array, dtype=dtype)

    def __repr__(self) -> str:
        return repr(dict(self))


class Quantities:
    """What runs and points show by name, where they stand."""

    def _names(self, group: str) -> tuple[str, ...]:
        raise NotImplementedError

    def _now(self, group: str) -> Values:
        """Return the numbers of a group, as they are now."""
        raise NotImplementedError

    def _value(self, name: bytes) -> float:
        raise NotImplementedError

    @property
    def t(self) -> float:
        """The time."""
        raise NotImplementedError

    @property
    def energy(self) -> float:
        """The energy."""
        raise NotImplementedError

    @property
    def momentum(self) -> Values:
        """The momenta, as they are now."""
        return self._now("momentum")

    @property
    def multiplier(self) -> Values:
        """The multipliers, as they are now; of a bare DAE its algebraic variables."""
        return self._now("multiplier")

    @property
    def constraint(self) -> Values:
        """The residuals of the constraints, as they are now; hidden constraints count, too."""
        return self._now("constraint")

    @property
    def invariant(self) -> Values:
        """The invariants, as they are now."""
        return self._now("invariant")

    @property
    def observable(self) -> Values:
        """The observables, as they are now."""
        return self._now("observable")

    def __getitem__(self, name: str) -> float:
        """Return a number by the name of its column, except "constraint": "x", "momentum.x"."""
        value = self._value(as_name(name))
        if value == value or any(name in self._names(group) for group in (
                "state", "invariant", "observable")):
            return value
        if name in ("t", "energy"):
            return self.t if name == "t" else self.energy
        group, _, entry = name.partition(".")
        if group in ("momentum", "multiplier") and entry in self._names(group):
            return self._now(group)[entry]
        raise KeyError(name)


class Inputs(MutableMapping[str, float]):
    """Inputs, or live parameters, of a run by name; what is set holds for the steps that follow."""

    __slots__ = ("_context", "_get", "_handle", "_index", "_set")

    def __init__(self, context: Context, handle: Handle, names: Sequence[str], get: Any,
                 set: Any) -> None:
        self._context = context
        self._handle = handle
        self._index = {name: i for i, name in enumerate(names)}
        self._get = get
        self._set = set

    def __getitem__(self, name: str) -> float:
        return float(self._get(self._handle.pointer, self._index[name]))

    def __setitem__(self, name: str, value: float) -> None:
        status = self._set(self._handle.pointer, self._index[name], value)
        if status:
            self._context.fail(status)

    def __delitem__(self, name: str) -> None:
        raise TypeError("inputs and parameters of a run stay; set them to another value")

    def __iter__(self) -> Iterator[str]:
        return iter(self._index)

    def __len__(self) -> int:
        return len(self._index)

    def __repr__(self) -> str:
        return repr(dict(self))
