"""The relations that rules state about each other: which needs which, which go well together, and which clash."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from parlour.documents.composition import Document
from parlour.mixing.needs import groups_of, reason_for

RelationKind = Literal[
    "needs", "needs-one-of", "needed-by", "switches", "switched-by", "goes-well-with", "replaces", "better-without",
    "clashes-with",
]  # fmt: skip

HEADINGS: dict[RelationKind, str] = {
    "needs": "Needs",
    "needs-one-of": "Needs one of",
    "needed-by": "Needed by",
    "switches": "Switches on and off in play",
    "switched-by": "Can be switched on and off in play by",
    "goes-well-with": "Goes well with",
    "replaces": "Takes the place of (a mix has only one of them)",
    "better-without": "Better without",
    "clashes-with": "Can't be in the same mix with",
}


@dataclass(frozen=True)
class Relation:
    """A relation of one rule to another one. The reason is a sentence without its full stop, or empty."""

    kind: RelationKind
    other: Document
    reason: str = ""


def relations_of(rule: Document, others: Iterable[Document]) -> tuple[Relation, ...]:
    """Return all relations between a rule and other rules, by kind."""
    relations = [relation for other in others if other.id != rule.id for relation in _between(rule, other)]
    return tuple(relation for kind in HEADINGS for relation in relations if relation.kind == kind)


def _between(rule: Document, other: Document) -> Iterator[Relation]:
    reason = reason_for(rule, other.id) or reason_for(other, rule.id)
    if _names(rule, "needs", other):
        yield Relation("needs" if _names_itself(rule, "needs", other) else "needs-one-of", other, reason)
    elif _names(other, "needs", rule):
        yield Relation("needed-by", other, reason)
    if _names_itself(rule, "switchable", other):
        yield Relation("switches", other)
    if _names_itself(other, "switchable", rule):
        yield Relation("switched-by", other)
    if groups_of(rule) & groups_of(other):
        yield Relation("replaces", other)
    either = {key for key in ("advises", "advises-against", "excludes") if _says(key, rule, other)}
    if "excludes" in either:
        yield Relation("clashes-with", other, reason)
    elif "advises-against" in either:
        yield Relation("better-without", other, reason)
    elif "advises" in either:
        yield Relation("goes-well-with", other, reason)


def _says(key: str, rule: Document, other: Document) -> bool:
    return _names(rule, key, other) or _names(other, key, rule)


def _names(rule: Document, key: str, other: Document) -> bool:
    """True if one rule names another one, or its group, under a key."""
    named = {*rule.strings(key)}
    return other.id in named or any(f"one of {group}" in named for group in groups_of(other))


def _names_itself(rule: Document, key: str, other: Document) -> bool:
    return other.id in rule.strings(key)
