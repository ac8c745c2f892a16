"""Iterables over choices: groups, runs and sets of cards, guises, places, in the order of their numbers.

Hands change little from question to question, so groups are cached.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations

from parlour import program as p
from parlour.table.cards import members
from parlour.table.cells import Cells
from parlour.table.faults import RulesetFault
from parlour.table.layout import Layout
from parlour.table.limits import STEPS, too_many_sets
from parlour.table.order import CardOrder
from parlour.table.run_search import RunSearch
from parlour.table.subsets import several
from parlour.table.twins import Twins

MOST_KNOWN = 4096
FEW = 256  # sets that are faster listed than counted


class Many(Exception):  # noqa: N818  # no error: the answer is left to who counts them
    """The error if there are too many sets to list."""


class Choices:
    def __init__(self, layout: Layout, origins: Sequence[p.Origin | None]) -> None:
        self.layout = layout
        self.origins = origins
        self._twins = Twins(CardOrder(layout))
        self._runs = RunSearch(layout.pack)
        self._held: dict[tuple[int, int], list[int]] = {}
        self._ranks: dict[tuple[int, int, int | None], list[int]] = {}
        self._groups: dict[tuple[int, int, int | None], list[int]] = {}

    def groups(self, held: int, least: int, most: int | None, at: int) -> list[int]:
        known = self._groups.get((held, least, most))
        if known is not None:
            return known
        found: list[int] = []
        for rank in self.layout.pack.of_rank:
            same = held & rank
            if same.bit_count() >= least:
                found += self.alike(same, least, most, at)
        found.sort()
        if len(self._groups) >= MOST_KNOWN:
            self._groups.clear()
        self._groups[held, least, most] = found
        return found

    def melds(self, held: int) -> list[int]:
        return self.layout.melds.among(held)

    def runs(self, held: int, width: int, least: int, most: int | None, at: int) -> list[int]:
        count = self._runs.count(held, width, least, most)
        if count > STEPS:
            raise too_many_sets(count, self.origins[at])
        return self._runs.among(held, width, least, most)

    def ranks_with(self, held: int, least: int) -> list[int]:
        """The ranks of which the hand has at least `least` cards."""
        known = self._held.get((held, least))
        if known is None:
            same = enumerate(held & rank for rank in self.layout.pack.of_rank)
            known = [rank for rank, cards in same if cards.bit_count() >= least]
            if len(self._held) >= MOST_KNOWN:
                self._held.clear()
            self._held[held, least] = known
        return known

    def alike(self, same: int, least: int, most: int | None, at: int) -> list[int]:
        """The groups of some cards of one rank, in ascending order."""
        known = self._ranks.get((same, least, most))
        if known is None:
            of = members(same)
            known = sorted(self._subsets(of, least, len(of) if most is None else most, at))
            self._ranks[same, least, most] = known
        return known

    def sets(self, of: int, low: int, high: int | None, least: int | None, most: int | None, at: int) -> list[int]:
        return sorted(self._subsets(members(of), *_sizes(of, low, high, least, most), at))

    def few_sets(self, of: int, low: int, high: int | None, least: int | None, most: int | None, at: int) -> list[int]:
        """The sets of some cards, in ascending order. Raise `Many` if counting them is better than listing them."""
        if several(of.bit_count(), *_sizes(of, low, high, least, most)) > FEW:
            raise Many
        return self.sets(of, low, high, least, most, at)

    def _subsets(self, of: list[int], low: int, high: int, at: int) -> Iterator[int]:
        sizes = range(max(low, 0), min(high, len(of)) + 1)
        count = several(len(of), low, high)
        if count > STEPS:
            raise too_many_sets(count, self.origins[at])
        for size in sizes:
            for chosen in combinations(of, size):
                found = 0
                for c in chosen:
                    found |= 1 << c
                yield found

    def distinct(self, s: Cells, values: Sequence[int], used: int, sets: bool) -> list[int]:
        """Return one of the choices that differ only in which of several twins they take."""
        if sets:
            return self._twins.sets_once(s, values, used)
        size, cards_ = self.layout.pack.size, 0
        for v in values:
            cards_ |= 1 << v % size
        once = self._twins.once(s, cards_, used)
        return [v for v in values if once >> v % size & 1]

    def guises(self, s: Cells, of: int, faces: Callable[[Cells, int], int]) -> list[int]:
        pack, found = self.layout.pack, []
        for c in members(of):
            found.append(c)
            found += [pack.guise(c, face) for face in pack.faces_of(faces(s, c))]
        found.sort()
        return found

    def places(self, s: Cells, number: int) -> list[int]:
        i = self.layout.instances[number] if number >= 0 else None
        if i is None:
            return []
        if i.form == "set":
            raise RulesetFault(f"`{self.layout.program.zones[i.zone].name}` has no places to choose from")
        if i.form == "row":
            return list(range(1, s[i.at] + 1))
        return [k for k in range(1, i.room + 1) if s[i.at + k - 1]]


def _sizes(of: int, low: int, high: int | None, least: int | None, most: int | None) -> tuple[int, int]:
    """The least and greatest number of members of a subset."""
    greatest = min(n for n in (of.bit_count(), high, most) if n is not None)
    return low if least is None else max(low, least), greatest
