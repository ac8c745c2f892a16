"""Sets of cards to choose from, counted and numbered without a list of them.

The choices of an action are sets of cards, each with other things that are chosen before and after them. Those with
the same other things are a `Family`. All choices in ascending order are a sequence: `len`, `[k]`, `in` and iteration
compute only what they need. Knows numbers, and neither the state nor conditions.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from itertools import combinations
from math import comb
from typing import overload

from parlour.table.cards import members

MOST = 1 << 56  # choices that are counted
LISTED = 1 << 12  # choices that are listed at once, which is faster than one by one


@dataclass(frozen=True)
class Family:
    """The sets with `low` to `high` members that `parts` count: a set counts with the sign of each part that contains
    it.

    So the parts of the sets that lie in A, and not entirely in B, are A with +1 and A & B with -1.
    """

    before: int  # the choices before the set, packed
    after: int  # those after it
    parts: tuple[tuple[int, int], ...]  # sign, cards
    low: int
    high: int
    twins: tuple[int, ...] = ()  # groups of indistinguishable cards: a set takes the lowest of each


class LazyNumbers(Sequence[int], ABC):
    """Numbers that are computed on access, and otherwise like a list."""

    __hash__ = None  # type: ignore[assignment]  # as lists

    @abstractmethod
    def at(self, k: int) -> int:
        """Return the number at a place; raise IndexError if there is none."""

    @overload
    def __getitem__(self, k: int) -> int: ...

    @overload
    def __getitem__(self, k: slice) -> list[int]: ...

    def __getitem__(self, k: int | slice) -> int | list[int]:
        if isinstance(k, slice):
            return [self.at(n) for n in range(*k.indices(len(self)))]
        return self.at(k + len(self) if k < 0 else k)


class Subsets(LazyNumbers):
    """Packed choices: `(before * radix + set) * after + family.after`. Families come in ascending order."""

    def __init__(self, families: Iterable[Family], radix: int, after: int) -> None:
        self._radix = radix
        self._after = after
        self._blocks: dict[int, list[Family]] = {}
        for family in families:
            parts = tuple((sign, _closed(cards, family.twins)) for sign, cards in family.parts)
            whole = replace(family, parts=parts)
            if _count(whole, 0, -1):
                self._blocks.setdefault(family.before, []).append(whole)

    @cached_property
    def _sizes(self) -> dict[int, int]:
        """The number of choices of each block."""
        return {before: sum(_count(family, 0, -1) for family in block) for before, block in self._blocks.items()}

    @cached_property
    def total(self) -> int:
        return sum(self._sizes.values())

    def by_size(self) -> list[Subsets]:
        """Return the choices of each number of cards."""
        families = [family for block in self._blocks.values() for family in block]
        most = max(min(f.high, max(cards.bit_count() for _, cards in f.parts)) for f in families)
        sizes = [[replace(f, low=n, high=n) for f in families if f.low <= n <= f.high] for n in range(most + 1)]
        return [subsets for of_size in sizes if (subsets := Subsets(of_size, self._radix, self._after))]

    # ------------------------------------------------------------ as a sequence

    def __len__(self) -> int:
        return self.total

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Subsets):
            return NotImplemented
        return (self._radix, self._after, self._blocks) == (other._radix, other._after, other._blocks)

    def __bool__(self) -> bool:
        return bool(self._blocks)

    def at(self, k: int) -> int:
        for before, size in self._sizes.items():
            if 0 <= k < size:
                return self._nth(before, k)
            k -= size
        raise IndexError(f"there are {self.total} choices, and none has that number")

    def _nth(self, before: int, n: int) -> int:
        """Decide card by card from the highest down: choices without a card come before those with it."""
        chosen, block = 0, self._blocks[before]
        for c in reversed(members(_all(block))):
            free = (1 << c) - 1
            counts = [_count(family, chosen, free) for family in block]
            without = sum(counts)
            if n >= without:
                n -= without
                chosen |= 1 << c
                block = [family for family in block if _count(family, chosen, free)]
            else:
                block = [family for family, count in zip(block, counts, strict=True) if count]
        return self._packed(block[n], chosen)

    def _packed(self, family: Family, chosen: int) -> int:
        return (family.before * self._radix + chosen) * self._after + family.after

    def others(self) -> Iterator[int]:
        """Yield a choice for each combination of the other things that are chosen, with an arbitrary set."""
        return (self._packed(family, 0) for block in self._blocks.values() for family in block)

    def alike(self, payload: int, groups: Iterable[int]) -> Iterator[int]:
        """Yield the choices that differ only in which cards of each of these groups they take."""
        number, after = divmod(payload, self._after)
        before, chosen = divmod(number, self._radix)
        wanted = [(same, (same & chosen).bit_count()) for same in groups if same & chosen]
        for family in self._blocks.get(before, ()):
            if family.after == after:
                yield from (self._packed(family, other) for other in _completions(family, wanted, 0))

    def __contains__(self, payload: object) -> bool:
        if not isinstance(payload, int):
            return False
        number, after = divmod(payload, self._after)
        before, chosen = divmod(number, self._radix)
        block = self._blocks.get(before, ())
        return any(family.after == after and _count(family, chosen, 0) for family in block)

    def __iter__(self) -> Iterator[int]:
        for before, block in self._blocks.items():
            family = block[0]
            if _is_plain(block) and self._sizes[before] <= LISTED:
                sets = all_sets(family.parts[0][1], family.low, family.high)
                yield from (self._packed(family, chosen) for chosen in sets)
            else:
                cards = members(_all(block))
                yield from self._below(block, cards, len(cards), 0)

    def _below(self, block: list[Family], cards: list[int], top: int, chosen: int) -> Iterator[int]:
        """Yield the choices with these cards among those from `top` on, first those without the highest other card."""
        if not top:
            yield from (self._packed(family, chosen) for family in block)
            return
        bit = 1 << cards[top - 1]
        for more in (0, bit):
            left = [family for family in block if _count(family, chosen | more, bit - 1)]
            if left:
                yield from self._below(left, cards, top - 1, chosen | more)


def _is_plain(block: Sequence[Family]) -> bool:
    """True if the choices are just the sets of some cards."""
    return len(block) == 1 and len(block[0].parts) == 1 and not block[0].twins


def all_sets(of: int, low: int, high: int) -> list[int]:
    """Return the sets with `low` to `high` of these cards, in ascending order."""
    cards = [1 << card for card in members(of)]
    sizes = range(max(low, 0), min(high, len(cards)) + 1)
    return sorted(sum(chosen) for size in sizes for chosen in combinations(cards, size))


def _completions(family: Family, wanted: Sequence[tuple[int, int]], chosen: int) -> Iterator[int]:
    """Yield the sets with the chosen cards and as many others of each group as wanted."""
    free = sum(same for same, _ in wanted)
    if not _count(family, chosen, free):
        return
    if not wanted:
        yield chosen
        return
    same, count = wanted[0]
    for cards in combinations(members(same), count):
        yield from _completions(family, wanted[1:], chosen | sum(1 << card for card in cards))


# ---------------------------------------------------------------- counting


def _closed(cards: int, twins: Sequence[int]) -> int:
    """Return the cards without twins that a choice can't take, because a lower one is missing."""
    for same in twins:
        missing = same & ~cards
        if missing:
            cards &= ~same | (missing & -missing) - 1
    return cards


def _count(family: Family, chosen: int, free: int) -> int:
    """The number of sets whose cards outside `free` are exactly the chosen ones."""
    return sum(sign * _completed(family, cards, chosen, free) for sign, cards in family.parts)


def _completed(family: Family, cards: int, chosen: int, free: int) -> int:
    if chosen & ~cards:
        return 0
    size, alone = chosen.bit_count(), cards & free
    if not family.twins:
        return several(alone.bit_count(), family.low - size, family.high - size)
    runs: list[int] = []
    for same in family.twins:
        if taken := same & chosen:
            lower = same & (1 << taken.bit_length() - 1) - 1
            if lower & ~chosen & ~free:
                return 0
            size += (lower & free).bit_count()
        elif left := same & cards & free:
            runs.append(left.bit_count())
        alone &= ~same
    return _several(alone.bit_count(), tuple(sorted(runs)), family.low - size, family.high - size)


def _all(block: Sequence[Family]) -> int:
    union = 0
    for family in block:
        for _, cards in family.parts:
            union |= cards
    return union


@cache
def several(members_: int, low: int, high: int) -> int:
    """The number of subsets with low to high members."""
    return sum(comb(members_, n) for n in range(max(low, 0), min(high, members_) + 1))


@cache
def _several(alone: int, runs: tuple[int, ...], low: int, high: int) -> int:
    """The number of subsets of single cards and runs of twins, of which only the lowest can be taken."""
    if not runs:
        return several(alone, low, high)
    return sum(_several(alone, runs[1:], low - n, high - n) for n in range(runs[0] + 1))
