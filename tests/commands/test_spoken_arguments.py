"""What people say at a table that isn't a move as you type it: a card on a card, another verb, the name of a rule."""

from __future__ import annotations

import json

import pytest

from scaffold.terminal import run


def sentence(*command: str) -> str:
    return str(json.loads(run("why", *command, "--json").out)["sentence"])


@pytest.mark.parametrize(
    ("command", "told"),
    [
        # power cards have to be played on a Jack, and the 10 isn't one in Cut Throat
        (("ct", "a 10 on a jack"), "No. 10 can't go on J (“Power on a Jack”)."),
        (("ct", "put a 7 on an 8"), "Yes. “Lower on an 8” allows it."),
        (("ct", "lay a Queen on a 5"), "Yes. Nothing forbids it."),
        (("whist", "lead 2♠"), "Yes. Nothing forbids it."),
    ],
)
def test_a_play_can_be_said_in_other_words(command: tuple[str, ...], told: str) -> None:
    assert sentence(*command) == told


def test_a_misspelt_move_is_no_other_verb() -> None:
    """It is refused with the right spelling, though a card follows."""
    assert sentence("crazy-eights", "plya 5♠") == "`plya 5♠` isn't a move here: did you mean `play 5♠`?"


def test_a_house_rule_is_named_by_what_people_call_it() -> None:
    used = run("why", "ct", "burn").out
    assert used.startswith("That isn't a move, but a house rule of this game: “10s clear”.\n  10s clear: A 10 ")
    assert sentence("ct", "gambit").startswith("No. This game doesn't have that; you can add the house rule “Gambits”")
