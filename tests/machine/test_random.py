"""The generator keeps to docs/randomness.md: frozen results. tests/bench/randomness measures its bias.

The frozen numbers come from `stream vectors`, a C program written from the specification
(tests/bench/randomness/stream.c), not from the code under test. They must never change, because every logged game
depends on them.
"""

from __future__ import annotations

import pytest

from parlour.table import chance as rng

# seed: its state, the first five words, the state after these
SEEDS = {
    0: (1057204829733899724, [669053744, 610591827, 325338557, 1050657999, 146888254], 117298098639974849),
    1: (655999787606367444, [39898384, 769862490, 187163852, 781191629, 292743826], 87282401988489493),
    2: (21951735095842531, [894202754, 1015928080, 522709714, 519275261, 376335132], 275918647736623405),
    42: (619168743962668718, [762301998, 606763989, 1040208991, 503750836, 775169287], 81028255641722388),
    -1: (164975280977685567, [731815858, 830196496, 945035593, 769350868, 317911390], 268999611163363260),
    2**63 - 1: (
        878932834906250924,
        [275152769, 660099417, 567192138, 356410977, 174609606],
        1064347690898103953,
    ),
    -(2**63): (
        843373226098291684,
        [1051585289, 548518286, 617349267, 586470198, 194339061],
        245179366760863138,
    ),
    2**63: (
        1010662954450862513,
        [623830579, 543626508, 717235734, 137919869, 1007510773],
        300466051531965909,
    ),
    2**64: (892757735504341380, [1012013833, 542405335, 655129292, 134691452, 808672681], 53742700067350372),
    -(2**64): (
        627405149472732431,
        [131863442, 392075000, 379107181, 863764161, 611967054],
        1044863848466188487,
    ),
    10**40: (340234770490899628, [426733634, 870309309, 484153858, 499656280, 311576487], 886342985831282520),
}

# n: the first eight numbers below n from seed 7, the state after these
BELOW = {
    1: ([0, 0, 0, 0, 0, 0, 0, 0], 660945206496071140),
    2: ([0, 1, 0, 1, 1, 0, 0, 1], 960299018238816008),
    3: ([0, 1, 0, 2, 2, 1, 0, 2], 960299018238816008),
    6: ([1, 3, 1, 4, 4, 2, 0, 4], 960299018238816008),
    10: ([1, 6, 2, 7, 8, 3, 0, 7], 960299018238816008),
    52: ([9, 32, 15, 38, 41, 19, 0, 39], 960299018238816008),
    1000: ([176, 631, 293, 739, 800, 376, 11, 766], 960299018238816008),
    2**20: ([184948, 662120, 307876, 775895, 838870, 394797, 11712, 803409], 960299018238816008),
    700000000: (
        [123466663, 205529842, 517966401, 560006520, 263556048, 7819145, 536333444, 188690927],
        72800755807616434,
    ),
    2**30: (
        [189387601, 678011508, 315265697, 794517413, 859003461, 404273075, 11993920, 822690930],
        960299018238816008,
    ),
}

# count: the order of 0 ... count - 1 after one shuffle from seed 9, the state after it
SHUFFLES = {
    0: ("", 615439347867476091),
    1: ("0", 615439347867476091),
    2: ("0 1", 1061811209274305802),
    3: ("0 2 1", 1061811209274305802),
    11: ("5 8 1 2 6 10 3 0 4 9 7", 1061811209274305802),
    12: ("4 2 3 6 10 5 1 7 8 11 9 0", 291983828326568722),
    13: ("6 8 12 11 3 5 1 7 10 2 0 9 4", 192553431169989939),
    32: (
        "1 28 8 10 19 15 22 29 17 27 16 18 3 31 0 30 7 13 14 12 5 9 11 24 6 2 4 21 20 23 25 26",
        396035283980896088,
    ),
    52: (
        "41 28 32 15 1 9 21 42 45 30 36 10 34 7 16 23 20 14 50 40 4 3 11 5 22 8 47 33 49 24 6 39 26 27 29 "
        "19 51 25 46 31 13 35 43 18 44 2 48 37 38 0 12 17",
        816784682920875008,
    ),
    110: (
        "107 46 84 19 5 49 78 60 47 3 99 61 9 25 4 92 70 11 95 104 10 63 26 73 23 42 13 86 15 88 94 66 59 "
        "43 87 30 39 83 93 101 52 76 31 27 8 51 36 89 1 79 57 50 6 55 105 18 65 7 21 53 22 69 54 81 72 80 "
        "24 67 28 38 90 75 35 41 33 96 62 91 64 29 40 71 20 85 109 32 100 37 16 108 74 48 17 0 14 56 97 "
        "34 98 45 2 77 103 44 58 68 82 106 102 12",
        430331566694231792,
    ),
}


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
    assert cards == [int(card) for card in order.split()]


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
