"""Moves with identical cards: their numbers follow the order of cards, and the screen says what distinguishes them."""

from pathlib import Path

import pytest

import parlour
from parlour.base.place import shipped
from parlour.play.explaining import Explainer
from parlour.play.menu import distinctions
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


COOL = """
may:
  heat(p, c):
    cool: {forbid: c.hot > 0 or c.rank == 9, says: "{c} is hot"}
"""


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
    printed = run("play", "copies.yaml", "--level", "0", "--seed", "29", typed=typed)
    screens = printed.out.split("which card do you play?")[1:]
    notes = [[line.split("note ")[1].split("  ")[0] for line in s.splitlines() if " note " in line] for s in screens]
    lists = [list(dict.fromkeys(line.strip() for line in some if "10♣" in line)) for some in notes]
    assert lists[:3] == [["10♣"], ["10♣", "10♣ #2 (hot 1)"], ["10♣ (noted cards)", "10♣ #2 (hot 1)"]]
    assert lists[-1] == ["10♣", "10♣ #2 (hot 1)"]


def test_the_screen_sorts_the_cards_of_a_variable_like_a_hand(game: parlour.Game) -> None:
    """Hands are sorted by suit, because suits decide what can be played. Names of cards begin with their ranks."""
    typed = ["note j♠", "note 10♣", "q", "n"]
    assert "  noted cards: 10♣ J♠\n" in run("play", "copies.yaml", "--level", "0", "--seed", "29", typed=typed).out


def test_a_copy_that_cannot_be_chosen_has_a_number_too(game: parlour.Game, home: Path) -> None:
    """The possible copy has no number, whatever the order of the cards is."""
    (home / "cool.yaml").write_text(GAME.replace("game: copies", "game: cool") + COOL, encoding="utf-8")
    cool = parlour.load(home / "cool.yaml")
    state = cool.position(GIVEN, 3).apply("heat 4♦")
    assert [str(move) for move in state.question.legal if move.action == "heat"] == ["heat 4♦"]
    assert state.why("heat 4♦").verdict == "allowed"
    assert [clause.says for clause in state.why("heat 4♦ #2").standing()] == ["4♦ is hot"]
    assert state.why("heat 4♦ #3").verdict == state.why("heat 9♣ #2").verdict == "unknown"
    assert any("heat 4♦ #2: 4♦ is hot" in line for line in asked(cool, state))
    assert list(Explainer(cool).move(state, "heat 4♦ #2")) == ["`heat 4♦ #2` is not allowed", "  4♦ is hot"]
    assert any("heat 4♦: 4♦ is hot" in line for line in asked(cool, state.apply("heat 4♦")))


def asked(game: parlour.Game, state: parlour.State) -> list[str]:
    return list(Explainer(game).question(state))


def test_the_screen_says_which_card_of_a_set_differs(game: parlour.Game, home: Path) -> None:
    """All three pairs have a hot card. Only the pairs with a 4♦ have the same text."""
    pair = '    pair "pair {cs}" for cs in 2 cards of hand(p): again = true\n'
    (home / "pairs.yaml").write_text(GAME.replace("game: copies", "game: pairs") + pair, encoding="utf-8")
    state = parlour.load(home / "pairs.yaml").position(GIVEN, 3)
    for text in ("heat 4♦", "heat 9♣"):
        state = state.apply(text)
    moves = [move for move in state.question.legal if move.action == "pair"]
    assert [reason.message for reason in state.why("pair 9♣ 9♣").others] == ["seat 1 has only one 9♣"]
    apart = distinctions(state, 1, moves)
    assert {move.text: apart.get(move.number) for move in moves} == {
        "pair 4♦ 4♦": None, "pair 4♦ 9♣": None, "pair 4♦ 9♣ #2": "4♦: hot 1",
    }  # fmt: skip
