"""Games in the engine and in the oracle: the same questions, moves, cards, values, marks and winners at every step."""

from __future__ import annotations

import pytest

from oracle.side_by_side import play_in_step
from parlour.game import load
from random_mixes import random_mix
from scaffold.mixes import games_on_frames

HEAVY = {"cheat", "gin-rummy"}  # the oracle tries all sets of cards, so a few decisions take seconds


@pytest.mark.parametrize("game", games_on_frames())
def test_shipped_games_play_as_the_language_page_says(game: str) -> None:
    loaded = load(game)
    most = 4 if game in HEAVY else 10
    assert play_in_step(loaded, loaded.players[0], seed=1, most=most).decisions > 0


@pytest.mark.one_in(4)
@pytest.mark.parametrize("number", range(20))
def test_random_mixes_play_as_the_language_page_says(number: int) -> None:
    mix = random_mix(2, number)
    game = load(mix.game, with_=mix.rules, without=mix.without, options=mix.options)
    assert play_in_step(game, mix.players[0], seed=number, most=8).decisions > 0
