"""Margins of statistics, compared with infinitely many games: half of the 95 % interval.

Knows numbers only, not what they count.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection

Z = 1.959964  # this many standard deviations to each side contain 95 % of a normal distribution


def of_share(count: int, games: int) -> float:
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
