"""Compares many games of two mixes: the numbers of each, their differences, and which differences are significant.

Both have played games of the same seed, so game i of one is paired with game i of the other. Specified in
docs/playouts.md.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from statistics import NormalDist

from parlour.playouts import margins
from parlour.playouts.margins import Column, Estimate
from parlour.playouts.played import Key, columns
from parlour.playouts.summary import Playouts

ENOUGH = 100  # games; with fewer no difference counts as more than chance
FEW = 10  # games; with fewer a difference has no margin, as it would cover all possible values
DOUBT = 0.05  # how often a comparison of a mix with itself may call anything more than chance


@dataclass(frozen=True)
class ComparedNumber:
    """A number of both mixes, if both have it, and the difference: second minus first. `error` is the standard error
    of `centre`, which is the difference, slightly moved towards zero by the margin of shares."""

    key: Key
    kind: str
    first: Estimate | None
    second: Estimate | None
    difference: float
    margin: float
    centre: float
    error: float

    def is_beyond(self, deviations: float) -> bool:
        return not math.isnan(self.error) and abs(self.centre) > deviations * self.error


class Comparison:
    """A comparison of the mix `second` with the mix `first`."""

    def __init__(self, first: Playouts, second: Playouts) -> None:
        if first.seed != second.seed or first.players != second.players or first.program.id != second.program.id:
            raise ValueError("the compared games must have the same ruleset, number of players and seed")
        self.first = first
        self.second = second
        self.games = min(len(first), len(second))

    @cached_property
    def rows(self) -> tuple[ComparedNumber, ...]:
        one, other = dict(columns(self.first)), dict(columns(self.second))
        keys = dict.fromkeys((*one, *other))
        ended = {key for key in keys if key[0] == "ended" or key[1] == "nobody"}  # 0 games aren't a missing number
        nothing = Column("share", [0] * self.games)
        rows = []
        order = list(dict.fromkeys(key[0] for key in keys))
        for key in sorted(keys, key=lambda key: order.index(key[0])):
            a, b = (each.get(key, nothing if key in ended else None) for each in (one, other))
            rows.append(_row(key, a, b, self.games))
        return tuple(row for row in rows if not _is_idle(row))

    @cached_property
    def compared(self) -> int:
        """The number of differences."""
        return sum(not math.isnan(row.difference) for row in self.rows)

    @cached_property
    def deviations(self) -> float:
        """The number of standard errors beyond which a difference is more than chance. It grows with the number of
        differences (Bonferroni)."""
        return NormalDist().inv_cdf(1 - DOUBT / 2 / max(1, self.compared))

    @property
    def beyond(self) -> tuple[ComparedNumber, ...]:
        """The differences that are more than chance."""
        if self.games < ENOUGH:
            return ()
        return tuple(row for row in self.rows if row.is_beyond(self.deviations))


def _is_idle(row: ComparedNumber) -> bool:
    """True if every game of both mixes has a winner: the comparison then leaves out this row, as a summary does."""
    return row.key[1] == "nobody" and not any(e and e.value for e in (row.first, row.second))


def _row(key: Key, one: Column | None, other: Column | None, games: int) -> ComparedNumber:
    first, second = (None if column is None else column.estimate(games) for column in (one, other))
    kind = next(column.kind for column in (one, other) if column is not None)
    if one is None or other is None:
        return ComparedNumber(key, kind, first, second, *(math.nan,) * 4)
    pairs = Counter(zip(islice(one.values, games), islice(other.values, games), strict=True))
    difference, error = of_means(pairs, games)
    centre = difference
    if kind == "share" and not any(a is None or b is None for a, b in pairs):
        centre, error = of_shares(pairs[1, 0], pairs[0, 1], games)
    margin = margins.Z * error if games >= FEW else math.nan
    return ComparedNumber(key, kind, first, second, difference, margin, centre, error)


def of_means(pairs: Counter[tuple[int | None, int | None]], games: int) -> tuple[float, float]:
    """The second mean minus the first, and its standard error: that of the differences of single games. A game that
    has no number adds nothing to its mean."""
    known = [[(v, count) for pair, count in pairs.items() if (v := pair[side]) is not None] for side in (0, 1)]
    n = [sum(count for _, count in each) for each in known]
    if not all(n):
        return math.nan, math.nan
    mean = [sum(v * count for v, count in each) / k for each, k in zip(known, n, strict=True)]
    difference = mean[1] - mean[0]
    if games < 2:
        return difference, math.nan
    if n == [games, games]:  # whole numbers throughout: equal differences in all games have no error
        single = [(b - a, count) for (a, b), count in pairs.items() if a is not None and b is not None]
        difference = sum(d * count for d, count in single) / games
        squares = sum((d - difference) ** 2 * count for d, count in single)
    else:
        squares = 0.0
        for pair, count in pairs.items():
            one, other = (0.0 if v is None else (v - m) * games / k for v, m, k in zip(pair, mean, n, strict=True))
            squares += count * (other - one) ** 2
    return difference, math.sqrt(squares / (games - 1) / games)


def of_shares(only_first: int, only_second: int, games: int) -> tuple[float, float]:
    """Return the middle of Bonett and Price's interval for the difference of two shares of the same games. The
    second number is its standard error, which is never zero."""
    lost, won = (only_first + 1) / (games + 2), (only_second + 1) / (games + 2)
    return won - lost, math.sqrt((lost + won - (won - lost) ** 2) / (games + 2))
