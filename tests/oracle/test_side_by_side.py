"""Games in the engine and in the oracle: the same questions, moves, cards, values, marks and winners at every step."""

from importlib.util import find_spec

import pytest

from oracle.side_by_side import Tally, compare_natively, play_in_step
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


GUISES = """\
frame: guises
title: Guises
text: Jokers count as other cards.
extends: table
players: 2
deck: {pack: 52, jokers: 1, copies: 2, ace: low, each: game}
zones:
  hand(player): {seen: owner, text: hand}
  pile: {ordered: true, text: pile}
marks:
  stands-for: {type: card or none, guise: true, inside: pile}
functions:
  faces(c): FACES
stages:
  game: |
    champions = players
    move of_rank(Jk) to hand(players.first)
    move of_rank(3) to pile
    repeat 2 times:
      ask act(players.first)
prompts:
  act(p): |
    play for c in guises of hand(p): move c to pile
    stop only if nothing else: nothing
"""


@pytest.mark.parametrize(
    "faces",
    [
        '"[9♣, 2♠] if c.rank == Jk else none"', '"those d in pack where d.rank == K and d.colour == red"', "pile.top",
        "of_rank(Jk)", "pile - pile",
    ],
)  # fmt: skip
def test_cards_of_two_packs_count_as_others(faces: str) -> None:
    documents = {"guises.yaml": GUISES.replace("FACES", faces), "g.yaml": "game: g\ntitle: G\nextends: guises\n"}
    game = load("g", documents=documents)
    for seed in range(2):
        assert play_in_step(game, 2, seed, most=5) == Tally(2, "over")
        if find_spec("llvmlite") is not None:
            compare_natively(game, 2, seed, games=5)
