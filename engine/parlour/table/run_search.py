"""Runs: cards of consecutive ranks in any suits, with the same number of each rank.

Consecutive ranks are neighbours in the order of the deck, among the ranks that are in the pack. Knows cards as bits and
no state.
"""

from __future__ import annotations

from itertools import combinations
from math import comb

from parlour.table.cards import Pack, members

SHORTEST = 2  # ranks


def lengths(width: int, low: int | None, high: int | None) -> tuple[int, int | None]:
    """Return the least and greatest number of ranks of the runs with `low` to `high` cards."""
    return max(SHORTEST, -(-(low or 0) // width)), None if high is None else high // width


def ladder(pack: Pack) -> list[int]:
    """The cards of each rank that runs can have, from the lowest rank to the highest."""
    return [of for of in pack.of_rank[: pack.design.ordered] if of]


class RunSearch:
    """Finds runs of `width` cards of each of `least` to `most` ranks."""

    def __init__(self, pack: Pack) -> None:
        self._ladder = ladder(pack)

    def count(self, held: int, width: int, least: int, most: int | None) -> int:
        numbers = [comb((held & of).bit_count(), width) for of in self._ladder]
        found = 0
        for start in range(len(numbers)):
            product = 1
            for length, number in enumerate(numbers[start:][:most], 1):
                product *= number
                if not product:
                    break
                found += product if length >= least else 0
        return found

    def among(self, held: int, width: int, least: int, most: int | None) -> list[int]:
        """The runs among some cards, in ascending order."""
        parts = [[sum(1 << c for c in of) for of in combinations(members(held & rank), width)] for rank in self._ladder]
        found: list[int] = []
        for start in range(len(parts)):
            runs = [0]
            for length, part in enumerate(parts[start:][:most], 1):
                runs = [run | more for run in runs for more in part]
                if not runs:
                    break
                found += runs if length >= least else []
        return sorted(found)
