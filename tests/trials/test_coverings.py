"""Sets of option values that contain every pair."""

from itertools import combinations

import pytest

from parlour.trials.search import all_pairs, covering, pairs_of

CHOICES = {name: ["1", "2", "3"] for name in "abcdefgh"}
DEFAULT = dict.fromkeys(CHOICES, "1")


@pytest.mark.parametrize("seed", range(5))
def test_every_pair_occurs(seed: int) -> None:
    rows = list(covering(CHOICES, DEFAULT, seed))
    seen = pairs_of(DEFAULT).union(*map(pairs_of, rows))
    assert seen == all_pairs(CHOICES)
    assert len(seen) == 9 * len(list(combinations(CHOICES, 2)))
    assert len(rows) < 30  # there are 6561 sets, and 9 are the fewest for two options alone
    assert rows == list(covering(CHOICES, DEFAULT, seed))
