"""The rules that `r` and a word or a card show at the table."""

from __future__ import annotations

import pytest

import parlour
from parlour.play.rule_lookup import rules_about, without_rule


@pytest.mark.parametrize(
    ("card", "name"),
    [("draw-two", "draw-two"), ("draw two", "draw-two"), ("DRAW-TWO", "draw-two"), ("red-draw-two", "red-draw-two")],
)
def test_a_card_shows_its_row_of_the_chart_and_its_facts_before_the_rules(card: str, name: str) -> None:
    game = parlour.load("four-colours-game")
    first, *_ = rules_about(card, game)
    row = "draw-two: The next player draws two cards and misses a turn."
    assert first == ("The cards", [row, f"{name}: points 20"])
    assert "The cards" in dict(rules_about("", game))


def test_other_names_and_topics_find_a_rule() -> None:
    game = parlour.load("cts")
    assert "10s clear" in dict(rules_about("burn", game))
    assert "3s are transparent" in dict(rules_about("invisible", game))
    assert {"10s clear", "3s are transparent"} <= dict(rules_about("magic", game)).keys()


def test_the_sheet_of_a_patience_has_the_name_of_the_move_that_turns_the_waste_over() -> None:
    told = [text for _, texts in rules_about("redeal", parlour.load("klondike")) for text in texts]
    assert any("you can redeal: turn the waste over" in text for text in told)


@pytest.mark.parametrize(
    ("game", "about", "words"),
    [
        ("crazy-eights", "9", "Parlour finds no rule about `9`."),
        ("crazy-eights", "9♦", "Parlour finds no rule about `9♦`."),
        ("four-colours-game", "red", "Parlour finds no rule about `red` by itself."),
        ("crazy-eights", "joker", "`joker` isn't in the pack of this game."),
        ("crazy-eights", "rainbow", "No rule of this game mentions `rainbow`."),
    ],
)
def test_a_card_without_a_rule_or_a_fact_has_no_special_effect(game: str, about: str, words: str) -> None:
    loaded = parlour.load(game)
    assert not rules_about(about, loaded)
    assert without_rule(about, loaded.table().machine.layout.pack) == words


@pytest.mark.parametrize(("about", "row"), [("5", "5: points 5"), ("red 5", "red-5: points 5")])
def test_a_card_without_a_rule_has_the_facts_of_its_deck(about: str, row: str) -> None:
    assert rules_about(about, parlour.load("four-colours-game")) == [("The cards", [row])]
