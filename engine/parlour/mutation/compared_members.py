"""Compares a changed member in two compositions by lowering only this member, which takes a fraction of a compilation.

A member whose code is the same leaves the same game, because nothing else differs.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from parlour.documents.composition import Composition, Document, Member
from parlour.documents.document import Node
from parlour.mutation.sameness import same

ASIDE = ("bases", "examples")

Lowered = tuple[object, ...] | None


def changed_section(old: Document, new: Document) -> str | None:
    """Return the only section that differs; None if there are several, or none. The documents share all other
    nodes. Examples don't count."""
    ours, theirs = ({e.key.value: e.value for e in d.node.entries if e.key.value not in ASIDE} for d in (old, new))
    changed = [key for key in ours.keys() | theirs.keys() if ours.get(key) is not theirs.get(key)]
    return changed[0] if len(changed) == 1 else None


@dataclass
class ComparedMembers:
    """`known` has the code of one member before the change, by the identity of the composition, which stays alive in
    the entry: the mutants of a member come one after the other."""

    member: tuple[str, str] = ("", "")
    known: dict[int, tuple[Composition, Lowered]] = field(default_factory=dict)

    def same(self, before: Composition, after: Composition, section: str) -> bool:
        """True if two compositions that differ only in a section are surely the same game."""
        pairs = before.sections.get(section, ()), after.sections.get(section, ())
        if len(pairs[0]) != len(pairs[1]):
            return False
        differing = {a.name for a, b in zip(*pairs, strict=True) if not _alike(a, b)}
        if len(differing) != 1:
            return not differing and len(pairs[0]) > 0
        (name,) = differing
        ours = self._before(before, section, name)
        return ours is not None and same(ours, _lowered(after, section, name))

    def _before(self, composition: Composition, section: str, name: str) -> Lowered:
        if self.member != (section, name):
            self.member = section, name
            self.known.clear()
        if id(composition) not in self.known:
            self.known[id(composition)] = composition, _lowered(composition, section, name)
        return self.known[id(composition)][1]


def _lowered(composition: Composition, section: str, name: str) -> Lowered:
    from parlour.lang.checker import lowered_member  # slow to import, and not needed for cached mixes

    return lowered_member(composition, section, name)


def _alike(one: Member, other: Member) -> bool:
    ours, theirs = list(_nodes(one)), list(_nodes(other))
    return len(ours) == len(theirs) and all(a is b for a, b in zip(ours, theirs, strict=True))


def _nodes(member: Member) -> Iterator[Node]:
    """Yield the values of a member, of those that it replaces, and of those with changes that it has too."""
    yield member.key
    yield member.value
    for part in (*member.over, *member.mixed):
        yield from _nodes(part)
