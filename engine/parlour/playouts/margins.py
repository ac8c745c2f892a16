"""How far what was counted may be from what it would be in endlessly many games: half of the 95 % interval.

Knows numbers only, not what they are counted of.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection

Z = 1.959964  # so many standard deviations to each side hold 95 % of a normal distribution


def of_share(count: int, games: int) -> float:
    """Of a share of games: Wilson's interval, which is none of no width where all or none of them counted."""
    share, z = count / games, Z * Z / games
    return Z * math.sqrt(share * (1 - share) / games + z / games / 4) / (1 + z)


def of_mean(values: Collection[int]) -> float:
    """Of a mean over games. It is not a number where there are less than two of them."""
    games = len(values)
    if games < 2:
        return math.nan
    counted = Counter(values)  # of millions of games few are different
    mean = sum(value * count for value, count in counted.items()) / games
    return Z * math.sqrt(sum(count * (value - mean) ** 2 for value, count in counted.items()) / (games - 1) / games)
