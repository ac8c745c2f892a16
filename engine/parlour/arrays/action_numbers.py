"""Moves as sequences of action numbers, the same in every batch of a table.

A move without choices, or with one choice of a card, a seat, a word or a number of a fixed range, is one action. Any
other move begins with the number of its action of the ruleset. Then come its choices, slot after slot: the members of a
set in ascending order and `end`; a card and the face that it counts as; a single value; a large number digit by digit.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from parlour import program as p
from parlour.table.layout import Layout
from parlour.table.packing import Digit, Packing, digit

WIDEST = 1 << 10  # values of a choice that is one action
BASE = 256  # of the digits of larger ones


@dataclass(frozen=True)
class _Arm:
    """An action of a question: its first number, and how many numbers it has. For a `flat` one, the payload `shift` has
    the first number."""

    first: int
    count: int
    flat: bool
    shift: int
    packing: Packing
    forms: tuple[str, ...]  # of its slots: a set, a card that counts as a face, or one value


class ActionSpace:
    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self._arms: list[list[_Arm]] = []
        first = parts = 0
        for question in layout.program.questions:
            arms = []
            for arm in question.arms:
                made = _arm(layout, arm, first)
                first += made.count
                if not made.flat:
                    digits = zip(made.packing.digits, made.forms, strict=True)
                    parts = max(parts, *(self._parts(d, form) for d, form in digits))
                arms.append(made)
            self._arms.append(arms)
        self.part = first  # the number of the first member or value of a choice that isn't flat
        self.end = first + parts  # the number that ends a set
        self.size = self.end + 1 if parts else first

    def sequence(self, question: int, move: int) -> tuple[int, ...]:
        """Return the actions of a move."""
        arms = self._arms[question]
        payload, action = divmod(move, len(arms))
        arm = arms[action]
        if arm.flat:
            return (arm.first + payload - arm.shift,)
        numbers = [arm.first]
        for d, form, v in zip(arm.packing.digits, arm.forms, arm.packing.unpack(payload), strict=True):
            numbers += [self.part + part for part in self._written(d, form, v + d.bias)]
            numbers += [self.end] if form == "set" else []
        return tuple(numbers)

    def _parts(self, d: Digit, form: str) -> int:
        """The number of different parts of a choice."""
        if form == "set":
            return d.radix.bit_length() - 1
        return max(self.layout.pack.size, 1 + self.layout.pack.faces) if form == "guise" else min(d.radix, BASE)

    def _written(self, d: Digit, form: str, value: int) -> list[int]:
        """Return the parts of a choice."""
        if form == "set":
            return [k for k in range(value.bit_length()) if value >> k & 1]
        if form == "guise":
            return [value % self.layout.pack.size, value // self.layout.pack.size]
        return [value] if d.radix <= BASE else [*value.to_bytes(-(-(d.radix - 1).bit_length() // 8), "big")]

    @cached_property
    def flat(self) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
        """The questions whose moves are all one action."""
        return np.array([all(arm.flat for arm in arms) for arms in self._arms], dtype=bool)

    @cached_property
    def counts(self) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
        """The number of actions of each question of the ruleset."""
        return np.array([len(arms) for arms in self._arms], dtype=np.int64)

    @cached_property
    def offsets(self) -> np.ndarray[tuple[int, int], np.dtype[np.int64]]:
        """What to add to the payload of a flat move, by question and action."""
        table = np.zeros((len(self._arms), max(map(len, self._arms), default=0)), dtype=np.int64)
        for q, arms in enumerate(self._arms):
            for k, arm in enumerate(arms):
                table[q, k] = arm.first - arm.shift
        return table

    @cached_property
    def owners(self) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
        """The action of the ruleset to which each number belongs, in its question; 0 for parts of choices."""
        table = np.zeros(self.size, dtype=np.int64)
        for arms in self._arms:
            for k, arm in enumerate(arms):
                table[arm.first : arm.first + arm.count] = k
        return table


def _arm(layout: Layout, arm: p.Arm, first: int) -> _Arm:
    packing = Packing(tuple(digit(layout, slot) for slot in arm.slots))
    forms = tuple("set" if slot.many else "guise" if slot.form == "guises" else "value" for slot in arm.slots)
    if not arm.slots:
        return _Arm(first, 1, True, 0, packing, forms)
    slot, d = arm.slots[0], packing.digits[0]
    if forms != ("value",):
        return _Arm(first, 1, False, 0, packing, forms)
    match slot.domain:
        case p.Span(p.Const(low), p.Const(high)) if 0 <= high - low < WIDEST:
            return _Arm(first, high - low + 1, True, low + d.bias, packing, forms)
    flat = d.radix <= WIDEST
    return _Arm(first, d.radix if flat else 1, flat, 0, packing, forms)
