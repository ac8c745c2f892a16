"""Arguments about duties, prices, late calls, and moves in other words than the game has.

The expected words follow the texts of the rules.
"""

from __future__ import annotations

import json

from parlour.disputes.quotes import decide
from scaffold.terminal import run


def test_a_duty_with_a_condition_is_affirmed_with_its_condition() -> None:
    rule = "If you can't follow suit you must play a trump. A trump must be higher, if you have one that is."
    found = decide("can do I have to overtrump", rule, "Trump and overtrump")
    assert found is not None
    assert (found.word, found.told) == ("yes", "Yes, on a condition.")


def test_an_imperative_is_a_duty() -> None:
    found = decide("can do I have to draw", "If you can't play, draw cards until you can.", "Draw until you can play")
    assert found is not None
    assert found.word == "yes"


def test_neither_a_right_nor_an_alternative_is_a_duty() -> None:
    assert decide("can do I have to draw", "You may draw, but in the end you must play.", "Draw") is None
    assert decide("can do I have to play it", "You must play it or pick it up.", "First card free") is None
    assert decide("can do I have to draw if I can play", "You must draw.", "Drawing") is None


def test_a_late_call_is_possible_until_somebody_catches_the_player() -> None:
    told = json.loads(run("why", "trevor-cut-throat", "can I say last card later?", "--json").out)["sentence"]
    assert told == 'Yes. “Say "last card"” says: You may still say it later, until somebody catches you.'


def test_the_price_of_a_wrong_slap_is_an_effect_even_if_it_ends_the_described_game() -> None:
    """A player who slaps at the wrong time puts one card under the pile. Nobody else has any cards here."""
    then = json.loads(run("why", "egyptian-ratscrew", "slap", "--top", "7", "--under", "3 4", "--json").out)["then"]
    assert [line.rpartition(": ")[0] for line in then] == ["stack 2 → pile"]


def test_zones_in_the_plural_are_named_in_the_plural() -> None:
    told = json.loads(run("why", "ct", "turn over lower 1", "--json").out)["sentence"]
    assert told == "No. Seat 2 still has upper bottoms (“Bottom cards”)."


def test_cards_that_are_passed_one_at_a_time_are_several_moves() -> None:
    """Everybody passes three cards; after the third one, the next player passes."""
    told = json.loads(run("why", "hearts", "pass Q♠, K♠ and A♠", "--json").out)
    assert (told["answer"], told["move"]) == ("yes", "pass A♠")
    assert told["then"][-1].startswith("seat 2 is next")


def test_a_number_that_is_no_rank_is_no_card() -> None:
    assert "`play an 11`: this pack has no 11\n" in run("why", "sh", "can I play an 11?").err


def test_a_move_that_only_a_new_game_offers_is_answered_there() -> None:
    """Life cards have markers in a new game, and not on a table with only the named card."""
    told = json.loads(run("why", "animalball-cutthroat", "take 2♣", "--json").out)
    assert told["answer"] == "yes"
    assert [passed["move"] for passed in told["passed"]] == ["play"]
