"""The generator keeps to docs/randomness.md: the frozen results of `random.yaml`. tests/bench/randomness measures its
bias."""

from pathlib import Path

import pytest

from parlour.table import chance as rng
from scaffold.yaml_files import data_of

FROZEN = data_of(Path(__file__).with_name("random.yaml"))
SEEDS, BELOW, SHUFFLES = FROZEN["seeds"], FROZEN["below"], FROZEN["shuffles"]


@pytest.mark.parametrize("seed", SEEDS)
def test_seeds_and_words_are_frozen(seed: int) -> None:
    state, words, after = SEEDS[seed]
    x = rng.seed_state(seed)
    assert x == state
    seen = []
    for _ in words:
        x = rng.step(x)
        seen.append(rng.word(x))
    assert (seen, x) == (words, after)


def test_a_long_walk_is_frozen() -> None:
    x = rng.seed_state(1)
    for _ in range(1_000_000):
        x = rng.step(x)
    assert x == 1046908479066114701


@pytest.mark.parametrize("n", BELOW)
def test_numbers_below_are_frozen(n: int) -> None:
    numbers, after = BELOW[n]
    x = rng.seed_state(7)
    seen = []
    for _ in numbers:
        value, x = rng.below(x, n)
        seen.append(value)
    assert (seen, x) == (numbers, after)


@pytest.mark.parametrize("count", SHUFFLES)
def test_shuffles_are_frozen(count: int) -> None:
    order, after = SHUFFLES[count]
    cards = list(range(count))
    assert rng.shuffle(cards, rng.seed_state(9)) == after
    assert cards == order


# ---- laws ----


def test_a_secret_seed_is_a_fresh_seed() -> None:
    seeds = {rng.secret_seed() for _ in range(20)}
    assert len(seeds) == 20
    assert all(0 <= seed < 2**63 for seed in seeds)


@pytest.mark.parametrize("n", [0, -1, rng.BASE + 1])
def test_below_refuses_what_it_cannot_do(n: int) -> None:
    with pytest.raises(ValueError, match="random number below"):
        rng.below(5, n)


@pytest.mark.parametrize(("start", "stop"), [(-1, 2), (0, 4), (2, 1)])
def test_a_shuffle_refuses_a_stretch_outside_the_list(start: int, stop: int) -> None:
    with pytest.raises(ValueError, match="shuffle"):
        rng.shuffle([1, 2, 3], 5, start, stop)
