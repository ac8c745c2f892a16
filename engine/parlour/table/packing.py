"""Packs the choices of an action into one number: a mixed radix with the first slot as the most significant digit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod

from parlour import program as p
from parlour.program.operators import BOUND
from parlour.table.layout import Layout


@dataclass(frozen=True)
class Digit:
    """A slot's values are `-bias .. radix - bias - 1`."""

    radix: int
    bias: int = 0


def digit(layout: Layout, slot: p.Slot) -> Digit:
    kind = slot.type.kind
    if slot.form == "places":
        return Digit(1 + max([layout.pack.count, *(i.room for i in layout.instances)]))
    if slot.form == "guises":
        return Digit(layout.pack.values)
    if slot.many:
        return Digit(1 << members_of(layout, kind, slot.type.name))
    if kind == "int":
        return Digit(2 * BOUND, BOUND)
    return Digit(members_of(layout, kind, slot.type.name))


def choices_of(layout: Layout, arm: p.Arm) -> int:
    """The number of choices that an action can have: each number below it is one."""
    return prod(digit(layout, slot).radix for slot in arm.slots)


def members_of(layout: Layout, kind: p.Kind, name: str) -> int:
    """The number of different values, or of members for a set to choose from."""
    match p.MEMBERS.get(kind, kind):
        case "card":
            return layout.pack.size
        case "rank":
            return len(layout.pack.design.ranks)
        case "suit":
            return len(layout.pack.design.suits)
        case "colour":
            return len(layout.pack.design.colours)
        case "bool":
            return 2
        case "player":
            return layout.players
        case "side":
            return len(layout.sides)
        case "zone":
            return len(layout.instances)
        case _:
            return len(dict(layout.program.enums)[name])


@dataclass(frozen=True)
class Packing:
    """All slots of one action."""

    digits: tuple[Digit, ...]

    @classmethod
    def of(cls, layout: Layout, arm: p.Arm) -> Packing:
        return cls(tuple(digit(layout, slot) for slot in arm.slots))

    def fits(self, values: Sequence[int]) -> bool:
        """True if all values are in range."""
        return all(0 <= v + d.bias < d.radix for d, v in zip(self.digits, values, strict=True))

    def pack(self, values: Sequence[int]) -> int:
        number = 0
        for d, v in zip(self.digits, values, strict=True):
            assert 0 <= v + d.bias < d.radix, "a choice is out of its range"
            number = number * d.radix + v + d.bias
        return number

    def unpack(self, number: int) -> tuple[int, ...]:
        values = []
        for d in reversed(self.digits):
            number, v = divmod(number, d.radix)
            values.append(v - d.bias)
        return tuple(reversed(values))
