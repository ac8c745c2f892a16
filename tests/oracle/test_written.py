"""Random rulesets in the engine and in the oracle. Together they have every construct that docs/language.md documents.

`python tests/bench/oracle.py --cover 400` computes `SEEDS` again, after a change of the generator.
"""

from collections import Counter
from importlib.util import find_spec

import pytest

from oracle.constructs import Counted, documented
from oracle.side_by_side import compare_natively, play_in_step
from oracle.written import written
from parlour import load

SEEDS = (3, 4, 5, 11, 13, 15, 24, 29, 37, 38, 39, 47, 50, 52, 55, 56, 63, 67, 71, 73, 77, 80, 91, 100, 103, 109, 112,
         113, 115, 119, 129, 135, 137, 141, 142, 144, 146, 154, 156, 206)  # fmt: skip
MOST, WIDEST = 30, 300  # decisions in a game, moves of a question


def met(seed: int) -> Counter[tuple[str, str]]:
    """Play a ruleset in all executions and in the oracle, and return the constructs that play has met."""
    ruleset = written(seed)
    game = load("random-game", documents=ruleset.documents)
    play = Counted(game.composition, ruleset.players, seed)
    play_in_step(game, ruleset.players, seed, MOST, play, WIDEST)
    return play.met


def test_random_rulesets_play_as_the_language_page_says_and_have_all_of_it() -> None:
    table = sum(map(met, SEEDS), Counter[tuple[str, str]]())
    assert sorted(documented() - {construct for construct, _ in table}) == []


@pytest.mark.parametrize("seed", [*SEEDS[::12], 404])  # in 404 a name has no value yet where the game begins
def test_native_code_plays_random_rulesets_as_generated_python_does(seed: int) -> None:
    if find_spec("llvmlite") is not None:
        ruleset = written(seed)
        compare_natively(load("random-game", documents=ruleset.documents), ruleset.players, seed)
