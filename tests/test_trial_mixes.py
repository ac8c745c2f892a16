"""Games for trials: mixes that are compiled without proofs play the same game."""

import pytest

import parlour
from parlour.base.diagnostics import RulesetError


def test_a_game_for_trials_plays_the_same() -> None:
    game = parlour.load("crazy-eights", "jack-skips")
    proved, trial = game.without("jack-skips"), game.for_trials().without("jack-skips")
    one, other = proved.start(players=3, seed=4), trial.start(players=3, seed=4)
    while not one.over:
        assert [str(move) for move in other.question.legal] == [str(move) for move in one.question.legal]
        one, other = one.apply(one.question.legal[0]), other.apply(other.question.legal[0])
    assert other.over
    assert other.outcome == one.outcome


def test_a_game_for_trials_reports_rules_that_need_another_one() -> None:
    with pytest.raises(RulesetError, match="needs"):
        parlour.load("last-one").for_trials().without("catch-at-once")
