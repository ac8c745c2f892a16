"""`why` explains every listed move as allowed, and gives a reason for every refused move."""

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import TypeVar

import pytest

import parlour
from parlour.game import Game
from parlour.play.explaining import Explainer, refused
from parlour.play.menu import menu
from parlour.play.typed import read_move
from parlour.states.state import State

T = TypeVar("T")

TABLES = {
    "crazy-eights": 3, "last-one": 4, "trevor-cut-throat": 2, "hearts": 3, "whist": 4, "two-handed-hearts": 2,
    "gin-rummy": 2, "sh": 3, "chaos-sh": 3, "chaos-ct": 2, "ctg": 2, "ctsr": 3, "ruse": 4, "red-and-black": 2,
    "animalball-cutthroat": 6,
}  # fmt: skip
ALIKE = Path(__file__).parent / "alike" / "odd-joker.yaml"  # several choices have the same text
MOVES = 60
LOOKS = 5  # questions to test in each game
MOST = 4  # moves of each kind to explain at one question


@pytest.mark.one_in(8)
@pytest.mark.parametrize(("name", "players"), [*TABLES.items(), (str(ALIKE), 2)], ids=[*TABLES, "odd-joker"])
def test_all_that_is_said_of_a_move_agrees(name: str, players: int) -> None:
    game, chooser = parlour.load(name), Random(players)
    state = game.start(players, 5)
    looks = {*chooser.sample(range(MOVES), LOOKS), 0}
    for number in range(MOVES):
        if state.over:
            break
        if number in looks:
            agrees(game, state, chooser)
        state = state.apply(chooser.choice(state.question.legal))


def test_a_text_that_means_a_possible_move_is_never_listed_as_impossible() -> None:
    state = parlour.load(ALIKE).position(
        {"pile": "Jk", "hand 1": "2♦ 3♣ Jk", "hand 2": "4♥", "to move": 1, "rest": "stock"}
    )
    assert [move.text for move in menu(state)] == ["play Jk", "odd joker", "draw"]
    assert state.why("odd joker").verdict == "allowed"
    explained = "\n".join(Explainer(parlour.load(ALIKE)).question(state))
    assert explained.count("odd joker") == 1


NEIGHBOURS = """\
game: neighbours
title: Neighbours
extends: table
players: 2
deck: {pack: 52, each: game}
zones:
  hand(player): {seen: owner}
  row: {seen: everybody}
state:
  up: {type: player, each: game}
stages:
  game: |
    move box to hand(up)
    resume here with up
    ask act(up)
    end game
prompts:
  act(p): |
    "what do you play?"
    play for c in hand(p) where any d in row where pips(d.rank) - pips(c.rank) == 1: move c to row
    pass: nothing
"""


def test_a_card_that_no_condition_admits_names_the_moves_that_are_possible(tmp_path: Path) -> None:
    file = tmp_path / "neighbours.yaml"
    file.write_text(NEIGHBOURS, encoding="utf-8")
    game = parlour.load(file)
    state = game.position({"row": "7♣ 9♣", "hand 1": "6♥ 9♠ 8♦", "to move": 1, "rest": "box"}, 2)
    assert "  play 9♠: you can only play 6♥ or play 8♦" in Explainer(game).move(state, "9♠")


def test_the_explanation_of_a_card_says_what_the_card_does() -> None:
    game = parlour.load("ct")
    state = game.position({"deck": "4♣ 5♣", "hand 1": "10♦ 9♦", "hand 2": "K♣", "rest": "out", "to move": 1}, 2)
    clears = "  10: Goes on almost anything. It clears the discard pile"
    assert any(line.startswith(clears) for line in Explainer(game).move(state, "10"))
    assert any(line.startswith("  3: Goes on almost anything") for line in Explainer(game).move(state, "3"))  # not held
    assert not any(line.startswith("  9") for line in Explainer(game).move(state, "9"))


def test_moves_of_a_rule_that_is_off_are_not_listed() -> None:
    """Bartok begins with all rules off that its players can make, such as playing the whole hand."""
    for game, on in ((parlour.load("bartok"), False), (parlour.load("crazy-eights", with_=["straight-out"]), True)):
        told = "\n".join(Explainer(game).question(game.start(players=2, seed=3)))
        assert ("play the whole hand" in told) == on, game.id


def agrees(game: Game, state: State, chooser: Random) -> None:
    explainer, moves = Explainer(game), menu(state)
    legal = set(state.question.legal)
    assert len({move.text for move in moves}) == len(moves)
    for move in some(moves, chooser):
        verdict = "allowed" if move in legal else "forbidden"
        assert state.read(move.text) == read_move(state, move.text) == move
        assert read_move(state, f"#{moves.index(move) + 1}") == move
        assert state.why(move).verdict == state.why(move.text).verdict == verdict, move.text
        first, *reasons = explainer.move(state, move.text)
        assert first.endswith(" is allowed") == (move in legal), first
        assert reasons, first
    for refusal in some(refused(state), chooser):
        assert refusal.text not in {move.text for move in moves}
        first, *reasons = explainer.move(state, refusal.text)
        assert not first.endswith(" is allowed"), first
        assert refusal.why is None or reasons, first
        if refusal.why is not None:
            assert refusal.why.verdict == state.why(refusal.text).verdict == "forbidden", refusal.text


def some(things: Sequence[T], chooser: Random) -> list[T]:
    return chooser.sample(list(things), min(MOST, len(things)))
