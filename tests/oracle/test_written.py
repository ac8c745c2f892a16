"""Random rulesets in the engine and in the oracle. Together they have every construct that docs/language.md documents.

`python tests/bench/oracle.py --cover 400` computes `SEEDS` again, after a change of the generator.
"""

from __future__ import annotations

from collections import Counter

import pytest

from oracle.constructs import Counted, documented
from oracle.side_by_side import play_in_step
from oracle.written import written
from parlour import load

SEEDS = (3, 5, 13, 24, 29, 37, 39, 47, 50, 52, 55, 56, 63, 71, 73, 77, 91, 100, 103, 109, 112, 113, 115, 119, 129, 135,
         137, 141, 142, 144, 146, 154, 156, 206)  # fmt: skip
MOST, WIDEST = 30, 300  # decisions in a game, moves of a question


def met(seed: int) -> Counter[tuple[str, str]]:
    """Play a ruleset in the engine and in the oracle, and return the constructs that play has met."""
    ruleset = written(seed)
    game = load("random-game", documents=ruleset.documents)
    play = Counted(game.composition, ruleset.players, seed)
    play_in_step(game, ruleset.players, seed, MOST, play, WIDEST)
    return play.met


@pytest.fixture(scope="module")
def table() -> Counter[tuple[str, str]]:
    """The constructs that all of these rulesets meet, after a comparison of each."""
    return sum(map(met, SEEDS), Counter())


def test_random_rulesets_play_as_the_language_page_says(table: Counter[tuple[str, str]]) -> None:
    assert len(SEEDS) * 16 >= 300, "each ruleset measures 16 expressions"
    assert table


def test_random_rulesets_meet_everything_that_is_documented(table: Counter[tuple[str, str]]) -> None:
    assert sorted(documented() - {construct for construct, _ in table}) == []
