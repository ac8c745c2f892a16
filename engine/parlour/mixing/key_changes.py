"""Rules that change different keys of one zone, variable or mark: each changes its keys, and all changes count.

A rule writes the whole declaration again. So its changes are the keys that differ from the declaration that it
replaces.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import replace

from parlour.documents.composition import Member
from parlour.documents.document import Mapping, Pair, flat

SECTIONS = ("zones", "state", "marks")
# Expressions, which only see the options of their own document.
_COMPUTED = ("columns", "room", "sorted-by", "starts", "default")


def collisions(base: Member | None, one: Member, other: Member) -> list[str] | None:
    """Return the keys to which both members give different values. None if they can't be compared key by key."""
    if base is None or base.section not in SECTIONS or one.key.value != other.key.value:
        return None
    if not all(isinstance(m.value, Mapping) and m.only_with is None for m in (base, one, other)):
        return None
    first, second = changes(base, one), changes(base, other)
    if _computes(first) and _computes(second):
        return None
    return [key for key in first if key in second and not _same(first[key], second[key])]


def together(base: Member, members: Sequence[Member]) -> Member:
    """Return one member with the changes of all of them."""
    made_of = next((m for m in members if _computes(changes(base, m))), members[-1])
    assert isinstance(made_of.value, Mapping), "only mappings have keys"
    entries = {entry.key.value: entry for entry in made_of.value.entries}
    for member in members:
        for key, entry in changes(base, member).items():
            if entry is None:
                entries.pop(key, None)
            else:
                entries[key] = entry
    others = tuple(member for member in members if member is not made_of)
    return replace(made_of, value=replace(made_of.value, entries=tuple(entries.values())), mixed=others)


def changes(base: Member, member: Member) -> dict[str, Pair | None]:
    """Return the entries that a member has and its base hasn't, and none for each key that only the base has."""
    assert isinstance(base.value, Mapping), "only mappings have keys"
    assert isinstance(member.value, Mapping), "only mappings have keys"
    found: dict[str, Pair | None] = {}
    for key in dict.fromkeys((*base.value.keys(), *member.value.keys())):
        before, now = base.value.entry(key), member.value.entry(key)
        if key != "instead" and not _same(before, now):
            found[key] = now
    return found


def _computes(found: Container[str]) -> bool:
    return any(key in found for key in _COMPUTED)


def _same(one: Pair | None, other: Pair | None) -> bool:
    if one is None or other is None:
        return one is other
    return flat(one.value) == flat(other.value)
