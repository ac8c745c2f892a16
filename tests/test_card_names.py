"""Suggestions for misspelt names of cards, at the table and in examples."""

import re
from pathlib import Path

import pytest

from packs import design
from parlour.game import load
from parlour.play.typed import Refused, read_move, reasons
from parlour.program import Design
from parlour.states.moves import Move
from parlour.states.state import State
from parlour.table.card_names import intended, misspelt
from parlour.views.move_texts import meanings
from parlour.views.signs import names_of_suits, red_suits
from scaffold.rulesets import write_game


@pytest.mark.parametrize(
    ("typed", "meant"),
    {
        "1♥": "A♥", "0♠": "10♠", "11d": "J♦", "12♣": "Q♣", "13h": "K♥", "h6": "6♥", "♠10": "10♠", "6hearts": "6♥",
        "queen-spades": "Q♠", "jok": "Jk", "TH": None, "6♥": None, "Jk": None, "15♦": None, "play": None, "♥": None,
    }.items(),
)  # fmt: skip
def test_the_card_that_a_word_means(typed: str, meant: str | None) -> None:
    assert intended(typed, design()) == meant


def test_every_suggestion_is_a_card() -> None:
    for rank in (*map(str, range(20)), "t", "J", "queen"):
        for suit in ("c", "♦", "heart", "spades"):
            for word in (rank + suit, suit + rank):
                meant = intended(word, design())
                assert meant is None or design().face_named(meant) is not None, word


def test_a_word_that_only_looks_like_a_card() -> None:
    assert misspelt("5z", design()) == "`5z` is not a card; write a card as `10♦`, `10D` or `Jk`"
    assert misspelt("as", design()) is None  # the ace of spades
    assert misspelt("draw", design()) is None
    assert misspelt("12", design()) is None


def test_a_card_that_is_misspelt_at_the_table(crazy: State) -> None:
    assert reasons(crazy, "play 13♠") == ["`play 13♠` is not a move", "  `13♠` is not a card; did you mean `K♠`?"]
    assert reasons(crazy, "plya 3♥") == ["`plya 3♥` is not a move", "  did you mean `play`?"]


def test_rank_and_suit_can_be_apart(crazy: State) -> None:
    assert [move.text for move in meanings(crazy, "play K ♠")] == ["play K♠"]
    assert [move.text for move in meanings(crazy, "king spades")] == ["play K♠"]


@pytest.mark.parametrize(
    ("typed", "meant"),
    {
        "put 7": "put coins-7 on the table",
        "put the seven": "put coins-7 on the table",
        "7": "put coins-7 on the table",
        "take 4": "take cups-4 swords-4 with batons-J",
        "jack": "take cups-4 swords-4 with batons-J",
        "J": "take cups-4 swords-4 with batons-J",
        "batons-J": "take cups-4 swords-4 with batons-J",
    }.items(),
)
def test_a_rank_is_enough_if_cards_are_named_after_their_suits(scopa: State, typed: str, meant: str) -> None:
    move = read_move(scopa, typed)
    assert isinstance(move, Move)
    assert move.text == meant


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("10♦", "beat 9♦ with 10♦"),
        ("six of spades", "beat 9♦ with 6♠"),  # a trump
        ("8♦", "`beat 9♦ with 8♦` is not allowed"),  # lower than the attacking card
        ("9♣", "`beat 9♦ with 9♣` is not allowed"),  # of another suit
    ],
)
def test_a_card_is_enough_for_a_move_that_names_two(text: str, read: str) -> None:
    """In Durak the defender beats a card with a higher one of its suit or with a trump."""
    hands = {"trump": "♠", "hand 1": "9♦ 9♥ K♥", "hand 2": "8♦ 10♦ 9♣ 6♠", "rest": "gone", "to move": 1}
    state = load("durak").position(hands, 2).apply("attack 9♦")
    found = read_move(state, text)
    assert (found.lines[0] if isinstance(found, Refused) else found.text) == read


def test_a_rank_of_several_cards_is_ambiguous(scopa: State) -> None:
    """`3` is the number of the move with the seven, and the rank of a card."""
    for typed, choices in (("3", ("2  put coins-3", "3  put coins-7")), ("put", ("2  put coins-3", "3  put coins-7"))):
        refused = read_move(scopa, typed)
        assert isinstance(refused, Refused)
        assert refused.choices
        assert [line.strip() for line in refused.lines[1:3]] == [f"{choice} on the table" for choice in choices]
    state = load("scopa").position({"hand 1": "coins-3 cups-3", "hand 2": "cups-2", "to move": 1}, players=2)
    assert {move.text for move in meanings(state, "put 3")} == {"put coins-3 on the table", "put cups-3 on the table"}


def test_a_rank_that_the_player_lacks(scopa: State) -> None:
    assert reasons(scopa, "knight") == ["you don't have any N"]


@pytest.fixture
def scopa() -> State:
    given = {"hand 1": "coins-3 coins-7 batons-J", "open": "cups-4 swords-4 coins-5 swords-5", "to move": 1}
    return load("scopa").position(given, players=2)


@pytest.fixture
def crazy() -> State:
    import parlour

    game = parlour.load("crazy-eights")
    return game.position({"pile": "4♠", "hand 1": "K♠ 3♥", "hand 2": "9♦", "to move": 1}, players=2)


def design_of_game(game: str) -> Design:
    return load(game).program.deck.design


def red_names(game: str) -> re.Pattern[str]:
    design = design_of_game(game)
    return names_of_suits(design, red_suits(design))


def test_red_cards_are_those_of_red_suits() -> None:
    usual = red_names("crazy-eights")
    assert usual.findall("10♦ beats 9♠, a ♥ is red, K♥ too, Q♣ isn't") == ["10♦", "♥", "K♥"]
    colours = red_names("four-colours-game")
    assert colours.findall("red-5 on red-draw-two, not blue-5 or hundred-5") == ["red-5", "red-draw-two"]
    assert red_names("scopa").findall("coins-7 and 7♦") == []


@pytest.mark.parametrize(
    ("game", "word", "card"),
    [("crazy-eights", "11♦", "J♦"), ("crazy-eights", "1♠", "A♠"), ("crazy-eights", "14♠", "A♠"),
     ("crazy-eights", "0♥", "10♥"), ("scopa", "10D", "coins-K"), ("scopa", "coins-8", "coins-J"),
     ("scopa", "coins-12", None), ("four-colours-game", "red-10", None)],
)  # fmt: skip
def test_a_number_means_the_rank_that_counts_as_much(game: str, word: str, card: str | None) -> None:
    assert intended(word, design_of_game(game)) == card


CARAVANS = """\
frame: caravans
title: Caravans
extends: table
text: A card goes to a caravan, or is left.
players: 2
deck: {pack: 52, each: game}
zones:
  hand(player): {seen: owner}
names: {c: card, u: suit}
stages:
  game: |
    deal 1 from box to each hand
    for p in players: ask act(p)
    champions = players
prompts:
  act(p): |
    go "{c} to {u}" for c in hand(p), u in suits: nothing
    leave "leave {c}" for c in hand(p): nothing
    else: nothing
"""


def test_a_card_of_several_moves_is_ambiguous_though_one_names_only_the_card(tmp_path: Path) -> None:
    state = load(write_game(tmp_path, CARAVANS, file="silk.yaml")).start(seed=1)
    (left,) = (move for move in state.question.legal if move.action == "leave")
    card = left.text.removeprefix("leave ")
    assert set(meanings(state, card)) == set(state.question.legal)
    assert meanings(state, left.text) == [left]
