"""Compiles choices of a set of cards to closures that count them, where the condition of the action allows it.

Play needs only a few of these choices: a random one, or one that somebody types. Up to
`LISTED` choices are listed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import prod

from parlour import program as p
from parlour.analysis.splitting import SetSplit, split
from parlour.interpreter.choices import slot_choices
from parlour.interpreter.expressions import Expressions
from parlour.program.set_bounds import Bounds
from parlour.table.cells import Cells
from parlour.table.limits import too_many_moves
from parlour.table.packing import Packing
from parlour.table.subsets import MOST, Family, Subsets, several
from parlour.table.twins import Twins

LISTED = 4_096  # choices of an action; more aren't listed

Offer = Callable[[Cells], Sequence[int]]


def counted(x: Expressions, slots: Sequence[p.Slot], packing: Packing, guard: p.Expr | None) -> Offer | None:
    """Return the offers of an action, or None if it must examine each choice."""
    twins = x.compilation.premises.twins
    parts = split(x.facts, guard, slots, twins.possible)
    if parts is None:
        return None
    return _Counted(x, slots, packing, parts, twins).offer


class _Counted:
    """Goes through all choices except the set; `s` has them in the cells of the slots."""

    def __init__(
        self, x: Expressions, slots: Sequence[p.Slot], packing: Packing, parts: SetSplit, twins: Twins
    ) -> None:
        slot = slots[parts.place]
        assert not isinstance(slot.domain, p.SeatOrder | p.Span), "this domain is a set"
        self.place = parts.place
        self.twins = twins
        self.origin = x.origin
        self.digits = packing.digits
        self.cells = [x.cell(slot.local) for slot in slots]
        self.tests = [None if test is None else x.test(test) for test in parts.tests]
        self.of = x.value(slot.domain)
        self.low = None if slot.low is None else x.value(slot.low)
        self.high = None if slot.high is None else x.value(slot.high)
        self.choices = [
            self._whole if k == parts.place else slot_choices(x, slot, Bounds()) for k, slot in enumerate(slots)
        ]
        self.within = x.value(parts.within)
        self.needed = [x.value(cards) for cards in parts.needed]
        self.limits = [(size.op, x.value(size.value)) for size in parts.sizes]
        self.after = prod(digit.radix for digit in self.digits[parts.place + 1 :])

    def offer(self, s: Cells) -> Sequence[int]:
        found: list[Family] = []
        self._fill(s, 0, found)
        choices = Subsets(found, self.digits[self.place].radix, self.after)
        if choices.total > MOST:
            raise too_many_moves(choices.total, self.origin)
        return choices if choices.total > LISTED else list(choices)

    def _fill(self, s: Cells, k: int, found: list[Family]) -> None:
        if k == len(self.cells):
            found.append(self._family(s))
            return
        cell, holds = self.cells[k], self.tests[k]
        for v in self.choices[k](s):
            s[cell] = v
            if holds is None or holds(s):
                self._fill(s, k + 1, found)

    def _whole(self, s: Cells) -> Sequence[int]:
        """The cards that the sets are chosen from, if there are any."""
        of = self.of(s)
        return [of] if several(of.bit_count(), *self._sizes(s, of)) else []

    def _sizes(self, s: Cells, of: int) -> tuple[int, int]:
        low = 1 if self.low is None else self.low(s)
        return low, of.bit_count() if self.high is None else self.high(s)

    def _family(self, s: Cells) -> Family:
        of = s[self.cells[self.place]]
        low, high = self._sizes(s, of)
        for op, limit in self.limits:
            low, high = _limited(op, limit(s), low, high)
        parts = [(1, of & self.within(s))]
        for spoilt in self.needed:
            cards = spoilt(s)
            parts += [(-sign, other & cards) for sign, other in parts]
        before = self._packed(s, range(self.place))
        after = self._packed(s, range(self.place + 1, len(self.cells)))
        return Family(before, after, tuple(parts), low, high, self.twins.together(s, of))

    def _packed(self, s: Cells, places: Iterable[int]) -> int:
        number = 0
        for k in places:
            number = number * self.digits[k].radix + s[self.cells[k]] + self.digits[k].bias
        return number


def _limited(op: str, n: int, low: int, high: int) -> tuple[int, int]:
    match op:
        case "<":
            return low, min(high, n - 1)
        case "<=":
            return low, min(high, n)
        case ">":
            return max(low, n + 1), high
        case ">=":
            return max(low, n), high
        case _:
            return max(low, n), min(high, n)
