"""Relations between rules: the rules that others need, directly or through other rules, and the order of a mix.

Doesn't change a mix. The order is the same for the same rules, in any order of naming.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from parlour.base.reachable import reachable
from parlour.documents import document as doc
from parlour.documents.composition import Document, Use, scalars
from parlour.documents.document import string_at
from parlour.library.library import Library

Choose = Callable[[str, Sequence[str]], str | None]
"""A function that chooses one of several rules for a group, or None."""


def needed_by(
    rules: Iterable[Document],
    library: Library,
    choose: Choose,
    used: Collection[str] = (),
    groups: Collection[str] = (),
) -> tuple[str, ...]:
    """Return the ids of the missing rules; a rule that others need comes before them."""
    waiting = list(rules)
    have = {*used, *(rule.id for rule in waiting)}
    taken = {*groups, *(group for rule in waiting for group in groups_of(rule))}
    needed: list[str] = []
    while waiting:
        for item in scalars(waiting.pop().node.get("needs")):
            id = _wanted(item.value.split(), library, choose, taken)
            if id is None or id in have or id not in library.ids("rule"):
                continue
            have.add(id)
            needed.insert(0, id)
            rule, _ = library.find(id, ("rule",))
            if rule is not None:
                waiting.append(rule)
                taken |= groups_of(rule)
    return tuple(needed)


def needs(rule: Document, other: str, rules: Iterable[Document]) -> bool:
    """True if a rule needs another one, by name or through the rules that it needs."""
    return other in all_needs(rule, {each.id: each for each in rules})


def all_needs(rule: Document, rules: Mapping[str, Document]) -> set[str]:
    """Return everything that a rule needs by name, and through the rules that it needs."""
    return reachable(rule.strings("needs"), lambda id: rules[id].strings("needs") if id in rules else ())


def groups_of(rule: Document) -> set[str]:
    """Return the group of a rule, if it has one."""
    return {*rule.strings("group")}


def reason_for(rule: Document, other: str) -> str:
    """Return the reason under `because` for a relation to another rule, or an empty string."""
    return string_at(rule.node.get("because"), other).rstrip(".")


def _wanted(need: list[str], library: Library, choose: Choose, taken: Collection[str]) -> str | None:
    if need[:2] != ["one", "of"]:
        return " ".join(need)
    group = " ".join(need[2:])
    if group in taken:
        return None
    return choose(group, [rule.id for rule in library.listed("rule") if rule.group == group])


def ordered(uses: Iterable[Use]) -> tuple[Use, ...]:
    """Return the rules in the order of their mix."""
    waiting = {use.rule.id: use for use in sorted(uses, key=lambda use: use.rule.id)}
    before = {id: _named(use.rule) for id, use in waiting.items()}
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


def _named(rule: Document) -> tuple[set[str], ...]:
    """Return the ids of the rules that this rule refers to: in its advice, under `with:`, and in its needs."""
    met = {*doc.keys_in(rule.node.get("with"))}
    advised, needed = ({*rule.strings(key)} for key in ("advises", "needs"))
    return advised, met, needed
