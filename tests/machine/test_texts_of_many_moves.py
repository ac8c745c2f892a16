"""The text of each legal move means that move, however many there are and whatever its notation contains."""

from pathlib import Path
from random import Random

import pytest

import parlour
from scaffold.mixes import LIBRARY

SHEET = """\
frame: sheet
title: Sheet
extends: table
players: 2
deck: {pack: 52, copies: 2, each: game}
zones:
  hand(player): {seen: owner, text: hand}
  gone: {ordered: true, text: gone}
state:
  up: {type: player, each: game, seen: everybody}
  due: {type: rank, each: game, seen: everybody}
  wild: {type: card or none, each: game, seen: everybody}
stages:
  game: |
    shuffle box into gone
    deal 16 from gone to each hand
    up = random players
    due = 7
    ask act(up)
    champions = players
functions:
  double(n): 2 * n
prompts:
  act(p): |
    ACTION
    rest only if nothing else: nothing
"""
ACTIONS = [
    '"claim {due} with {cs}" for cs in 1..5 cards of hand(p): move cs to gone',
    '"claim {due}{wild is some: or {wild}} with {cs}" for cs in 1..5 cards of hand(p): move cs to gone',
    '"lay {cs.size} cards ({cs}) with {hand(p).size - cs.size} left" for cs in 1..5 cards of hand(p): move cs to gone',
    '"bet {double(n)} on {cs}" for n in 1..3, cs in 0..5 cards of hand(p): move cs to gone',
    '"put {n} {cs}" for n in 1..3, cs in 1..5 cards of hand(p): move cs to gone',
    '"give {q} the cards {cs} of {cs.first.rank}" for q in players, cs in 1..5 cards of hand(p): move cs to gone',
    '"{cs} for {q}" for cs in 1..5 cards of hand(p), q in players: move cs to gone',
]


@pytest.mark.parametrize("action", ACTIONS)
def test_every_notation_is_read(tmp_path: Path, action: str) -> None:
    path = tmp_path / "sheet.yaml"
    path.write_text(SHEET.replace("ACTION", f"lay {action}"), encoding="utf-8")
    game, random = parlour.load(path), Random(1)
    for seed in range(2):
        state = game.start(seed=seed)
        legal = state.question.legal
        assert len(legal) > 4_096
        for _ in range(10):
            move = legal[random.randrange(len(legal))]
            assert state.read(move.text) == move
            assert state.apply(move.text) == state.apply(move)
            assert state.why(move.text).verdict == "allowed"


def test_a_move_with_a_wrong_value_is_not_the_one_with_the_right_value(tmp_path: Path) -> None:
    path = tmp_path / "sheet.yaml"
    path.write_text(SHEET.replace("ACTION", f"lay {ACTIONS[0]}"), encoding="utf-8")
    state = parlour.load(path).start(seed=1)
    move = state.question.legal[9]
    other = move.text.replace("claim 7", "claim 8")
    assert not isinstance(state.read(other), parlour.Move)
    assert state.why(other).verdict == "unknown"


def test_a_claim_with_a_card_of_another_player_gets_the_reason() -> None:
    pack = [rank + suit for rank in ["A", *map(str, range(2, 11)), *"JQK"] for suit in "♣♦♥♠"]
    cards = {"hand 1": " ".join(pack[:20]), "hand 2": pack[20], "hand 3": " ".join(pack[21:25])}
    state = parlour.load("cheat").position({**cards, "to move": 1}, players=3)
    assert state.read("claim A with AS 2c") == state.read("claim A with 2♣ A♠")
    why = state.why("claim A with K♠ A♠")
    assert why.verdict == "impossible"
    assert "doesn't have K♠" in str(why)


GAMES = LIBRARY.ids("game")


@pytest.mark.parametrize("game", GAMES)
def test_moves_of_shipped_games_are_read(game: str) -> None:
    loaded, random = parlour.load(game), Random(3)
    state = loaded.start(players=max(loaded.players), seed=3)
    for _ in range(60):
        if state.over:
            break
        legal = state.question.legal
        move = legal[random.randrange(len(legal))]
        assert state.read(move.text) == move
        state = state.apply(move)


@pytest.mark.parametrize("rules", [[], ["neighbouring-ranks"]], ids=str)
def test_huge_menus_of_a_shipped_game_are_read(rules: list[str]) -> None:
    game, huge = parlour.load("cheat", with_=rules), 0
    for seed in range(4):
        state, random = game.start(players=3, seed=seed), Random(seed)
        for _ in range(150):
            if state.over:
                break
            legal = state.question.legal
            moves = [legal[random.randrange(len(legal))] for _ in range(3 if len(legal) > 4_096 else 1)]
            huge += len(legal) > 4_096
            assert [state.read(move.text) for move in moves] == moves
            state = state.apply(moves[0].text)
    assert huge > 10
