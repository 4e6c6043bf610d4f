"""Models made of functions of Python: for what no expression can say.

They are called at every iteration of every step, so a run is a hundred times slower than one of a
text. A table, a spline or a code that exists already may be worth it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Optional

from ._call import Arguments, Context
from ._lib import ffi, lib
from .callables import Function, Functions
from .model import Model

PROMISES = {name: getattr(lib, "NOSLIP_" + name.upper()) for name in (
    "autonomous", "quadratic", "constant_mass", "identity_mass", "separable", "affine_constraints",
    "linear_constraints", "linear_multipliers")}


@dataclass(frozen=True)
class Nonholonomic:
    """Constraints phi(t, q, v) = 0, and their derivatives, each a function of (t, q, v).

    `phi` returns one number for each name; `phi_v` and `phi_q` are count x n. What is left out is
    formed by differences.
    """

    phi: Function
    names: Sequence[str]
    phi_v: Optional[Function] = None
    phi_q: Optional[Function] = None
    phi_t: Optional[Function] = None


@dataclass(frozen=True)
class Holonomic:
    """Constraints g(t, q) = 0, and their derivatives; `bias` is a function of (t, q, v)."""

    g: Function
    names: Sequence[str]
    g_q: Optional[Function] = None
    g_t: Optional[Function] = None
    bias: Optional[Function] = None


def from_functions(lagrangian: Optional[Function] = None, *, hamiltonian: Optional[Function] = None,
                   coordinates: Sequence[str], q: Any = None, v: Any = None, p: Any = None,
                   gradient: Optional[Function] = None, hessian: Optional[Function] = None,
                   gradient_t: Optional[Function] = None, energy: Optional[Function] = None,
                   force: Optional[Function] = None, force_derivatives: Optional[Function] = None,
                   nonholonomic: Optional[Nonholonomic] = None,
                   holonomic: Optional[Holonomic] = None,
                   invariants: Optional[Mapping[str, Function]] = None,
                   observables: Optional[Mapping[str, Function]] = None,
                   angles: Sequence[str] = (), promises: Sequence[str] = (), size_q: Any = None,
                   size_x: Any = None, unchecked: bool = False, name: str = "functions",
                   title: Optional[str] = None) -> Model:
    """Make a model of functions of Python. Slow: prefer a text or SymPy where they can say it.

    Arrays that a function is given are valid during the call; copy what has to stay. The same
    arguments give the same numbers during a step. Where a function is not defined it returns NaN:
    Newton's method looks a little beyond the motion, and the checks beyond the start. An exception
    ends the step, and comes out of it.

    Parameters
    ----------
    lagrangian, hamiltonian : callable
        One of them: L(t, q, v) or H(t, q, p).
    coordinates : sequence of str
        Their names; n of them.
    q, v, p : array_like, optional
        Where it starts; v of a lagrangian, p of a hamiltonian. Without them 0.
    gradient : callable, optional
        (L_q, L_v), or (H_q, H_p). Differences without it: a warning says so.
    hessian : callable, optional
        (L_vv, L_vq, L_qq), each n x n.
    gradient_t, energy, force : callable, optional
        L_vt; the energy, if it is not v.L_v - L; the generalised force, n numbers.
    force_derivatives : callable, optional
        (F_q, F_v), n x n each.
    nonholonomic : Nonholonomic, optional
    holonomic : Holonomic, optional
    invariants, observables : mapping of str to callable, optional
        Numbers of a `noslip.callables.Node`.
    angles : sequence of str
        Coordinates that are 2 pi-periodic in all functions.
    promises : sequence of str
        What is known beyond the numbers, which makes steps cheaper: "autonomous", "quadratic",
        "constant_mass", "identity_mass", "separable", "affine_constraints",
        "linear_constraints", "linear_multipliers" (noslip/callbacks.h).
    size_q, size_x : array_like, optional
        Over which changes the functions vary; steps of differences follow from them.
    unchecked : bool
        Take derivatives and promises on trust.

    Examples
    --------
    >>> import numpy as np, noslip
    >>> oscillator = noslip.from_functions(
    ...     lambda t, q, v: v[0]**2/2 - q[0]**2/2, coordinates=["x"], q=[1],
    ...     gradient=lambda t, q, v: ([-q[0]], [v[0]]),
    ...     promises=["autonomous", "separable", "identity_mass"])
    >>> r = oscillator.run(method="rattle", step=0.01, until=1)
    >>> bool(abs(r["x"][-1] - np.cos(1)) < 1e-5)
    True
    """
    n = len(coordinates)
    arguments, functions = Arguments(), Functions(n, n)
    main = lagrangian if lagrangian is not None else hamiltonian
    if main is None or (lagrangian is not None and hamiltonian is not None):
        raise TypeError("a model has either a lagrangian or a hamiltonian")
    unknown = sorted(set(promises) - set(PROMISES))
    if unknown:
        raise ValueError(f"unknown promise `{unknown[0]}`; there are {', '.join(PROMISES)}")
    listed, _ = arguments.texts(coordinates)
    fields = arguments.struct(
        "noslip_callbacks", name=arguments.text(name), title=arguments.text(title),
        form=lib.NOSLIP_LAGRANGIAN if lagrangian is not None else lib.NOSLIP_HAMILTONIAN,
        coordinates=n, coordinate=listed,
        angle=arguments.new("bool[]", [c in angles for c in coordinates]),
        start_q=_start(arguments, q, n), start_x=_start(arguments, p if v is None else v, n),
        function=functions.scalar(main), gradient=functions.array(gradient, (n,), (n,)),
        hessian=functions.array(hessian, (n, n), (n, n), (n, n)),
        gradient_t=functions.array(gradient_t, (n,)), energy=functions.scalar(energy),
        force=functions.array(force, (n,)),
        force_derivatives=functions.array(force_derivatives, (n, n), (n, n)),
        promises=sum(PROMISES[p] for p in set(promises)), size_q=_start(arguments, size_q, n),
        size_x=_start(arguments, size_x, n), unchecked=unchecked)
    m = _constrain(fields, arguments, functions, nonholonomic, holonomic)
    fields.invariants, fields.ninvariant = _quantities(arguments, functions, invariants, m)
    fields.observables, fields.nobservable = _quantities(arguments, functions, observables, m)
    fields.uses_multipliers = m > 0 and bool(invariants or observables)
    return _bound(arguments, functions, fields)


def _bound(arguments: Arguments, functions: Functions, fields: Any) -> Model:
    context, pointer = Context(), ffi.new("noslip_model **")
    status = lib.noslip_model_bind_sized(context.pointer, fields, ffi.sizeof("noslip_callbacks"),
                                         pointer)
    made = Model(context, pointer[0], _no_text, None, functions.failures, functions, arguments)
    functions.failures.raise_error()
    context.check(status)
    return made


def _start(arguments: Arguments, given: Any, n: int) -> Any:
    if given is None:
        return None
    numbers, count = arguments.doubles(given)
    if count != n:
        raise ValueError(f"expected {n} numbers, one for each coordinate, not {count}")
    return numbers


def _constrain(fields: Any, arguments: Arguments, functions: Functions,
               nonholonomic: Optional[Nonholonomic], holonomic: Optional[Holonomic]) -> int:
    """Fill in constraints; returns how many there are."""
    n, all_of_them = functions.nv, 0
    for part, given, first in ((fields.nonholonomic, nonholonomic, "phi"),
                               (fields.holonomic, holonomic, "g")):
        if given is None:
            continue
        m = part.count = len(given.names)
        part.names, _ = arguments.texts(given.names)
        all_of_them += m
        shapes = {first: (m,), first + "_v": (m, n), first + "_q": (m, n), first + "_t": (m,),
                  "bias": (m,)}
        for name, shape in shapes.items():
            function = getattr(given, name, None)
            if function is not None:
                place = first == "g" and name != "bias"
                setattr(part, name,
                        (functions.place if place else functions.array)(function, shape))
    return all_of_them


def _quantities(arguments: Arguments, functions: Functions,
                given: Optional[Mapping[str, Function]], m: int) -> tuple[Any, int]:
    items = [{"name": arguments.text(name), "value": functions.quantity(function, m)}
             for name, function in (given or {}).items()]
    return (arguments.new("noslip_quantity[]", items), len(items)) if items else (ffi.NULL, 0)


def _no_text(settings: Any) -> Model:
    raise TypeError("a model made of functions has no text to be read again: it cannot be pickled, "
                    "and has no other settings; make it again with from_functions")


