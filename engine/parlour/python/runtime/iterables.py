"""The iterables of loops in generated Python: cards in their order, cards with their places, and choices.

Choices are in the order of their numbers. Hands change little from question to question, so some cache their results.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import comb
from typing import Any

from parlour import program as p
from parlour.table.cards import members
from parlour.table.cells import Cells
from parlour.table.faults import STEPS, RulesetFault, too_many_sets
from parlour.table.layout import Layout
from parlour.table.subsets import all_sets, several

MOST_KNOWN = 4096
FEW = 256  # sets that are faster listed than counted


class Many(Exception):  # noqa: N818  # no error: the answer is left to who counts them
    """The error if there are too many sets to list."""


@dataclass(frozen=True)
class _InOrder(Collection[int]):
    """The cards of a set, one after the other; `first_card` finds each when its turn comes."""

    first_card: Callable[[Cells, int], int]
    s: Cells
    cards: int

    def __len__(self) -> int:
        return self.cards.bit_count()

    def __contains__(self, card: object) -> bool:
        return isinstance(card, int) and bool(self.cards >> card & 1)

    def __iter__(self) -> Iterator[int]:
        left = self.cards
        while left:
            c = self.first_card(self.s, left)
            left ^= 1 << c
            yield c


class Iterables:
    def __init__(self, layout: Layout, origins: Sequence[p.Origin | None], names: Mapping[str, Any]) -> None:
        """`names` are all functions of the table."""
        self.layout = layout
        self.origins = origins
        self._names = names
        self._doubles = layout.pack.doubles
        self._in_face_order = layout.pack.copies == 1  # True if the numbers of cards ascend with their faces
        for name in ("groups", "melds", "runs", "ranks_with", "alike"):
            setattr(self, name, lru_cache(MOST_KNOWN)(getattr(self, name)))

    # ------------------------------------------------------------ cards

    def spent(self, s: Cells, over: Sequence[int], at: int) -> Sequence[int]:
        """The members of a loop, after counting its rounds."""
        self._names["spend"](s, len(over), at)
        return over

    def in_order(self, s: Cells, cards: int) -> Collection[int]:
        """The cards of a set in their order."""
        if self._in_face_order and (cards & self._doubles).bit_count() < 2:
            return members(cards)
        return _InOrder(self._names["first_card"], s, cards)

    def in_packs(self, s: Cells, cards: int) -> Iterator[int]:
        """The cards of a set, pack by pack, each pack in the order of its faces."""
        like = self._names["LIKE_FACE"]
        for n in members(self._names["lowest_numbers"](cards)):
            card = self._names["first_card"](s, cards & like[n])
            cards ^= 1 << card
            yield card

    def in_row(self, s: Cells, at: int) -> Iterator[tuple[int, int]]:
        """The places and cards of a row."""
        return enumerate(s[at + 1 : at + 1 + s[at]], 1)

    def in_columns(self, s: Cells, at: int, room: int) -> Iterator[tuple[int, int]]:
        """The places and cards of the columns that have one."""
        return ((place, c - 1) for place, c in enumerate(s[at : at + room], 1) if c)

    # ------------------------------------------------------------ choices

    def groups(self, cards: int, least: int, most: int | None, at: int) -> list[int]:
        groups: list[int] = []
        for rank in self.layout.pack.of_rank:
            same = cards & rank
            if same.bit_count() >= least:
                groups += self.alike(same, least, most, at)
        groups.sort()
        return groups

    def melds(self, cards: int) -> list[int]:
        return self._ascending("next_meld", cards)

    def runs(self, cards: int, width: int, least: int, most: int | None, at: int) -> list[int]:
        count = _runs_among([comb((cards & of).bit_count(), width) for of in self.layout.pack.ladder], least, most)
        if count > STEPS:
            raise too_many_sets(count, self.origins[at])
        return self._ascending("next_run", cards, width, least, self.layout.pack.size if most is None else most)

    def _ascending(self, name: str, *args: int) -> list[int]:
        """List what a routine finds one after the other."""
        following, values = self._names[name], list[int]()
        while (value := following(*args, values[-1] if values else 0)) >= 0:
            values.append(value)
        return values

    def ranks_with(self, among: int, least: int) -> list[int]:
        """The ranks of which the hand has at least `least` cards."""
        same = enumerate(among & rank for rank in self.layout.pack.of_rank)
        return [rank for rank, cards in same if cards.bit_count() >= least]

    def alike(self, same: int, least: int, most: int | None, at: int) -> list[int]:
        """The groups of some cards of one rank, in ascending order."""
        return self.sets(same, least, most, None, None, at)

    def sets(self, of: int, low: int, high: int | None, least: int | None, most: int | None, at: int) -> list[int]:
        sizes = _sizes(of, low, high, least, most)
        count = several(of.bit_count(), *sizes)
        if count > STEPS:
            raise too_many_sets(count, self.origins[at])
        return all_sets(of, *sizes)

    def few_sets(self, of: int, low: int, high: int | None, least: int | None, most: int | None, at: int) -> list[int]:
        """The sets of some cards, in ascending order. Raise `Many` if counting them is better than listing them."""
        if several(of.bit_count(), *_sizes(of, low, high, least, most)) > FEW:
            raise Many
        return self.sets(of, low, high, least, most, at)

    def distinct(self, s: Cells, values: Sequence[int], used: int, sets: bool) -> list[int]:
        """Return one of the choices that differ only in which of several twins they take."""
        size, among = self.layout.pack.size, 0
        for v in values:
            among |= v if sets else 1 << v % size
        if not sets:
            once = self._names["once"](s, among, used)
            return [v for v in values if once >> v % size & 1]
        twins = self.twins(s, among & ~used)
        return [chosen for chosen in values if all(_from_the_lowest(chosen & same, same) for same in twins)]

    def twins(self, s: Cells, cards: int) -> tuple[int, ...]:
        """The indistinguishable cards among these: each group of several as a set, the lowest first."""
        twins, left = list[int](), cards & self._doubles
        while left & left - 1:
            lowest = left & -left
            same = lowest | self._names["twins_of"](s, lowest.bit_length() - 1, left)
            left &= ~same
            if same != lowest:
                twins.append(same)
        return tuple(twins)

    def guises(self, s: Cells, of: int, faces: Callable[[Cells, int], int]) -> list[int]:
        pack, guises = self.layout.pack, []
        for c in members(of):
            guises.append(c)
            guises += [pack.guise(c, face) for face in pack.faces_of(faces(s, c))]
        guises.sort()
        return guises

    def places(self, s: Cells, number: int) -> list[int]:
        i = self.layout.instances[number] if number >= 0 else None
        if i is None:
            return []
        if i.form == "set":
            raise RulesetFault(f"`{self.layout.program.zones[i.zone].name}` has no places to choose from")
        if i.form == "row":
            return list(range(1, s[i.at] + 1))
        return [k for k in range(1, i.room + 1) if s[i.at + k - 1]]


def _runs_among(numbers: Sequence[int], least: int, most: int | None) -> int:
    """Return the number of runs with cards of `least` to `most` ranks; `numbers` has the choices of each rank."""
    count = 0
    for start in range(len(numbers)):
        product = 1
        for length, number in enumerate(numbers[start:][:most], 1):
            product *= number
            count += product if length >= least else 0
    return count


def _from_the_lowest(chosen: int, same: int) -> bool:
    """True if the choice passes over no lower card of these twins."""
    left = same & ~chosen
    return not left or chosen < left & -left


def _sizes(of: int, low: int, high: int | None, least: int | None, most: int | None) -> tuple[int, int]:
    """The least and greatest number of members of a subset."""
    greatest = min(n for n in (of.bit_count(), high, most) if n is not None)
    return low if least is None else max(low, least), greatest
