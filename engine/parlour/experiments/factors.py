"""The effects of the factors of a sweep: what each changes by itself, and what two of them change together.

Every factor has two values. The mixes have the same deals, so that the effect is a mean over games of a contrast
between mixes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from parlour.experiments.arms import Factor, pairs
from parlour.experiments.blocks import SEAT
from parlour.experiments.measures import Measure, measure
from parlour.experiments.sequences import LEAST, Series, discoveries
from parlour.experiments.series_of_mixes import Results

ASKED = ("decisions", f"{SEAT}1", "starter", "choices", "matters", "open")


@dataclass(frozen=True)
class Effect:
    """The change of a measure if a factor has its second value instead of the first, or if two factors have it and not
    only one of them."""

    factors: tuple[Factor, ...]
    measure: Measure
    value: float
    margin: float
    differs: bool = False

    @property
    def name(self) -> str:
        return " with ".join(factor.change for factor in self.factors)

    @property
    def title(self) -> str:
        """The changes as people read them."""
        return " with ".join(f"“{factor.change_in_words}”" for factor in self.factors)


def effects(results: Results, factors: Sequence[Factor]) -> list[Effect]:
    """Return the effects on some measures; nothing if a factor has more values than two, or if a mix is missing."""
    if not factors or any(len(factor.values) != 2 for factor in factors) or len(results.arms) & len(results.arms) - 1:
        return []
    measured = list(_effects(results, factors))
    sure = discoveries({at: series.evidence() for at, (_, series) in enumerate(measured)})
    return [replace(effect, differs=at in sure) for at, (effect, _) in enumerate(measured)]


def _effects(results: Results, factors: Sequence[Factor]) -> Iterator[tuple[Effect, Series]]:
    groups: list[tuple[Factor, ...]] = [*((factor,) for factor in factors), *pairs(factors)]
    for id in ASKED:
        of = measure(id)
        for group in groups:
            signs = [_sign(results, at, group) for at in range(len(results.arms))]
            series = Series(float(of.unit == "share"))
            series.extend(_contrasts(results, id, signs))
            if series.count >= LEAST:
                yield Effect(group, of, series.mean, series.radius()), series


def _sign(results: Results, at: int, factors: Sequence[Factor]) -> int:
    sign = 1
    for factor in factors:
        sign *= 1 if results.arms[at].levels[factor.name] == factor.values[1] else -1
    return sign


def _contrasts(results: Results, id: str, signs: Sequence[int]) -> Iterator[float]:
    """Yield for each deal that all mixes have played the mean with the second values less that with the first."""
    weight = 2 / len(signs)
    for blocks in zip(*results.blocks, strict=False):
        for values in zip(*(columns.get(id, ()) for columns in blocks), strict=False):
            known = [sign * value for sign, value in zip(signs, values, strict=True) if value is not None]
            if len(known) == len(signs):
                yield sum(known) * weight
