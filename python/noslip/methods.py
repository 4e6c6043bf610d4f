"""The methods: what there is, and what treats a model."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, Optional

from . import _call
from ._call import Arguments, Context
from ._lib import ffi, lib

if TYPE_CHECKING:
    from .model import Model


@dataclass(frozen=True)
class Method:
    """A method, with what it treats and keeps.

    `name` is that of the list, "spark(s)"; `example` can be run, "spark(3)". The other fields are
    those of `noslip_method_info` in noslip/method.h.
    """

    name: str
    example: str
    order: int
    order_text: str
    order_free: int
    order_free_text: str
    adaptive: bool
    symmetric: bool
    symplectic: bool
    holonomic: bool
    nonholonomic: bool
    index2: bool
    bracket: bool
    groups: bool
    rotations: bool
    keeps_constraints: bool
    keeps_momenta: bool
    keeps_energy: bool
    bounds_energy: bool
    summary: str
    source: str
    equations: str
    overdetermined: bool
    multiplier_forces: bool
    missing: Optional[str]

    def __repr__(self) -> str:
        return f"<noslip.Method {self.name}: {self.summary}>"


def method_of(info: Any) -> Method:
    """Return noslip_method_info as a Method."""
    found = _call.scalars(info)
    wanted = {field.name for field in fields(Method)}
    return Method(**{name: "" if value is None and name != "missing" else value
                     for name, value in found.items() if name in wanted})


def methods(for_model: Optional[Model] = None) -> list[Method]:
    """Return all methods, or those that treat a model.

    Examples
    --------
    >>> import noslip
    >>> len(noslip.methods()) > 30
    True
    >>> pendulum = noslip.model("coord x\\nlagrangian x'^2/2 - x^2/2")
    >>> "rattle" in [m.name for m in noslip.methods(pendulum)]
    True
    """
    info = ffi.new("noslip_method_info *")
    size = ffi.sizeof("noslip_method_info")
    found = []
    for i in range(lib.noslip_method_count()):
        lib.noslip_method_get_sized(i, info, size)
        found.append(method_of(info[0]))
    if for_model is None:
        return found
    return [m for m in found if refusal(m.example, for_model) is None]


def method(name: str) -> Method:
    """Return a method by its name, compositions included.

    Examples
    --------
    >>> import noslip
    >>> noslip.method("compose(rattle, suzuki4)").order
    4
    """
    context, arguments = Context(), Arguments()
    info = ffi.new("noslip_method_info *")
    context.check(lib.noslip_method_find_sized(context.pointer, arguments.text(name), info,
                                               ffi.sizeof("noslip_method_info")))
    return method_of(info[0])


def refusal(name: str, model: Model) -> Optional[str]:
    """Return why a method does not treat a model; None if it does."""
    context, arguments = Context(), Arguments()
    reason = ffi.new("char **")
    with model._context.lock:
        context.check(lib.noslip_method_refusal(context.pointer, arguments.text(name),
                                                model._pointer, reason))
    return _call.text(reason[0]) if reason[0] else None
