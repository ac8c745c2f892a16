"""Reads `policy`, the actions that random players prefer, and adds it to the questions.

A policy changes nothing about what is allowed. Later documents count more than earlier ones: frames, rules, games.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from parlour import program as ir
from parlour.base.diagnostics import Related
from parlour.documents.composition import Document
from parlour.documents.document import Scalar, Sequence
from parlour.lang.declarations import members
from parlour.lang.replaced import was_replaced
from parlour.lang.symbols import Tables

CLASSES = {"first": ir.FIRST, "last": ir.LAST}
_ORDER = {"frame": 0, "rule": 1, "game": 2}


@dataclass(frozen=True)
class _Said:
    """What one document says about one action."""

    action: Scalar
    where: str  # `first` or `last`
    document: Document


def with_policy(tables: Tables, questions: tuple[ir.Question, ...]) -> tuple[ir.Question, ...]:
    """Return the questions, with the preference of every action."""
    preferred = {id: CLASSES[said.where] for id, said in _settled(tables).items()}
    if not preferred:
        return questions
    return tuple(
        replace(q, arms=tuple(replace(a, preference=preferred.get(a.id, ir.NEUTRAL)) for a in q.arms))
        for q in questions
    )  # fmt: skip


def _settled(tables: Tables) -> dict[str, _Said]:
    found: dict[str, _Said] = {}
    for said in sorted(_said(tables), key=lambda said: _ORDER[said.document.kind]):
        id = said.action.value
        if id not in tables.actions and not was_replaced(tables, id):
            known = sorted(tables.actions)
            tables.unknown("unknown-name", f"unknown action `{id}`", id, said.action.span, known)
        before = found.get(id)
        if before is not None and before.where != said.where:
            _differ(tables, before, said)
        found[id] = said
    return found


def _said(tables: Tables) -> Iterator[_Said]:
    for member in members(tables, "policy"):
        items = member.value.items if isinstance(member.value, Sequence) else ()
        yield from (_Said(item, member.name, member.document) for item in items if isinstance(item, Scalar))


def _differ(tables: Tables, before: _Said, said: _Said) -> None:
    """Report contradictions: within a document, or between two rules if the game doesn't decide."""
    games = [s for s in _said(tables) if s.document.kind == "game" and s.action.value == said.action.value]
    itself = before.document is said.document
    rules = before.document.kind == said.document.kind == "rule" and not games
    if itself or rules:
        related = (Related(before.action.span, f"here it is `{before.where}`"),)
        message = f"`{said.action.value}` has two different preferences"
        help_ = "remove one of them" if itself else "set it in the game"
        tables.error("policy", message, said.action.span, help=help_, related=related)
