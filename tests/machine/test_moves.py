"""Moves as texts, and texts as moves, as programs and players write them."""

import pytest

from parlour.game import load
from parlour.states.moves import Move
from parlour.states.state import State
from scaffold.rulesets import write_game

FRAME = """\
frame: texts
title: Texts
extends: table
text: The first player has three cards and a joker.
players: 2
deck: {pack: 52, jokers: 1, each: game}
names: {c: card, d: card, cs: cards, k: int}
zones:
  hand(player): {seen: owner}
  pile: {ordered: true}
marks:
  stands-for: {type: card or none, inside: pile, guise: true}
functions:
  faces(c): "[5♠] if c.rank == Jk else none"
state:
  lowest: {type: int, each: game, starts: 3}
stages:
  game: |
    move [10♦, A♠, 5♠] to hand(players.first)
    for c in box where c.rank == Jk: move c to hand(players.first)
    ask act(players.first)
    champions = players
prompts:
  act(p): |
    play for c in guises of hand(p): move c to pile
    pass only if nothing else: nothing
    lay for cs in 1..3 cards of hand(p): nothing
    swap for c in hand(p), d in hand(p): nothing
    bid "bid {k} of {lowest + 5}" for k in lowest..4: nothing
"""


@pytest.fixture(scope="module")
def state(tmp_path_factory: pytest.TempPathFactory) -> State:
    return load(write_game(tmp_path_factory.mktemp("texts"), FRAME)).start(2, seed=1)


@pytest.mark.parametrize(
    ("typed", "text"),
    [
        *((typed, "play 10♦") for typed in ("play 10♦", "PLAY 10♦", "  play   10d ", "play 10♦️", "play TD")),
        *((typed, "lay 5♠ 10♦ A♠") for typed in ("lay 5♠ 10♦ A♠", "lay A♠ 5♠ 10♦", "lay as 10d 5s", "lay 10D As 5S")),
        ("swap as 10d", "swap A♠ 10♦"),  # two choices, so the order matters
        ("swap 10d as", "swap 10♦ A♠"),
        ("play jk as 5s", "play Jk as 5♠"),
        ("PLAY JOKER AS 5S", "play Jk as 5♠"),
        ("play as", "play A♠"),
        ("lay jk as 5s", "lay 5♠ A♠ Jk"),  # `as` is the ace of spades
        ("bid 3 of 8", "bid 3 of 8"),
    ],
)
def test_reading_is_tolerant(state: State, typed: str, text: str) -> None:
    assert str(state.read(typed)) == text
    assert state.apply(typed) == state.apply(text)


@pytest.mark.parametrize(
    ("typed", "help"),
    [("paly 10d", "did you mean `play 10♦`?"), ("play 9♦", None), ("play 99", None), ("hello", None), ("", None)],
)
def test_unknown_texts_are_answered_with_a_suggestion(state: State, typed: str, help: str | None) -> None:
    answer = state.read(typed)
    assert not isinstance(answer, Move)
    assert (answer.kind, answer.help) == ("unknown", help)
    assert answer.message.startswith(f"`{typed}` is not possible here")


def test_a_move_says_what_was_chosen(state: State) -> None:
    chosen = {move.text: tuple(move.chosen.values()) for move in state.question.legal}
    assert chosen["play 10♦"] == ("10♦",)
    assert chosen["lay 10♦ A♠"] == (("10♦", "A♠"),)
    assert chosen["swap A♠ 10♦"] == ("A♠", "10♦")
    assert chosen["bid 4 of 8"] == (4,)
