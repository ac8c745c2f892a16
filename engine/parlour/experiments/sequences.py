"""Intervals that stay right however often somebody looks, and the discoveries among many comparisons.

The intervals are the asymptotic confidence sequences of Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas ("Time-uniform
central limit theory and asymptotic confidence sequences", 2024). Of all such intervals, at least 95 % contain the true
mean at all times. Knows numbers only, not what they count.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from math import ceil, exp, inf, isinf, log, nan, sqrt
from typing import TypeVar

from parlour.playouts.margins import Z

ALPHA = 0.05
LEAST = 100  # numbers, before which the normal approximation isn't good enough
NARROWEST = 1000  # numbers at which the intervals are narrowest beside those for one look
MOST = 10**9  # numbers, after which nobody waits for a narrower interval
TIMES, ADVISED = 20, 100_000  # more numbers than so many times those so far, or than so many, aren't advised
K = TypeVar("K", bound=Hashable)


def _spread(best: int) -> float:
    """The variance of the mixture that makes the interval narrowest at this number."""
    wanted = 2 * log(1 / ALPHA)
    return (wanted + log(1 + wanted)) / best


def _width(n: int, best: int = NARROWEST, alpha: float = ALPHA) -> float:
    """Half of the interval for the mean of so many numbers with a variance of 1; infinite for a few."""
    if n < LEAST:
        return inf
    weight = n * _spread(best)
    return sqrt(2 * (weight + 1) / (n * weight) * log(sqrt(weight + 1) / alpha))


def count_for(n: int, radius: float, wanted: float, alpha: float = ALPHA) -> float:
    """Return how many numbers it takes until the radius of an interval for `n` of them is as `wanted`. With another
    `alpha`, that share of intervals may be wrong then."""
    count = n
    while count < MOST and radius * _width(count, alpha=alpha) > wanted * _width(n):
        count = count * 21 // 20 + 1
    return count if count < MOST else inf


def rounded(count: float, block: int) -> int | None:
    """Return about so many numbers, in whole blocks and two digits. None for endlessly many."""
    if isinf(count):
        return None
    size = max(int(10.0 ** (len(str(ceil(count))) - 2)), block)
    return size * ceil(count / size)


def advised(count: float, block: int, so_far: int) -> int | None:
    """Return the same, but None also for so many that more hardly help."""
    return rounded(count, block) if count <= min(TIMES * so_far, ADVISED) else None


@dataclass
class Series:
    """A growing series of numbers, by its sums. `scale` is the largest number that it can have, if that is known: then
    the variance is as if four more numbers of such a size had come, so that a series of zeros isn't taken for certain.
    """

    scale: float = 0.0
    count: int = 0
    total: float = 0.0
    squares: float = 0.0

    def extend(self, values: Iterable[float]) -> None:
        for value, times in Counter(values).items():  # few of many are distinct
            self.count += times
            self.total += value * times
            self.squares += value * value * times

    @property
    def mean(self) -> float:
        return self.total / self.count if self.count else nan

    @property
    def _weight(self) -> int:
        return self.count + (4 if self.scale else 0)

    @property
    def variance(self) -> float:
        """The estimated variance, a little above 0 while all numbers are alike."""
        n = self._weight
        squares = (self.squares + 2 * self.scale**2) / n
        return max(squares - (self.total / n) ** 2, squares / n)

    def less(self, other: Series) -> Series:
        """The differences from another series of numbers that aren't below 0, as wide as they can be: as if one of two
        numbers were always 0."""
        scale = max(self.scale, other.scale)
        return Series(scale, self.count, self.total - other.total, self.squares + other.squares)

    def radius(self, best: int = NARROWEST) -> float:
        """Half of the interval for the mean; infinite for a few numbers."""
        return sqrt(self.variance) * _width(self.count, best)

    def margin(self) -> float:
        """Half of the interval for the mean, for somebody who looks once, when all numbers are there. Of numbers with a
        scale, as if two more had been 0 and two as large as can be (Agresti and Coull)."""
        n = self._weight
        squares = (self.squares + 2 * self.scale**2) / n
        variance = max(squares - ((self.total + 2 * self.scale) / n) ** 2, squares / n)
        return Z * sqrt(variance / n)

    def evidence(self, best: int = NARROWEST) -> float:
        """The evidence against a mean of 0, as a bet that nobody wins by luck: 20 means one chance in 20 or less."""
        n, variance = self.count, self.variance
        if n < LEAST:
            return 1.0
        if not variance:
            return inf if self.total else 1.0
        weight = n * _spread(best)
        exponent = self.total**2 / (2 * n * variance) * weight / (weight + 1)
        return exp(min(exponent, 700.0)) / sqrt(weight + 1)


def discoveries(evidence: Mapping[K, float], alpha: float = ALPHA) -> frozenset[K]:
    """Return the comparisons that count as different. At most this share of them is expected to be wrong, although
    there are many, whatever they have to do with each other (Wang and Ramdas: "False discovery rate control with
    e-values", 2022)."""
    ranked = sorted(evidence, key=lambda key: -evidence[key])
    count = max((n for n, key in enumerate(ranked, 1) if evidence[key] * n * alpha >= len(ranked)), default=0)
    return frozenset(ranked[:count])
