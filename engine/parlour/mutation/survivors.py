"""Turns survivors into findings, with the reasons why some of them need no example.

Reasons are comments in the ruleset; which findings they ignore is decided elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
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
    around = (s.span for s in _scalars(mutant.document.node) if s.span.start <= place.start and place.end <= s.span.end)
    text = next(around, place)
    return text if "\n" in text.text and not text.text.startswith("|") else place


def _scalars(node: doc.Node) -> Iterator[doc.Scalar]:
    match node:
        case doc.Scalar():
            yield node
        case doc.Mapping(entries=entries):
            for entry in entries:
                yield from _scalars(entry.value)
        case doc.Sequence(items=items):
            for item in items:
                yield from _scalars(item)
