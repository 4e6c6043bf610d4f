"""What several calls take: inputs, and names with numbers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Optional, Union

from ._call import Arguments
from ._lib import ffi

Signal = Union[float, tuple[Any, Any], tuple[Any, Any, str]]


def signals_of(arguments: Arguments, given: Optional[Mapping[str, Signal]],
               constant: bool = False) -> tuple[Any, int]:
    """Return the tables among the inputs; with `constant` numbers, too, as tables of one row."""
    items = []
    for name, value in (given or {}).items():
        if isinstance(value, tuple):
            items.append(_table(arguments, name, value))
        elif constant:
            items.append(_table(arguments, name, ([0], [float(value)])))
    return (arguments.new("noslip_signal[]", items), len(items)) if items else (ffi.NULL, 0)


def _table(arguments: Arguments, name: str, given: Any) -> dict[str, Any]:
    """Return a noslip_signal."""
    if len(given) not in (2, 3):
        raise ValueError(f"input `{name}`: expected (times, values), or (times, values, \"hold\")")
    times, n = arguments.doubles(given[0])
    values, m = arguments.doubles(given[1])
    if n != m:
        raise ValueError(f"input `{name}`: {n} times and {m} values; they go together")
    if given[2:] not in ((), ("line",), ("hold",)):
        raise ValueError(f"input `{name}`: `{given[2]}` is neither `hold` nor `line`")
    return {"name": arguments.text(name), "times": times, "values": values, "count": n,
            "hold": given[2:] == ("hold",)}


def pairs(arguments: Arguments, kind: str, given: Optional[Mapping[str, float]]) -> tuple[Any, int]:
    """Return names with their values as structs."""
    items = [{"name": arguments.text(name), "value": value}
             for name, value in (given or {}).items()]
    return (arguments.new(kind + "[]", items), len(items)) if items else (ffi.NULL, 0)
