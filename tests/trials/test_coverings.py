"""Sets of option values that contain every pair."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest

from parlour.lang.checker import check
from parlour.library.library import Library
from parlour.mixing.compose import compose
from parlour.trials.search import all_pairs, covering, pairs_of, values_to_try
from scaffold.rulesets import write_rule

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


def test_a_single_option_takes_its_other_values() -> None:
    assert list(covering({"a": ["1", "2", "3"]}, {"a": "1"}, 1)) == [{"a": "2"}, {"a": "3"}]


def test_nothing_to_choose() -> None:
    assert list(covering({}, {}, 1)) == []


@pytest.mark.parametrize(
    ("type_", "default", "values"),
    [
        ("bool", "false", ["false", "true"]),
        ("int, in: 1..9", "5", ["5", "1", "9"]),
        ("[calm, loud]", "loud", ["loud", "calm"]),
        ("rank", "J", ["J", "2", "A"]),
        ("suit or none", "♣", ["♣", "♥", "none"]),
        ("ranks", "[2, J]", ["2 J", "2", "7 K A"]),
        ("suits", "[♠]", ["♠", "♣", "♥ ♠"]),
        ("cards", "[A♠]", ["A♠", "2♣", "7♥ K♦ A♠"]),
    ],
)
def test_the_values_of_an_option_begin_with_its_own(
    type_: str, default: str, values: list[str], tmp_path: Path
) -> None:
    path = write_rule(tmp_path, "mine", f"options: {{mine: {{type: {type_}, default: {default}, text: it}}}}")
    found, problems = compose(Library.standard(), "crazy-eights", (path,))
    assert found is not None, problems
    program, _ = check(found)
    assert program is not None
    assert values_to_try(found.options["mine", "mine"], program.deck.design) == values
