"""Turns survivors into findings, with the reasons why some of them need no example.

Reasons are comments in the ruleset; which findings they ignore is decided elsewhere.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from parlour.base.diagnostics import Diagnostic
from parlour.base.source import Span
from parlour.documents import document as doc
from parlour.mutation.mutants import Mutant
from parlour.mutation.report import Tried
from parlour.mutation.verdicts import Verdict

CODE = "survived"


def finding(mutant: Mutant) -> Diagnostic:
    """The finding about a mutant that survived."""
    message = f"no example notices {mutant.id} ({mutant.operator}): {mutant.sentence}"
    return Diagnostic(CODE, message, _commented(mutant), "note")


def findings(tried: Tried) -> tuple[Diagnostic, ...]:
    return tuple(finding(mutant) for mutant, verdict in tried.verdicts if verdict.status == "survived")


def explained(tried: Tried, reasons: Mapping[Diagnostic, str]) -> Tried:
    """The results, where survivors with a reason count as explained."""
    return replace(tried, verdicts=tuple((m, _explained(m, v, reasons)) for m, v in tried.verdicts))


def _explained(mutant: Mutant, verdict: Verdict, reasons: Mapping[Diagnostic, str]) -> Verdict:
    reason = reasons.get(finding(mutant)) if verdict.status == "survived" else None
    return verdict if reason is None else replace(verdict, status="explained", note=f"because {reason}")


def _commented(mutant: Mutant) -> Span:
    """The place of the mutant; in code of several lines without room for comments, all of it."""
    place = mutant.place
    spans = (scalar.span for scalar in doc.inner_scalars(mutant.document.node))
    text = next((span for span in spans if span.start <= place.start and place.end <= span.end), place)
    return text if "\n" in text.text and not text.text.startswith("|") else place
