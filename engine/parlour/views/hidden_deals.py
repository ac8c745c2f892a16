"""Deals hidden cards to slots at random, each to one where it can be."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import combinations
from math import perm

from parlour.table.chance import BITS, MASK, MULTIPLIER, seed_state, shuffle

AGAIN = 30  # deals that may run into a dead end
SWAPS = 4  # for each slot
COUNTED = 6  # deals that show how many ways there are

Barred = tuple[tuple[int, int], ...]  # sets of slots, each with the cards that can't be there


class Deal:
    """All ways to fill some slots with some cards.

    The cards with the fewest slots come first. If the sets of slots are nested or apart, each way is equally likely.
    Otherwise exchanges of pairs follow, which no way prefers.
    """

    def __init__(self, slots: Sequence[int], cards: Iterable[int], reach: Sequence[int], barred: Barred = ()) -> None:
        """The order of the slots decides which random numbers lead to which way, and their numbers don't."""
        self.slots = slots
        every = sum(1 << slot for slot in slots)
        self.reach = {}
        groups: dict[int, list[int]] = {}
        for card in sorted(cards):
            there = reach[card] & every
            for barred_slots, barred_cards in barred:
                if barred_cards >> card & 1:
                    there &= ~barred_slots
            self.reach[card] = there
            groups.setdefault(there, []).append(card)
        masks = sorted(groups, key=lambda mask: (mask.bit_count(), groups[mask][0]))
        self.groups = [(groups[mask], [slot for slot in slots if mask >> slot & 1]) for mask in masks]
        self.nested = all(a & b in (0, a) for a, b in combinations(masks, 2))

    @cached_property
    def ways(self) -> int:
        """The number of ways: exact if they are equally likely, otherwise the mean of what some deals show (Knuth)."""
        total, x = 0, seed_state(0)
        deals = 1 if self.nested else COUNTED
        for _ in range(deals):
            ways, new, x = self._filled(x)
            total += ways if new is not None else 0
        return -(-total // deals)

    def dealt(self, x: int, even: bool = True) -> tuple[dict[int, int] | None, int]:
        """Return the card of each slot, or None if there is no way, and the next state of chance. Unless it should be
        `even`, some ways are likelier than others."""
        for _ in range(1 if self.nested else AGAIN):
            _, new, x = self._filled(x)
            if new is not None:
                return (new, x) if self.nested or not even else self.mixed(new, SWAPS * len(self.slots), x)
        return None, x

    def _filled(self, x: int) -> tuple[int, dict[int, int] | None, int]:
        """Return among how many ways it chose, what it chose, and the next state of chance."""
        new: dict[int, int] = {}
        ways = 1
        for cards, slots in self.groups:
            free = [slot for slot in slots if slot not in new] if new else slots[:]
            if len(free) < len(cards):
                return 0, None, x
            ways *= perm(len(free), len(cards))
            if len(free) > 1:
                x = shuffle(free, x)
            new.update(zip(free, cards, strict=False))
        return ways, new, x

    def mixed(self, new: dict[int, int], times: int, x: int) -> tuple[dict[int, int], int]:
        """Exchange cards in place, wherever both can be."""
        slots, reach, count = self.slots, self.reach, len(self.slots)
        for _ in range(times):
            x = MULTIPLIER * (x & MASK) + (x >> BITS)
            word = (x & MASK) ^ (x >> BITS)
            a, b = slots[word % count], slots[(word >> BITS // 2) % count]
            one, two = new[a], new[b]
            if reach[one] >> b & 1 and reach[two] >> a & 1:
                new[a], new[b] = two, one
        return new, x
