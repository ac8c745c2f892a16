"""Moves with identical cards: their numbers follow the order of cards, and the screen says what distinguishes them."""

from __future__ import annotations

from pathlib import Path

import pytest

import parlour
from parlour.base.resources import shipped
from scaffold.home import search_in
from scaffold.terminal import run

GAME = """
game: copies
title: Copies
extends: tricks
text: Two packs.
players: 3
deck: {pack: 52, copies: 2, each: hand}
set: {hand-size: 3}
marks:
  hot: {type: int, inside: hand, seen: owner, text: hot}
state:
  noted: {type: cards, each: hand, seen: everybody, text: noted cards}
  secret: {type: cards, each: hand, seen: nobody, text: secret cards}
prompts:
  card(p): |
    heat for c in hand(p): c.hot += 1; again = true
    note for c in hand(p): noted += c; again = true
    hide for c in hand(p): secret += c; again = true
"""
GIVEN = {"hand 1": "9♣ 4♦ 4♦", "hand 2": "5♣ 5♣", "hand 3": "6♣ 6♣", "to move": 1}


@pytest.fixture
def game(home: Path, monkeypatch: pytest.MonkeyPatch) -> parlour.Game:
    search_in(monkeypatch, shipped("rulesets"))
    (home / "copies.yaml").write_text(GAME, encoding="utf-8")
    return parlour.load(home / "copies.yaml")


def values(state: parlour.State, *names: str) -> list[str]:
    seen = {value.name: value.value for value in parlour.view(state, 1).values}
    return [seen[name] for name in names]


def hot(state: parlour.State) -> list[str]:
    """Return the hand of seat 1 with its marks, low ones first."""
    hand = next(zone for zone in parlour.view(state, 1).zones if zone.name == "hand 1")
    return [f"{card.card} {dict(card.marks).get('hot', '0')}" for card in hand.cards]


def test_a_move_without_a_number_takes_the_card_with_the_low_mark(game: parlour.Game) -> None:
    state = game.position(GIVEN, 3).apply("heat 4♦")
    assert hot(state) == ["4♦ 0", "4♦ 1", "9♣ 0"]
    assert hot(state.apply("heat 4♦")) == ["4♦ 1", "4♦ 1", "9♣ 0"]
    assert hot(state.apply("heat 4♦ #2")) == ["4♦ 0", "4♦ 2", "9♣ 0"]


def test_a_move_without_a_number_takes_the_card_that_no_variable_names(game: parlour.Game) -> None:
    state = game.position(GIVEN, 3).apply("note 4♦")
    assert values(state, "noted") == ["4♦"]
    assert values(state.apply("note 4♦"), "noted") == ["4♦ 4♦"]
    assert values(state.apply("note 4♦ #2"), "noted") == ["4♦"]


def test_a_view_lists_the_numbers_in_order(game: parlour.Game) -> None:
    question = parlour.view(game.position(GIVEN, 3).apply("heat 4♦"), 1).question
    assert question is not None
    assert question.moves is not None
    assert [text for text in question.moves if text.startswith("heat")] == ["heat 4♦", "heat 4♦ #2", "heat 9♣"]


def test_the_screen_says_what_distinguishes_two_moves(game: parlour.Game) -> None:
    """Seat 1 has 10♣ 10♣ J♠ and leads. Nobody sees the secret cards."""
    typed = ["heat 10♣", "note 10♣", "hide j♠", "note j♠", "note 10♣ #2", "q", "n"]
    screens = run("play", "copies.yaml", "--seed", "29", typed=typed).out.split("which card do you play?")[1:]
    notes = [[line.split("note ")[1].split("  ")[0] for line in s.splitlines() if " note " in line] for s in screens]
    lists = [list(dict.fromkeys(line.strip() for line in some if "10♣" in line)) for some in notes]
    assert lists[:3] == [["10♣"], ["10♣", "10♣ #2 (hot 1)"], ["10♣ (noted cards)", "10♣ #2 (hot 1)"]]
    assert lists[-1] == ["10♣", "10♣ #2 (hot 1)"]


def test_the_screen_sorts_the_cards_of_a_variable_like_a_hand(game: parlour.Game) -> None:
    """Hands are sorted by suit, because suits decide what can be played. Names of cards begin with their ranks."""
    typed = ["note j♠", "note 10♣", "q", "n"]
    assert "  noted cards: 10♣ J♠\n" in run("play", "copies.yaml", "--seed", "29", typed=typed).out
