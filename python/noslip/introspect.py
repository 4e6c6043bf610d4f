"""What a model has, without a run: coordinates, constraints, initial values, equations."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, Optional, TypeVar

from . import _call
from ._call import Context, Handle
from ._lib import ffi, lib

Made = TypeVar("Made")


@dataclass(frozen=True)
class Coordinate:
    """A coordinate; each member of a family is one of its own.

    `kind` is "real", "angle", "SO(3)", ...; `positions`, `velocities` and `momenta` are the names
    of its numbers, the last of a hamiltonian.
    """

    name: str
    kind: str
    family: str
    index: tuple[int, ...]
    positions: tuple[str, ...]
    velocities: tuple[str, ...]
    momenta: tuple[str, ...]


@dataclass(frozen=True)
class Constraint:
    """A constraint: "holonomic", "nonholonomic", "contact" or "constraint"."""

    label: str
    kind: str
    multiplier: str
    line: int


@dataclass(frozen=True)
class Crossing:
    """A `section` or a `stop` of a model."""

    name: str
    equation: str
    direction: str


@dataclass(frozen=True)
class Initial:
    """An initial value by its key; `given` by `init`, otherwise it is 0."""

    key: str
    value: float
    given: bool
    guess: bool


@dataclass(frozen=True)
class RunLine:
    """What the `run` line of a model says; None: it does not say it."""

    method: Optional[str]
    step: Optional[float]
    until: Optional[float]
    steps: Optional[int]
    every: Optional[int]


class Role(IntEnum):
    """What an equation is."""

    DEFINITION = lib.NOSLIP_EQUATION_DEFINITION
    FUNCTION = lib.NOSLIP_EQUATION_FUNCTION
    FORCE = lib.NOSLIP_EQUATION_FORCE
    CONSTRAINT = lib.NOSLIP_EQUATION_CONSTRAINT
    CONTACT = lib.NOSLIP_EQUATION_CONTACT
    RATE = lib.NOSLIP_EQUATION_RATE
    QUANTITY = lib.NOSLIP_EQUATION_QUANTITY
    MOTION = lib.NOSLIP_EQUATION_MOTION


@dataclass(frozen=True)
class Equation:
    """An equation of a model; a notebook draws it.

    `word` is that of the statement, "lagrangian"; of the equations of motion "motion".
    """

    role: Role
    word: str
    label: str
    latex: str
    mathml: str

    def _repr_latex_(self) -> str:
        return f"$\\displaystyle {self.latex}$"


def _each(model: Any, kind: str, get: Any, make: Callable[[Any], Made]) -> list[Made]:
    """Return all that a function NAME_sized(model, i, &info, size) gives."""
    info = ffi.new(f"noslip_{kind} *")
    found: list[Made] = []
    while get(model, len(found), info, ffi.sizeof(f"noslip_{kind}")):
        found.append(make(info))
    return found


def coordinates(model: Any) -> list[Coordinate]:
    """Return coordinates, states and algebraic variables."""
    def make(c: Any) -> Coordinate:
        momenta = _call.names(c.momenta, c.nvelocity) if c.momenta else ()
        return Coordinate(_call.text(c.name), _call.text(c.kind), _call.text(c.family),
                          tuple(c.index[0:c.nindex]), _call.names(c.positions, c.nposition),
                          _call.names(c.velocities, c.nvelocity), momenta)

    return _each(model, "coordinate_info", lib.noslip_model_coordinate_sized, make)


def constraints(model: Any) -> list[Constraint]:
    """Return constraints in the order of the text, then contacts."""
    return _each(model, "constraint_info", lib.noslip_model_constraint_sized,
                 lambda c: Constraint(**_call.scalars(c[0])))


def sections(model: Any) -> list[Crossing]:
    """Return the sections."""
    return _each(model, "section_info", lib.noslip_model_section_sized,
                 lambda c: Crossing(**_call.scalars(c[0])))


def stops(model: Any) -> list[Crossing]:
    """Return what ends a run."""
    return _each(model, "section_info", lib.noslip_model_stop_sized,
                 lambda c: Crossing(**_call.scalars(c[0])))


def initial(model: Any) -> list[Initial]:
    """Return the start time and the initial values."""
    return _each(model, "initial_info", lib.noslip_model_initial_sized,
                 lambda c: Initial(**_call.scalars(c[0])))


def inputs(model: Any) -> dict[str, float]:
    """Return the inputs with the values they begin with."""
    return {_call.text(lib.noslip_model_input_name(model, i)):
            lib.noslip_model_input_value(model, i)
            for i in range(lib.noslip_model_input_count(model))}


def run_line(model: Any) -> RunLine:
    """Return what the `run` line says."""
    line = ffi.new("noslip_run_line *")
    lib.noslip_model_run_line_sized(model, line, ffi.sizeof("noslip_run_line"))
    return RunLine(**{name: value or None for name, value in _call.scalars(line[0]).items()})


def equations(model: Any, context: Context) -> list[Equation]:
    """Return the equations in the order of the text, then those of motion."""
    pointer = ffi.new("noslip_equations **")
    context.check(lib.noslip_equations_new(context.pointer, model, pointer))
    every = Handle(pointer[0], lib.noslip_equations_free, [context.handle])

    def make(e: Any) -> Equation:
        return Equation(Role(e.role), _call.text(e.word), _call.text(e.label),
                        _call.text(e.latex), _call.text(e.mathml))

    return _each(every.pointer, "equation", lib.noslip_equations_get_sized, make)
