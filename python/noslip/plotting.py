"""Panels of `Result.plot`, with matplotlib."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Optional

import numpy as np

from ._call import Array

if TYPE_CHECKING:
    from .result import Result


def split(text: str, at: str) -> list[str]:
    """Split a text at a character that stands outside of brackets.

    >>> split("x,R[1,2]:t", ":"), split("x,R[1,2]", ",")
    (['x,R[1,2]', 't'], ['x', 'R[1,2]'])
    """
    parts, depth = [""], 0
    for c in text:
        depth += {"(": 1, "[": 1, ")": -1, "]": -1}.get(c, 0)
        if c == at and depth == 0:
            parts.append("")
        else:
            parts[-1] += c
    return [part.strip() for part in parts]


def axes_of(panel: str) -> tuple[str, str]:
    """Return what is to the right and what is upwards: time is always to the right.

    >>> axes_of("x:y"), axes_of("energy:t"), axes_of("energy")
    (('x', 'y'), ('t', 'energy'), ('t', 'energy'))
    """
    parts = split(panel, ":")
    if len(parts) == 1:
        return "t", parts[0]
    if len(parts) != 2:
        raise ValueError(f"panel `{panel}`: expected one value or two, as in `x` or `x:y`")
    return ("t", parts[0]) if parts[1] == "t" else (parts[0], parts[1])


def positions(result: Result) -> list[str]:
    """Return the positions in R and the angles; of a bare DAE its states."""
    return [name for c in result.model.coordinates if c.kind in ("real", "angle", "state")
            for name in c.positions]


def usual(result: Result) -> list[str]:
    """Return panels for a result: a trajectory, the change of the energy, the constraint."""
    first = [name for name in positions(result) if name in result][:2]
    panels = [":".join(first)] if first else []
    return panels + [panel for panel, column in (("energy-error", "energy"),
                                                 ("constraint", "constraint")) if column in result]


def plot(result: Result, panels: Sequence[str], axes: Optional[Any], style: dict[str, Any]) -> Any:
    """Draw panels; `Result.plot` has the parameters."""
    wanted = list(panels) or usual(result)
    if axes is None:
        import matplotlib.pyplot as plt
        _, axes = plt.subplots(1, len(wanted), figsize=(5*len(wanted), 4), squeeze=False,
                               layout="constrained")
    each = np.atleast_1d(axes).ravel()
    for panel, where in zip(wanted, each):
        draw(result, panel, where, style)
    return each[0] if len(each) == 1 else each


def draw(result: Result, panel: str, axes: Any, style: dict[str, Any]) -> None:
    """Draw one panel."""
    right, up = axes_of(panel)
    abscissas, ordinates = split(right, ","), split(up, ",")
    for i, name in enumerate(ordinates):
        against = abscissas[min(i, len(abscissas) - 1)]
        axes.plot(values(result, against), values(result, name), label=name,
                  **{"linewidth": 1, **style})
    axes.set_xlabel(right)
    axes.set_ylabel(up)
    if len(ordinates) > 1:
        axes.legend()
    if up == "constraint" and np.any(values(result, up) > 0):
        axes.set_yscale("log")
    if right != "t" and {*abscissas, *ordinates} <= {*positions(result)}:
        axes.set_aspect("equal", adjustable="datalim")


def values(result: Result, name: str) -> Array:
    """Return what is drawn of a name."""
    if name == "energy-error":
        return np.subtract(result.energy, result.energy[0])
    return result[name]
