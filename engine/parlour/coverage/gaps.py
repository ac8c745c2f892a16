"""Findings about parts that no example exercises."""

from __future__ import annotations

from parlour.base.diagnostics import Diagnostic
from parlour.coverage.measuring import Coverage, Exercised

CODE = "uncovered"


def gap(exercised: Exercised) -> Diagnostic:
    """The finding about something that no example exercises, or none of the ruleset's own."""
    item = exercised.item
    by_others = " in its own examples" if exercised.all else ""
    return Diagnostic(CODE, f"{item.name}: {exercised.need.missing}{by_others}", item.span, "note")


def gaps(coverage: Coverage) -> tuple[Diagnostic, ...]:
    """The findings about everything that no example exercises."""
    return tuple(gap(e) for document in coverage.documents for e in coverage.of(document) if not e.all)
