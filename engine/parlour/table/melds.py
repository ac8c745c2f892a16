"""Melds: sets of one rank and runs of one suit, as tables for the routines that divide cards among them.

A meld is a shape: its natural cards, and the number of wild cards that it needs. Cards are used in a fixed order: the
lowest of identical cards first, and first the wild cards that would cost most when loose. Sets come before runs, then
large melds before small ones, those with few wild cards before those with many, and low cards before high ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import combinations, pairwise

from parlour import program as p
from parlour.table.cards import Pack, members
from parlour.table.constants import Constants

Shape = tuple[int, int]  # the natural cards, the lowest of identical ones; the number of wild cards


class Melds:
    """The melds of one table."""

    def __init__(self, program: p.Program, melding: p.Melding, pack: Pack) -> None:
        self.melding = melding
        self.pack = pack
        self.loose = 1 << max(6, pack.size.bit_length())  # costs count points in multiples of it, and cards in ones
        worth, wild = (self._by_card(program, of) for of in (melding.worth, melding.wild))
        self.costs = [points * self.loose + 1 for points in worth]  # of leaving a card loose: its points, and one card
        # the wild cards in the order in which melds take them
        in_use = (c for c in members(pack.used) if wild[c])
        self.wild_order = sorted(in_use, key=lambda c: (-worth[c], pack.printed(c), c))

    def _by_card(self, program: p.Program, e: p.Expr) -> list[int]:
        """For each card the value of an expression about what it shows."""
        of_face = [Constants(program, faces={self.melding.card: face}).value(e) for face in range(self.pack.faces)]
        return [of_face[self.pack.printed(c)] for c in range(self.pack.size)]

    @cached_property
    def wild(self) -> int:
        return _mask(self.wild_order)

    @cached_property
    def doubles(self) -> int:
        """The natural cards of faces with several cards."""
        return self.pack.doubles & ~self.wild

    @cached_property
    def is_open(self) -> bool:
        """True if some card is wild, or if cards that melds can have are identical."""
        return bool(self.wild_order) or any(rank & self.doubles for rank in self.pack.ladder)

    @cached_property
    def _natural(self) -> int:
        return self.pack.used & ~self.wild

    @cached_property
    def _lowest(self) -> int:
        """The first natural card of each face."""
        faces = (of & self._natural for of in self.pack.of_face)
        return sum(of & -of for of in faces)

    @cached_property
    def _most_wild(self) -> int:
        return min(self.melding.most_wild, len(self.wild_order))

    @cached_property
    def _sets(self) -> set[Shape]:
        sets = set()
        for rank in self.pack.ladder:
            of = members(rank & (self._natural if self.melding.twins else self._lowest))
            most = rank.bit_count() if self.melding.twins else max(len(of), len(self.pack.design.suits))
            chosen = {self._sorted(cards) for size in range(1, len(of) + 1) for cards in combinations(of, size)}
            sets |= {
                (cards, wild)
                for cards in chosen
                for wild in range(self._most_wild + 1)
                if self.melding.sets <= cards.bit_count() + wild <= most
            }
        return sets

    def _sorted(self, cards: Sequence[int]) -> int:
        """The same natural cards by their faces, with the lowest of each face."""
        chosen = 0
        for c in cards:
            free = self.pack.of_face[self.pack.printed(c)] & self._natural & ~chosen
            chosen |= free & -free
        return chosen

    @cached_property
    def _suits(self) -> list[list[int]]:
        """The cards of each suit in the order of the ranks that are in the game, with 0 for one that is not."""
        return [[rank & suit & self._lowest for rank in self.pack.ladder] for suit in self.pack.of_suit[:-1]]

    @cached_property
    def _runs(self) -> set[Shape]:
        runs: set[Shape] = set()
        for cards in self._suits:
            count = len(cards)
            for start in range(count):
                for length in range(self.melding.runs, (count if self.melding.corner else count - start) + 1):
                    runs |= self._with_gaps([cards[(start + i) % count] for i in range(length)])
        return runs

    def _with_gaps(self, cards: list[int]) -> set[Shape]:
        """All ways to fill such a run, with wild cards in some places."""
        lacking, there = sum(1 for bit in cards if not bit), [bit for bit in cards if bit]
        return {
            (sum(there) - sum(replaced), lacking + more)
            for more in range(min(self._most_wild - lacking, len(there) - 1) + 1)
            for replaced in combinations(there, more)
        }

    @cached_property
    def by_lowest(self) -> list[list[Shape]]:
        """The melds that begin with each natural card, in the order in which they are preferred."""
        melds: list[list[Shape]] = [[] for _ in range(self.pack.size)]
        for shapes in (self._sets, self._runs - self._sets):  # 9♠ and two wild cards are a set
            for shape in sorted(shapes, key=lambda m: (-m[0].bit_count() - m[1], m[1], members(m[0]))):
                melds[members(shape[0])[0]].append(shape)
        return melds

    @cached_property
    def in_rows(self) -> bool:
        """True if four cards of each rank follow each other, rank after rank, and runs go from one rank to the next."""
        whole = self.pack.used == sum(self.pack.ladder) == (1 << self.pack.size) - 1 and not self.is_open
        steps = (pair for cards in self._suits for pair in pairwise(cards))
        return whole and not self.melding.corner and all(above == card << 4 for card, above in steps)


def _mask(cards: Sequence[int]) -> int:
    return sum(1 << c for c in cards)
