"""The order of the rules in a mix: the same for the same rules, in any order of naming."""

from __future__ import annotations

from collections.abc import Iterable

from parlour.documents import document as doc
from parlour.documents.composition import Document, Use


def ordered(uses: Iterable[Use]) -> tuple[Use, ...]:
    """Return the rules in the order of their mix."""
    waiting = {use.rule.id: use for use in sorted(uses, key=lambda use: use.rule.id)}
    before = {id: _names(use.rule) for id, use in waiting.items()}
    order: list[Use] = []
    while waiting:
        order.append(waiting.pop(_first(list(waiting), before)))
    return tuple(order)


def _first(waiting: list[str], before: dict[str, tuple[set[str], ...]]) -> str:
    """Return the first rule that waits for no other. If rules wait for each other, ignore advice first, and needs
    last."""
    left = set(waiting)
    for weak in range(3):
        for id in waiting:
            if all(named.isdisjoint(left - {id}) for named in before[id][weak:]):
                return id
    return waiting[0]


def _names(rule: Document) -> tuple[set[str], ...]:
    """Return the ids of the rules that this rule refers to: in its advice, under `with:`, and in its needs."""
    met = {*doc.keys_in(rule.node.get("with"))}
    advised, needed = ({*rule.strings(key)} for key in ("advises", "needs"))
    return advised, met, needed
