"""The rules that `r` and a word or a card show at the table."""

from __future__ import annotations

import pytest

import parlour
from parlour.play.rule_lookup import rules_about, without_rule


@pytest.mark.parametrize("card", ["draw-two", "draw two", "DRAW-TWO", "red-draw-two"])
def test_a_card_shows_its_row_of_the_chart_before_the_rules(card: str) -> None:
    game = parlour.load("four-colours-game")
    first, *_ = rules_about(card, game)
    assert first == ("The cards", ["draw-two: The next player draws two cards and misses a turn."])
    assert "The cards" in dict(rules_about("", game))


def test_other_names_and_topics_find_a_rule() -> None:
    game = parlour.load("cts")
    assert "10s clear" in dict(rules_about("burn", game))
    assert "3s are transparent" in dict(rules_about("invisible", game))
    assert {"10s clear", "3s are transparent"} <= dict(rules_about("magic", game)).keys()


@pytest.mark.parametrize(
    ("game", "about", "words"),
    [
        ("four-colours-game", "5", "`5` has no special effect in this game."),
        ("four-colours-game", "red 5", "`red 5` has no special effect in this game."),
        ("four-colours-game", "red", "`red` by itself has no special effect in this game."),
        ("crazy-eights", "joker", "`joker` isn't in the pack of this game."),
        ("crazy-eights", "rainbow", "No rule of this game mentions `rainbow`."),
    ],
)
def test_a_card_without_a_rule_has_no_special_effect(game: str, about: str, words: str) -> None:
    loaded = parlour.load(game)
    assert not rules_about(about, loaded)
    assert without_rule(about, loaded.table().machine.layout.pack) == words
