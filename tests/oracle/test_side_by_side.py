"""Games in the engine and in the oracle: the same questions, moves, cards, values, marks and winners at every step."""

from __future__ import annotations

import pytest

from oracle.side_by_side import Tally, play_in_step
from parlour import load
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


GOING_ROUND = """\
frame: rounds
title: Rounds
text: Play can go on without end.
extends: table
players: 2
deck: {pack: 52, each: game}
zones:
  heap: {seen: everybody, ordered: true, text: heap}
endings:
  again: the same position came up again
  too-long: it took too long
stages:
  game: |
    champions = players
    shuffle box into heap
    while true limit 70:
      ask turn_of(players.first)
    repeated:
      end game as again
    otherwise:
      end game as too-long
prompts:
  turn_of(p): |
    "what now?"
    go: WHAT
"""


@pytest.mark.parametrize(
    ("what", "decisions"),
    [
        ("nothing", 64),  # round 65 begins as round 64
        ("move heap.bottom to heap at 3", 67),  # above three cards, so four go round
        ("move heap.top to heap at bottom", 70),  # 52 cards would be back in round 116
    ],
)
def test_positions_are_compared_from_the_beginning_of_round_64(what: str, decisions: int) -> None:
    documents = {"rounds.yaml": GOING_ROUND.replace("WHAT", what), "g.yaml": "game: g\ntitle: G\nextends: rounds\n"}
    game = load("g", documents=documents)
    assert play_in_step(game, 2, 1, most=200) == Tally(decisions, "over")
