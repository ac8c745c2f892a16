"""The rules that rules need, and these in turn. What a mix does with them is not known here."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence

from parlour.documents.composition import Document, scalars
from parlour.library.library import Library

Choose = Callable[[str, Sequence[str]], str | None]
"""Which of these rules is to hold the place of a group, if any."""


def needed_by(
    rules: Iterable[Document],
    library: Library,
    choose: Choose,
    used: Collection[str] = (),
    groups: Collection[str] = (),
) -> tuple[str, ...]:
    """The ids of the rules that are lacking beside these; what is needed by others comes first.

    `used` are the rules that are there already, and `groups` the places that are taken. A rule that can't be found is
    left for whoever makes the mix to say.
    """
    waiting = list(rules)
    have = {*used, *(rule.id for rule in waiting)}
    taken = {*groups, *(group for rule in waiting for group in groups_of(rule))}
    found: list[str] = []
    while waiting:
        for item in scalars(waiting.pop().node.get("needs")):
            id = _wanted(item.value.split(), library, choose, taken)
            if id is None or id in have or id not in library.ids("rule"):
                continue
            have.add(id)
            found.insert(0, id)
            rule, _ = library.find(id, ("rule",))
            if rule is not None:
                waiting.append(rule)
                taken |= groups_of(rule)
    return tuple(found)


def needs(rule: Document, other: str, rules: Collection[Document]) -> bool:
    """True if a rule needs another one by name, or by what it needs."""
    by_id = {each.id: each for each in rules}
    waiting, seen = [rule], {rule.id}
    while waiting:
        for item in scalars(waiting.pop().node.get("needs")):
            if item.value == other:
                return True
            if item.value in by_id and item.value not in seen:
                seen.add(item.value)
                waiting.append(by_id[item.value])
    return False


def groups_of(rule: Document) -> set[str]:
    """The one-of place that a rule takes, if it does."""
    return {group.value for group in scalars(rule.node.get("group"))}


def _wanted(need: list[str], library: Library, choose: Choose, taken: Collection[str]) -> str | None:
    if need[:2] != ["one", "of"]:
        return " ".join(need)
    group = " ".join(need[2:])
    if group in taken:
        return None
    return choose(group, [rule.id for rule in library.listed("rule") if rule.group == group])
