"""The arithmetic of experiments: intervals for any time, discoveries among many, plans for many factors."""

import sys
from itertools import combinations
from pathlib import Path
from random import Random

import pytest

from parlour.experiments.arms import fraction
from parlour.experiments.sequences import LEAST, Series, advised, discoveries

sys.path.append(str(Path(__file__).parents[1] / "bench"))

from watched import needed


def test_the_interval_of_the_paper() -> None:
    """For 1,000 numbers of variance 1, narrowest at 1,000: the root of 2 · 8.936 / 7,936 · ln(√8.936 / 0.05)."""
    series = Series()
    for number in range(1000):
        series.extend([1.0 if number % 2 else -1.0])
    assert series.radius(1000) == pytest.approx(0.0960, abs=0.0002)


def test_few_numbers_say_nothing() -> None:
    series = Series(scale=1.0)
    for _ in range(LEAST - 1):
        series.extend([1.0])
    assert series.radius() == float("inf")
    assert series.evidence() == 1.0


def test_a_share_of_nothing_is_not_certain() -> None:
    """After 100 games without one, a thing can still happen in some per cent of all games."""
    series = Series(scale=1.0)
    for _ in range(100):
        series.extend([0.0])
    assert 0.02 < series.radius() < 0.2


@pytest.mark.parametrize("share", [0.5, 0.1])
def test_whoever_watches_a_comparison_of_equals_is_seldom_misled(share: float) -> None:
    """At most 5 % of 300 comparisons may look different at some time; by chance, up to 23 of them would still pass."""
    chance = Random(7)
    games = ([float(chance.random() < share) for _ in range(1200)] for _ in range(600))
    alarms = sum(needed(one, next(games), 0.0) is not None for one in games)
    assert alarms <= 23


def test_a_difference_is_found_in_time() -> None:
    chance = Random(3)
    series = Series(scale=1.0)
    for _ in range(2000):
        series.extend([(chance.random() < 0.6) - (chance.random() < 0.5)])
    assert abs(series.mean) > series.radius()
    assert series.evidence() > 20


def test_no_more_games_are_advised_than_help() -> None:
    """Twenty times those so far, and 100,000 in any case."""
    assert [advised(count, 100, 200) for count in (3_990, 4_001)] == [4_000, None]
    assert [advised(count, 100, 50_000) for count in (99_001, 100_001)] == [100_000, None]


def test_discoveries_among_four() -> None:
    """One discovery needs evidence of 4 / 0.05 = 80, two of them 40 each."""
    assert discoveries({"a": 100.0, "b": 50.0, "c": 1.0, "d": 1.0}) == {"a", "b"}
    assert discoveries({"a": 79.0, "b": 1.0, "c": 1.0, "d": 1.0}) == frozenset()
    assert discoveries({}) == frozenset()


@pytest.mark.parametrize(("factors", "runs"), [(3, 8), (5, 16), (6, 32), (8, 64)])
def test_a_plan_distinguishes_all_factors_and_pairs(factors: int, runs: int) -> None:
    plan = fraction(factors)
    assert len(set(plan)) == len(plan) == runs
    alone = [[1 if run >> factor & 1 else -1 for run in plan] for factor in range(factors)]
    effects = [*alone, *([a * b for a, b in zip(one, other, strict=True)] for one, other in combinations(alone, 2))]
    assert all(sum(effect) == 0 for effect in effects)
    for one, other in combinations(effects, 2):
        assert sum(a * b for a, b in zip(one, other, strict=True)) == 0
