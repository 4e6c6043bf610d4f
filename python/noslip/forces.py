"""Forces that are functions of Python, beside a model of text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Union

from ._call import Arguments
from .callables import Function, Functions
from .introspect import Coordinate

Force = Union[Function, tuple[Function, Function]]


def entries(on: str, coordinates: Sequence[Coordinate]) -> int:
    """Return how many numbers a force on something has; 1 of what the library will not know.

    Examples
    --------
    >>> import noslip
    >>> every = noslip.load(noslip.shipped("rattleback")).coordinates
    >>> [entries(on, every) for on in ("x", "x[2]", "omega")]
    [3, 1, 3]
    """
    whole = sum(len(c.velocities) for c in coordinates if on in (c.name, c.family))
    named = sum(name.startswith(on + "[") for c in coordinates for name in c.velocities)
    return whole or named or 1


def functions_of(coordinates: Sequence[Coordinate]) -> Functions:
    """Return what calls forces of a model that has these coordinates."""
    return Functions(sum(len(c.positions) for c in coordinates),
                     sum(len(c.velocities) for c in coordinates))


def structs(arguments: Arguments, functions: Functions, forces: Mapping[str, Force],
            coordinates: Sequence[Coordinate]) -> Any:
    """Return an array of noslip_extra_force."""
    items = []
    for on, given in forces.items():
        force, derivatives = given if isinstance(given, tuple) else (given, None)
        k, n = entries(on, coordinates), functions.nv
        item = {"on": arguments.text(on), "force": functions.array(force, (k,))}
        if derivatives is not None:
            item["derivatives"] = functions.array(derivatives, (k, n), (k, n))
        items.append(item)
    return arguments.new("noslip_extra_force[]", items)
