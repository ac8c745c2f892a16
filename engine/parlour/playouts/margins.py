"""Means and shares of many games, with their margins: half of the 95 % interval for infinitely many games.

Knows numbers only, not what they count.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Literal

Z = 1.959964  # this many standard deviations to each side contain 95 % of a normal distribution


def of_share(count: float, games: int) -> float:
    """Return the margin of a share of games by Wilson's interval, which isn't 0 even for a share of 0 or 1."""
    share, z = count / games, Z * Z / games
    return Z * math.sqrt(share * (1 - share) / games + z / games / 4) / (1 + z)


def of_mean(values: Collection[int]) -> float:
    """The margin of a mean over games. NaN for fewer than two games."""
    games = len(values)
    if games < 2:
        return math.nan
    counted = Counter(values)  # millions of games have few distinct values
    mean = sum(value * count for value, count in counted.items()) / games
    return Z * math.sqrt(sum(count * (value - mean) ** 2 for value, count in counted.items()) / (games - 1) / games)


@dataclass(frozen=True)
class Estimate:
    """A share (counted) or a mean, with its margin. NaN without games."""

    value: float
    margin: float
    counted: tuple[int, int] | None  # the number of games that count, and of the games that it is a share of


@dataclass(frozen=True)
class Column:
    """A number for each game, or None. A share has 1 for a game that counts and 0 for one that doesn't."""

    kind: Literal["share", "mean"]
    values: Sequence[int | None]

    def known(self, games: int | None = None) -> list[int]:
        """Return the numbers of the first games, by default of all."""
        return [v for v in islice(self.values, games) if v is not None]

    def estimate(self, games: int | None = None) -> Estimate:
        known = self.known(games)
        if not known:
            return Estimate(math.nan, math.nan, None)
        total, count = sum(known), len(known)
        if self.kind == "share":
            return Estimate(total / count, of_share(total, count), (total, count))
        return Estimate(total / count, of_mean(known), None)
