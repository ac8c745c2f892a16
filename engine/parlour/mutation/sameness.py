"""Tests whether two Programs are the same game: equal except for the places in their sources."""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace

from parlour import program as p
from parlour.program.walking import substitute

# The code has the values of options, and not their names.
NOT_PLAYED = ("digest", "digests", "options", "origin", "rules", "settled", "text", "title")


def same_table(one: p.Program, other: p.Program) -> bool:
    """True if the states of both are comparable: the same pack, zones and marks, and variables of the same types."""
    declared = ((_numbered(x.deck), x.enums, x.records, x.zones, x.marks) for x in (one, other))
    mine, yours = ({v.name: (v.type, v.keys, v.seen) for v in x.variables} for x in (one, other))
    sides, others = dict(one.sides), dict(other.sides)
    return (
        same(*declared)
        and all(sides[players] == others[players] for players in sides.keys() & others.keys())
        and all(same(mine[name], yours[name]) for name in mine.keys() & yours.keys())
    )


def same_questions(one: p.Program, other: p.Program) -> bool:
    """True if a move has the same number in both."""
    return same(*(tuple((q.name, *((a.id, a.notation) for a in q.arms)) for q in x.questions) for x in (one, other)))


def _numbered(deck: p.Deck) -> p.Deck:
    """Return the pack with its local renumbered: one step more or less changes the numbers of all locals."""
    return replace(deck, card=0, use=substitute(deck.use, {deck.card: p.Local(0)}) if deck.use is not None else None)


def same(one: object, other: object) -> bool:
    """True if two nodes, or tuples of nodes, differ only in places and prose."""
    left = [(one, other)]
    while left:
        a, b = left.pop()
        if a is b:
            continue
        kind = type(a)
        if kind is not type(b):
            return False
        if isinstance(a, tuple) and isinstance(b, tuple):
            if len(a) != len(b):
                return False
            left.extend(zip(a, b, strict=True))
        elif is_dataclass(a):
            if not isinstance(a, p.Origin):
                left.extend((getattr(a, name), getattr(b, name)) for name in _names[kind])
        elif a != b:
            return False
    return True


class _Names(dict[type, tuple[str, ...]]):
    """The fields to compare of each class, computed once."""

    def __missing__(self, of: type) -> tuple[str, ...]:
        names = self[of] = tuple(f.name for f in fields(of) if f.name not in NOT_PLAYED)
        return names


_names = _Names()
