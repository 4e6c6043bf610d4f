"""What a run has shown: its report, verdicts, events."""

from __future__ import annotations

import json
from dataclasses import dataclass, fields
from typing import Any

from . import _call
from ._lib import ffi, lib


@dataclass(frozen=True)
class Event:
    """What happened at a contact: `kind` is "impact", "off", ...; `name` that of the contact."""

    time: float
    kind: str
    name: str
    impulse: float
    energy_before: float
    energy_after: float


@dataclass(frozen=True)
class Verdict:
    """What a run has shown of a claim: "kept", "not kept", "not resolved" or "not measured"."""

    what: str
    claim: str
    verdict: str
    value: float
    reason: str

    def __str__(self) -> str:
        claimed = f" (claimed: {self.claim})" if self.claim else ""
        return f"{self.verdict}: {self.what}: {self.reason}{claimed}"


@dataclass(frozen=True)
class Report:
    """How a run went so far. Errors are the largest over all nodes; NaN: there is none.

    The fields are those of `noslip_report` in noslip/run.h. `text` is what `noslip run` prints.
    """

    model: str
    method: str
    step: float
    time: float
    steps: int
    energy_initial: float
    energy_final: float
    energy_max_error: float
    energy_trend: float
    energy_is_invariant: bool
    constraint_max_error: float
    newton_iterations: int
    newton_max_per_step: int
    newton_failed_iterations: int
    newton_factorisations: int
    right_hand_sides: int
    steps_accepted: int
    steps_rejected: int
    wall_seconds: float
    constraint_scaled_error: float
    average_step: float
    interpreted_steps: int
    warnings: tuple[str, ...]
    constraint_errors: dict[str, float]
    constraint_scaled_errors: dict[str, float]
    invariant_initial: dict[str, float]
    invariant_errors: dict[str, float]
    exact_errors: dict[str, float]
    exact_max_errors: dict[str, float]
    found: dict[str, tuple[float, float]]

    def __str__(self) -> str:
        lines = [f"{self.model}: {self.steps} steps of {self.method} with h = {self.step:.10g}, "
                 f"to t = {self.time:.10g}",
                 f"energy {self.energy_initial:.10g}, largest error {self.energy_max_error:.2g}",
                 f"constraints {self.constraint_max_error:.2g}"]
        return "\n".join(lines)


def _named(names: tuple[str, ...], values: Any) -> dict[str, float]:
    return {name: values[i] for i, name in enumerate(names)} if values else {}


def report_of(run: Any) -> Report:
    """Return the report of a run."""
    report = ffi.new("noslip_report *")
    lib.noslip_run_report_sized(run, report, ffi.sizeof("noslip_report"))
    plain = _call.scalars(report[0])
    wanted = {field.name for field in fields(Report)}
    constraints = _names(run, lib.NOSLIP_CONSTRAINT)
    invariants = _names(run, lib.NOSLIP_INVARIANT)
    exact = _call.names(report.exact_names, report.nexact)
    return Report(
        **{name: value for name, value in plain.items() if name in wanted},
        warnings=_call.names(report.warnings, report.nwarning),
        constraint_errors=_named(constraints, report.constraint_errors),
        constraint_scaled_errors=_named(constraints, report.constraint_scaled_errors),
        invariant_initial=_named(invariants, report.invariant_initial),
        invariant_errors=_named(invariants, report.invariant_errors),
        exact_errors=_named(exact, report.exact_errors),
        exact_max_errors=_named(exact, report.exact_max_errors),
        found={_call.text(f.name): (f.to, getattr(f, "from"))
               for f in report.found[0:report.nfound]} if report.nfound else {})


def _names(run: Any, group: int) -> tuple[str, ...]:
    return tuple(_call.text(lib.noslip_run_name(run, group, i))
                 for i in range(lib.noslip_run_count(run, group)))


def event_of(event: Any) -> Event:
    """Return noslip_event as an Event."""
    return Event(**_call.scalars(event[0]))


def verdict_of(verdict: Any) -> Verdict:
    """Return noslip_verdict as a Verdict."""
    return Verdict(what=_call.text(verdict.what), claim=_call.text(verdict.claim),
                   verdict=_call.text(lib.noslip_verdict_text(verdict.word)),
                   value=verdict.value, reason=_call.text(verdict.reason))


def _owned_text(pointer: Any) -> str:
    """Return a text that was made for us, and free it."""
    if not pointer:
        raise MemoryError("noslip: no memory")
    try:
        return _call.text(pointer)
    finally:
        lib.python_free(pointer)


def printed(run: Any, planned: int) -> str:
    """Return what `noslip run` prints at the end."""
    return _owned_text(lib.python_report(run, planned))


def as_json(run: Any) -> dict[str, Any]:
    """Return what `noslip run --json` prints."""
    found: dict[str, Any] = json.loads(_owned_text(lib.python_json(run, ffi.NULL)))
    return found
