"""Melds: sets of one rank and runs of one suit, and the best way to divide cards among them.

Exact, and quick for the cards of a hand. It puts the lowest card into each meld that it can begin, or leaves it loose.
It computes the best division of each rest once. Ties between equally good divisions are broken by the lowest card on
which they differ. A set goes before a run, a larger meld before a smaller one, and lower cards before higher ones. Any
meld goes before leaving the card loose. Knows cards as bits and no state.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import combinations, product

from parlour import program as p
from parlour.table.cards import Pack, members
from parlour.table.constants import Constants

MOST_KNOWN = 1 << 16  # rests that are remembered from one hand to the next
IN_A_ROW = 4  # suits: such packs have a faster way to find the cards that are in melds


def loose_unit(cards: int) -> int:
    """Return a factor above the number of loose cards: the cost counts their points in multiples of it."""
    return 1 << max(6, cards.bit_length())


def by_card(program: p.Program, melding: p.Melding, e: p.Expr, pack: Pack) -> list[int]:
    """For each card the value of an expression about what it shows."""
    of_face = [Constants(program, faces={melding.card: face}).value(e) for face in range(pack.faces)]
    return [of_face[pack.printed(c)] for c in range(pack.size)]


class Melds:
    """Divides cards of one table into melds."""

    def __init__(self, program: p.Program, melding: p.Melding, pack: Pack) -> None:
        self.melding = melding
        self.pack = pack
        self.worth = by_card(program, melding, melding.worth, pack)
        self.loose = loose_unit(pack.size)
        self.costs = [
            worth * self.loose + 1 for worth in self.worth
        ]  # of leaving a card loose: its points, and one card
        self._known: dict[int, int] = {}  # for each rest: what the best division leaves loose

    # ------------------------------------------------------------ what there is

    @cached_property
    def _sets(self) -> list[int]:
        found = []
        for rank in self.pack.of_rank[: self.pack.design.ordered]:
            of = members(rank)
            for size in range(self.melding.sets, len(of) + 1):
                found += [_mask(chosen) for chosen in combinations(of, size)]
        return found

    @cached_property
    def _suits(self) -> list[list[int]]:
        """The cards of each suit in the order of the ranks that are in the game, with 0 for one that is not."""
        ranks = [rank for rank in self.pack.of_rank[: self.pack.design.ordered] if rank]
        return [[rank & self.pack.of_suit[suit] for rank in ranks] for suit in range(len(self.pack.design.suits))]

    @cached_property
    def _runs(self) -> list[int]:
        found = []
        for cards in self._suits:
            count = len(cards)
            for start in range(count):
                reach = count if self.melding.corner else count - start
                for length in range(1, reach + 1):
                    bits = [cards[(start + i) % count] for i in range(length)]
                    if not all(bits):
                        break
                    if length >= self.melding.runs:
                        found.append(sum(bits))
        return list(dict.fromkeys(found))  # a whole suit round the corner is one run, wherever it begins

    @cached_property
    def _all(self) -> frozenset[int]:
        return frozenset((*self._sets, *self._runs))

    def is_meld(self, cards: int) -> bool:
        return cards in self._all

    def among(self, held: int) -> list[int]:
        """The melds among some cards, in ascending order."""
        return sorted(m for c in members(held) for m in self.by_lowest[c] if m & held == m)

    def entries(self) -> list[list[tuple[int, int]]]:
        """The melds that begin with each card, in the order in which they are preferred, with their wild cards."""
        return [[(meld, 0) for meld in of] for of in self.by_lowest]

    @cached_property
    def by_lowest(self) -> list[list[int]]:
        """The melds that begin with each card, in the order in which they are preferred."""
        found: list[list[int]] = [[] for _ in range(self.pack.size)]
        for melds in (self._sets, self._runs):
            for meld in sorted(melds, key=lambda m: (-m.bit_count(), members(m))):
                found[members(meld)[0]].append(meld)
        return found

    @cached_property
    def _smallest(self) -> dict[int, list[int]]:
        """Return, by the lowest card, the smallest melds, of which all others are extensions."""
        sizes = ((self._sets, self.melding.sets), (self._runs, self.melding.runs))
        found: dict[int, list[int]] = {1 << c: [] for c in range(self.pack.size)}
        for melds, size in sizes:
            for meld in melds:
                if meld.bit_count() == size:
                    found[meld & -meld].append(meld)
        return found

    @cached_property
    def beside(self) -> tuple[dict[int, int], dict[int, int]]:
        """Return for each card the next one below it and above it in a run, as bits; 0 without one."""
        below: dict[int, int] = {}
        above: dict[int, int] = {}
        for cards in self._suits:
            for i, bit in enumerate(cards):
                if bit:
                    below[bit] = cards[i - 1] if i or self.melding.corner else 0
                    above[bit] = cards[(i + 1) % len(cards)] if i + 1 < len(cards) or self.melding.corner else 0
        return below, above

    # ------------------------------------------------------------ the best division

    def deadwood(self, held: int) -> int:
        """The least total worth of loose cards."""
        known = self._known.get(held)
        return (self.least(held) if known is None else known) // self.loose

    def melded(self, held: int) -> int:
        """The cards that are melded in the best division."""
        return sum(self.division(held))

    def meld_of(self, card: int, held: int) -> int:
        """The meld with this card (given as a set) in the best division; the empty set if it is loose."""
        return next((meld for meld in self.division(held) if meld & card), 0)

    def division(self, held: int) -> list[int]:
        """The melds of the best division, by their lowest cards."""
        rest = self._in_melds(held)
        found = []
        least = self.least(rest)
        while rest:
            lowest = rest & -rest
            card = lowest.bit_length() - 1
            for meld in self.by_lowest[card]:
                if meld & rest == meld and self.least(rest ^ meld) == least:
                    found.append(meld)
                    rest ^= meld
                    break
            else:
                least -= self.costs[card]
                rest ^= lowest
        return found

    def _in_melds(self, held: int) -> int:
        """The cards that are in some meld of these cards."""
        if self._in_rows:
            return self._in_a_row(held)
        found, rest, smallest = 0, held, self._smallest
        while rest:
            lowest = rest & -rest
            for meld in smallest[lowest]:
                if meld & held == meld:
                    found |= meld
            rest ^= lowest
        return found

    @cached_property
    def _costs_by_bit(self) -> dict[int, int]:
        return {1 << card: cost for card, cost in enumerate(self.costs)}

    @cached_property
    def _in_rows(self) -> bool:
        """True if there are four cards of each rank, rank after rank, and sets and runs need three."""
        above, everything = self.beside[1], (1 << self.pack.size) - 1
        whole = self.pack.used == everything and len(self.pack.design.suits) == IN_A_ROW
        if not whole or (self.melding.sets, self.melding.runs) != (3, 3):
            return False
        return all(above.get(1 << c) == 1 << c + IN_A_ROW & everything for c in range(self.pack.size))

    @cached_property
    def _lowest_suit(self) -> int:
        return self.pack.of_suit[0]

    def _in_a_row(self, held: int) -> int:
        """`_in_melds` for a pack whose cards are in the order of their ranks: it handles all ranks at once."""
        runs = held & held >> IN_A_ROW & held >> 2 * IN_A_ROW
        one, two, three = self._lowest_suit, held >> 1, held >> 2
        four = held >> 3
        sets = (held & two & (three | four) | three & four & (held | two)) & one
        return runs | runs << IN_A_ROW | runs << 2 * IN_A_ROW | held & sets * ((1 << IN_A_ROW) - 1)

    def least(self, held: int) -> int:
        """The cost of what the best division leaves loose: `loose` * points + cards. Results are cached."""
        known = self._known.get(held)
        if known is not None:
            return known
        self._forget()
        inside = self._in_melds(held)
        least, costs, rest = self._search(inside), self._costs_by_bit, held & ~inside
        while rest:
            lowest = rest & -rest
            least += costs[lowest]
            rest ^= lowest
        self._known[held] = least
        return least

    def _forget(self) -> None:
        """Make room for the results of another hand."""
        if len(self._known) > MOST_KNOWN:
            self._known.clear()

    def _search(self, rest: int) -> int:
        """The cost of the loose cards in the best division, without first setting aside the cards that are in no meld.
        """
        known = self._known.get(rest)
        if known is not None:
            return known
        if not rest:
            return 0
        lowest = rest & -rest
        card = lowest.bit_length() - 1
        others = rest ^ lowest
        best = self.costs[card] + self._search(others)
        for meld in self.by_lowest[card]:
            if meld & rest == meld:
                best = min(best, self._search(rest ^ meld))
        self._known[rest] = best
        return best

    # ------------------------------------------------------------ laying off

    def laid_off(self, held: int, table: Sequence[int]) -> int:
        """The cards to add to melds on the table, so that the least is left loose after the player's own melds.

        Ties are broken by the fewest loose cards, then by the fewest cards laid off, then by the lower cards. Sets of
        cards on the table that are not melds take no cards.
        """
        best, chosen = self.least(held), 0
        inside = self._in_melds(held)
        ways = [self._stops(held, inside, end) for meld in table if self.is_meld(meld) for end in self._ends(meld)]
        for parts in product(*ways):
            laid = 0
            for part in parts:
                laid |= part
            least = self.least(held & ~laid)
            if self.better(least, laid, best, chosen):
                best, chosen = least, laid
        return chosen

    def better(self, least: int, laid: int, best: int, chosen: int) -> bool:
        """True if a way to lay off is better than the best one so far: less left loose, then fewer cards, then lower
        ones."""
        more = laid.bit_count() - chosen.bit_count()
        if least != best or more:
            return least < best or (least == best and more < 0)
        per_copy = self.pack.per_copy
        return bool(laid >> min(members(laid ^ chosen), key=lambda c: (c % per_copy, c), default=self.pack.size) & 1)

    def _ends(self, meld: int) -> list[list[int]]:
        """The ends of a meld: for each, the cards that can follow, one after the other."""
        cards = [1 << c for c in members(meld)]
        rank = self.pack.of_rank[self.pack.rank[members(meld)[0]]]
        if meld & rank == meld:
            return [[1 << c] for c in members(rank & ~meld)]
        ends = []
        for beside in self.beside:
            end = next((beside[bit] for bit in cards if beside[bit] and not beside[bit] & meld), 0)
            chain: list[int] = []
            while end and not end & meld and end not in chain:
                chain.append(end)
                end = beside[end]
            ends.append(chain)
        return ends

    def _stops(self, held: int, inside: int, end: list[int]) -> list[int]:
        """The sets of held cards worth adding at an end: it can stop before a card that is useful elsewhere."""
        found, laid = [], 0
        for bit in end:
            if not bit & held:
                break
            if bit & inside or self.worth[bit.bit_length() - 1] < 0:
                found.append(laid)
            laid |= bit
        return [*found, laid]


def _mask(chosen: Sequence[int]) -> int:
    return sum(1 << c for c in chosen)
