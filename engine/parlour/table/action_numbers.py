"""Moves as sequences of action numbers, the same in every batch of a table.

A move without choices, or with one choice of a card, a seat, a word or a number of a fixed range, is one action. Any
other move begins with the number of its action of the ruleset. Then come its choices, slot after slot: the members of a
set in ascending order and `end`; a card and the face that it counts as; a single value; a large number digit by digit.
`routines/action_sequences.py` takes these actions one by one.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate

from parlour import program as p
from parlour.table.layout import Layout
from parlour.table.packing import Digit, Packing

WIDEST = 1 << 10  # values of a choice that is one action
BASE = 256  # of the digits of larger ones
SET, GUISE, VALUE = range(3)  # the forms of slots


@dataclass(frozen=True)
class NumberedArm:
    """An action of a question: its place there, its first number, and how many numbers it has. `flat`: a move is one
    number, `zero` for the choice 0."""

    place: int
    first: int
    count: int
    flat: bool
    zero: int
    packing: Packing
    forms: tuple[int, ...]  # of its slots


class ActionSpace:
    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.questions: list[list[NumberedArm]] = []
        first = parts = 0
        for question in layout.program.questions:
            arms = []
            for place, arm in enumerate(question.arms):
                made = _numbered(layout, arm, place, first)
                first += made.count
                if not made.flat:
                    digits = zip(made.packing.digits, made.forms, strict=True)
                    parts = max(parts, *(self._parts(d, form) for d, form in digits))
                arms.append(made)
            self.questions.append(arms)
        self.part = first  # the number of the first member or value of a choice that isn't flat
        self.end = first + parts  # the number that ends a set
        self.size = self.end + 1 if parts else first

    def sequence(self, question: int, move: int) -> tuple[int, ...]:
        """Return the actions of a move."""
        payload, action = divmod(move, len(self.questions[question]))
        arm = self.questions[question][action]
        values = arm.packing.unpack(payload)
        if arm.flat:
            return (arm.zero + sum(values),)
        numbers = [arm.first]
        for d, form, v in zip(arm.packing.digits, arm.forms, values, strict=True):
            numbers += [self.part + part for part in self._written(d, form, v + d.bias)]
            numbers += [self.end] if form == SET else []
        return tuple(numbers)

    def _parts(self, d: Digit, form: int) -> int:
        """The number of different parts of a choice."""
        if form == SET:
            return d.radix.bit_length() - 1
        return max(self.layout.pack.size, 1 + self.layout.pack.faces) if form == GUISE else min(d.radix, BASE)

    def _written(self, d: Digit, form: int, value: int) -> list[int]:
        """Return the parts of a choice."""
        if form == SET:
            return [k for k in range(value.bit_length()) if value >> k & 1]
        if form == GUISE:
            return [value % self.layout.pack.size, value // self.layout.pack.size]
        return [*value.to_bytes(_digits(d), "big")]

    # ------------------------------------------------------------ tables for table code

    @cached_property
    def arms(self) -> list[NumberedArm]:
        """All actions of the ruleset, in the order of their numbers."""
        return [arm for arms in self.questions for arm in arms]

    @property
    def arm_of(self) -> list[int]:
        """The place in `arms` of each number; 0 for parts of choices."""
        owners = [number for number, arm in enumerate(self.arms) for _ in range(arm.count)]
        return owners + [0] * (self.size - len(owners))

    @property
    def first_slots(self) -> list[int]:
        """The number of the first slot of each arm, and that of all slots."""
        return list(accumulate((len(arm.forms) for arm in self.arms), initial=0))

    @property
    def slots(self) -> list[tuple[int, int, int]]:
        """The form of each slot, its bias, and the number of its parts; 0 for those of a set."""
        parts = {SET: lambda d: 0, GUISE: lambda d: 2, VALUE: _digits}
        return [
            (form, d.bias, parts[form](d))
            for arm in self.arms
            for form, d in zip(arm.forms, arm.packing.digits, strict=True)
        ]


def _digits(d: Digit) -> int:
    """The number of digits of a single value."""
    return -(-max((d.radix - 1).bit_length(), 1) // (BASE.bit_length() - 1))


def _numbered(layout: Layout, arm: p.Arm, place: int, first: int) -> NumberedArm:
    packing = Packing.of(layout, arm)
    forms = tuple(SET if slot.many else GUISE if slot.form == "guises" else VALUE for slot in arm.slots)
    if not arm.slots:
        return NumberedArm(place, first, 1, True, first, packing, forms)
    slot, d = arm.slots[0], packing.digits[0]
    if forms != (VALUE,):
        return NumberedArm(place, first, 1, False, first, packing, forms)
    match slot.domain:
        case p.Span(p.Const(low), p.Const(high)) if 0 <= high - low < WIDEST:
            return NumberedArm(place, first, high - low + 1, True, first - low, packing, forms)
    flat = d.radix <= WIDEST
    return NumberedArm(place, first, d.radix if flat else 1, flat, first + d.bias, packing, forms)
