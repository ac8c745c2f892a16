"""Compares the relations that rules state with the clashes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from parlour.comparison.pair_results import KINDS, KindName, PairResult
from parlour.documents import document as doc
from parlour.documents.composition import Document, scalars
from parlour.documents.document import Mapping as MappingNode
from parlour.documents.document import Node
from parlour.mixing.needs import groups_of, needs, reason_for

Key = Literal["needs", "excludes", "advises", "advises-against", "group", "with", "order", "switchable", "because"]
KEYS: tuple[Key, ...] = ("needs", "excludes", "advises", "advises-against")
AGAINST: tuple[Key, ...] = ("excludes", "advises-against", "group")
TELLING: tuple[KindName, ...] = ("incompatible", "dead", "undone", "overridden", "both-ask")
"""The clashes that players can't see coming: a rule must speak of them. `why` names the clause that refuses a play, and
the list of moves shows both uses of a card."""


@dataclass(frozen=True)
class Stated:
    """A rule that mentions another rule. `reason` is its `because`, or empty."""

    speaker: str
    key: Key
    other: str
    reason: str = ""


@dataclass(frozen=True)
class AdviceDifference:
    """A relation without a clash, or a clash without a relation; `message` is a sentence."""

    kind: Literal["not-derived", "not-stated"]
    rules: tuple[str, str]
    key: str
    message: str


def stated(one: Document, other: Document, rules: Mapping[str, Document]) -> tuple[Stated, ...]:
    """All relations that two rules state about each other. A rule can't be with another one if it can't be with what
    that needs."""
    relations = [*_relations(one, other), *_relations(other, one)]
    for speaker, needing in ((one, other), (other, one)):
        excluded = {*speaker.strings("excludes")} - {needing.id}
        if any(needs(needing, id, rules.values()) for id in excluded):
            relations.append(Stated(speaker.id, "with", needing.id))
    if groups_of(one) & groups_of(other):
        relations.append(Stated(one.id, "group", other.id))
    return tuple(relations)


def _relations(speaker: Document, other: Document) -> Iterator[Stated]:
    reason = reason_for(speaker, other.id)
    for key in KEYS:
        if other.id in speaker.strings(key):
            yield Stated(speaker.id, key, other.id, reason)
    with_ = speaker.node.get("with")
    if isinstance(with_, MappingNode) and with_.get(other.id) is not None:
        yield Stated(speaker.id, "with", other.id, reason)
    if switches(speaker, other):
        yield Stated(speaker.id, "switchable", other.id, reason)
    if other.id in _ordered(speaker.node.get("when")):
        yield Stated(speaker.id, "order", other.id, reason)
    if reason:
        yield Stated(speaker.id, "because", other.id, reason)


def switches(speaker: Document, other: Document) -> bool:
    """True if a rule makes another one switchable."""
    return other.id in speaker.strings("switchable")


def _ordered(node: Node | None) -> Iterator[str]:
    """Return the rules that the hooks of a document name under `earlier-than` and `later-than`."""
    if isinstance(node, doc.Sequence):
        for item in node.items:
            yield from _ordered(item)
    if isinstance(node, MappingNode):
        for entry in node.entries:
            if entry.key.value in ("earlier-than", "later-than"):
                yield from (item.value for item in scalars(entry.value))
            else:
                yield from _ordered(entry.value)


def differences(result: PairResult, relations: Sequence[Stated]) -> Iterator[AdviceDifference]:
    """Yield the relations that the search didn't confirm, and the clashes that the rules don't state."""
    telling = [kind for kind in result.kinds if kind in TELLING]
    if telling and not relations:
        titles = ", ".join(KINDS[kind].title for kind in telling)
        one, other = result.rules
        yield AdviceDifference("not-stated", result.rules, titles, f"`{one}` and `{other}` don't mention each other")
    if result.status in ("no-positions", "other-table", "group"):
        return  # nothing could be compared
    for each in relations:
        if each.reason or each.key not in KEYS or _confirmed(result, each):
            continue
        verb = {"needs": "needs", "excludes": "excludes", "advises": "advises", "advises-against": "advises against"}
        message = f"`{each.speaker}` {verb[each.key]} `{each.other}`, but no position shows why"
        yield AdviceDifference("not-derived", (each.speaker, each.other), each.key, message)


def _confirmed(result: PairResult, relation: Stated) -> bool:
    if relation.key in AGAINST:
        return bool(result.clashes)
    return relation.speaker in result.depends
