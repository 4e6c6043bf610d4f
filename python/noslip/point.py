"""Points: a model evaluated where it stands, without a run."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Optional

import numpy as np

from . import _call
from ._call import Arguments, Array, Context, Handle
from ._lib import ffi, lib
from .errors import OptionError
from .values import GROUPS, Quantities, Values

if TYPE_CHECKING:
    from .model import Model


class Point(Quantities):
    """A model at a time, a position and a velocity. Made by `Model.at`.

    Nothing is projected: constraints need not hold. With n velocities and m constraints the
    equations are

        p' = forces + J^T multipliers,    J v' = what keeps the constraints,    M = dp/dv.

    On Lie groups velocities and momenta are those of the body. Contacts are open: they have no
    forces. Every array is computed when it is asked for, and is the caller's.

    Attributes
    ----------
    model : Model
    q_names, v_names : tuple of str
        What the numbers of `q` and `v` are; a rotation has its matrix, row by row.

    Examples
    --------
    >>> import noslip
    >>> model = noslip.model('''
    ... param m = 2, g = 10
    ... coord x
    ... coord y
    ... lagrangian m*(x'^2 + y'^2)/2 - m*g*y
    ... holonomic rod: x^2 + y^2 = 1
    ... ''')
    >>> point = model.at([0, -1], [3, 0])
    >>> point.M, point.p, point.forces
    (array([[2., 0.],
           [0., 2.]]), array([6., 0.]), array([  0., -20.]))
    >>> point.jacobian
    array([[ 0., -2.]])
    >>> point.accelerations.round(12) + 0
    array([0., 9.])
    """

    def __init__(self, model: Model, context: Context, pointer: Any) -> None:
        self.model = model
        self._context = context
        self._handle = Handle(pointer, lib.noslip_point_free, [context.handle, model._handle])
        sizes = ffi.new("noslip_point_size *")
        lib.noslip_point_sizes_sized(pointer, sizes, ffi.sizeof("noslip_point_size"))
        self._n, self._m = int(sizes.nvelocity), int(sizes.nconstraint)
        every = model.coordinates
        self.q_names = tuple(name for c in every for name in c.positions)[:sizes.nposition]
        self.v_names = tuple(name for c in every for name in c.velocities)[:self._n]

    @property
    def _pointer(self) -> Any:
        return self._handle.pointer

    def __repr__(self) -> str:
        return f"<noslip.Point of {self.model.name} at t = {self.t:.10g}>"

    def __reduce__(self) -> Any:
        by_momenta = any(c.momenta for c in self.model.coordinates)  # a hamiltonian
        return _there, (self.model, self.q, self.p if by_momenta else self.v, by_momenta, self.t)

    # ---- where it stands

    def set(self, q: Any = None, v: Any = None, *, p: Any = None,
            t: Optional[float] = None) -> None:
        """Stand somewhere else.

        Parameters
        ----------
        q, v : array_like or mapping, optional
            All numbers, in the order of `q_names` and `v_names`, or some of them by name. What is
            not given stays as it is.
        p : array_like, optional
            Momenta, instead of `v`.
        t : float, optional

        Examples
        --------
        >>> import noslip
        >>> point = noslip.model("coord x\\nlagrangian x'^2/2 - x^4/4").at([1])
        >>> point.set({"x": 2})
        >>> point.forces
        array([-8.])
        """
        if v is not None and p is not None:
            raise OptionError("a point has either velocities or momenta, `v` or `p`; give one")
        arguments = Arguments()
        time = self.t if t is None else t
        there, _ = arguments.doubles(_numbers("q", q, self.q_names, lambda: self.q))
        if p is None:
            numbers = _numbers("v", v, self.v_names, lambda: self.v)
            put = lib.noslip_point_set
        else:
            numbers = _numbers("p", p, self._names("momentum"), lambda: self.p)
            put = lib.noslip_point_set_momenta
        moving, _ = arguments.doubles(numbers)
        self._call(put, time, there, moving)

    @property
    def t(self) -> float:
        """The time."""
        return float(lib.noslip_point_time(self._pointer))

    @property
    def q(self) -> Array:
        """The positions; of a model of states these."""
        state = self.state
        return np.array([state[name] for name in self.q_names])

    @property
    def v(self) -> Array:
        """The velocities, n."""
        if not self._n:
            return np.empty(0)
        return self._filled(lambda v: lib.noslip_point_motion(self._pointer, v, ffi.NULL), self._n)

    @property
    def p(self) -> Array:
        """The momenta, n."""
        return self._filled(lambda p: lib.noslip_point_motion(self._pointer, ffi.NULL, p), self._n)

    # ---- mechanics

    @property
    def M(self) -> Array:
        """The mass matrix dp/dv, n x n."""
        return self._filled(lambda M: lib.noslip_point_mass(self._pointer, M), self._n, self._n)

    @property
    def forces(self) -> Array:
        """The forces f, n: L_q and those of the model, without those of the constraints."""
        return self._filled(lambda f: lib.noslip_point_forces(self._pointer, f), self._n)

    @property
    def residuals(self) -> Array:
        """The residuals of the constraints, m; of a contact its gap."""
        return self._filled(
            lambda r: lib.noslip_point_constraints(self._pointer, r, ffi.NULL), self._m)

    @property
    def rates(self) -> Array:
        """The time derivatives of the constraints, m; of nonholonomic ones the residuals again."""
        return self._filled(
            lambda r: lib.noslip_point_constraints(self._pointer, ffi.NULL, r), self._m)

    @property
    def jacobian(self) -> Array:
        """The derivatives J of the constraints, m x n."""
        return self._filled(lambda J: lib.noslip_point_jacobian(self._pointer, J), self._m, self._n)

    @property
    def accelerations(self) -> Array:
        """The derivatives of the velocities, n, with which the constraints hold on.

        Raises `StepError` if they do not follow from the point.
        """
        return self._filled(
            lambda a: lib.noslip_point_accelerations(self._pointer, a, ffi.NULL), self._n)

    @property
    def multipliers(self) -> Array:
        """The multipliers that go with `accelerations`, m; 0 of contacts."""
        a = np.empty(self._n)
        there = ffi.cast("double *", a.ctypes.data)
        return self._filled(
            lambda m: lib.noslip_point_accelerations(self._pointer, there, m), self._m)

    # ---- what a run shows

    @property
    def energy(self) -> float:
        """The energy; NaN of a bare DAE, which has none."""
        return float(self._asked(lambda: lib.noslip_point_energy(self._pointer)))

    @property
    def state(self) -> Values:
        """Positions and velocities by name."""
        return self._now("state")

    # ---- calls

    def _names(self, group: str) -> tuple[str, ...]:
        model = self.model._pointer
        return tuple(_call.text(lib.noslip_model_entry_name(model, GROUPS[group], i))
                     for i in range(lib.noslip_model_entry_count(model, GROUPS[group])))

    def _now(self, group: str) -> Values:
        names = self._names(group)
        return Values(self._asked(lambda: _call.copied(
            lib.noslip_point_values(self._pointer, GROUPS[group]), len(names))), names)

    def _value(self, name: bytes) -> float:
        return float(self._asked(lambda: lib.noslip_point_value(self._pointer, name)))

    def _asked(self, ask: Callable[[], Any]) -> Any:
        """Return what the library says; a function of the model may raise."""
        with self._context.lock:
            found = ask()
            if self.model._failures:
                self.model._failures.raise_error()
        return found

    def _call(self, function: Any, *given: Any) -> None:
        with self._context.lock:
            self._context.check(self._asked(lambda: function(self._pointer, *given)))

    def _filled(self, fill: Callable[[Any], Any], *shape: int) -> Array:
        """Return an array that the library fills in."""
        # not empty, so that the library sees an array, and refuses what the model does not have
        room = np.empty(max(1, int(np.prod(shape))))
        with self._context.lock:
            self._context.check(self._asked(
                lambda: fill(ffi.cast("double *", room.ctypes.data))))
        return room[:int(np.prod(shape))].reshape(shape)


def _numbers(what: str, given: Any, names: tuple[str, ...], present: Callable[[], Array]) -> Array:
    """Return all numbers of q, v or p, from an array or from some by name."""
    if given is None:
        return present()
    if isinstance(given, Mapping):
        numbers = present()
        for name, value in given.items():
            if name not in names:
                raise OptionError(f"`{name}` is not among {what}: {', '.join(names)}")
            numbers[names.index(name)] = value
        return numbers
    numbers = np.asarray(given, dtype=np.float64).ravel()
    if len(numbers) != len(names):
        raise OptionError(f"{what} has {len(numbers)} numbers, expected {len(names)}: "
                          f"{', '.join(names)}")
    return numbers


def at(model: Model, q: Any = None, v: Any = None, *, p: Any = None,
       t: Optional[float] = None) -> Point:
    """Return a model at a point: `Model.at`, which has the meaning of the parameters."""
    context, pointer = Context(), ffi.new("noslip_point **")
    with model._context.lock:
        status = lib.noslip_point_new(context.pointer, model._pointer, pointer)
    if model._failures:
        model._failures.raise_error()
    context.check(status)
    point = Point(model, context, pointer[0])
    if not (q is None and v is None and p is None and t is None):
        point.set(q, v, p=p, t=t)
    return point


def _there(model: Model, q: Array, moving: Array, by_momenta: bool, t: float) -> Point:
    """Return a point that was pickled."""
    return at(model, q, p=moving, t=t) if by_momenta else at(model, q, moving, t=t)
