"""Suggestions for misspelt names of cards, and red cards. `play/typed.yaml` has what happens at the table."""

import re

import pytest

from packs import design
from parlour.game import load
from parlour.program import Design
from parlour.table.card_names import intended, misspelt
from parlour.views.signs import names_of_suits, red_suits


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
