"""`check` reports probable mistakes: a literal empty range, and `proceed` twice in one block."""

from __future__ import annotations

from pathlib import Path

import pytest

from three_ways import Small

STATE = "state:\n  x: {type: int}\n"


@pytest.mark.parametrize(
    "step", ["for n in 5..3: x = n", "x = count n in 3..1", "for r in K..2: x = 1", "x = random 6..1"]
)
def test_an_empty_range_is_refused(tmp_path: Path, step: str) -> None:
    (found,) = Small(tmp_path, step, STATE).findings()
    assert (found.code, found.message) == ("empty-range", "this range is empty")


def test_a_choice_of_cards_from_an_empty_range_is_refused(tmp_path: Path) -> None:
    step = "for p in players:\n  ask p:\n    some for cs in 3..2 cards of box: x = 1\n    skip: nothing\n"
    (found,) = Small(tmp_path, step, STATE).findings()
    assert (found.code, found.span and found.span.text) == ("empty-range", "3..2")
    assert Small(tmp_path, step.replace("3..2", "2..2"), STATE).findings() == ()


def test_an_else_beside_an_action_without_conditions_is_reported(tmp_path: Path) -> None:
    step = "ask players.first:\n  yes if x > 0: x = 1\n  nay only if nothing else: x = 2\n  else: x = 3\n"
    (found,) = Small(tmp_path, step, STATE).findings()
    assert (found.code, found.severity, found.span and found.span.text) == ("else-never", "warning", "nay")
    assert Small(tmp_path, step.replace("nay only", "nay if x > 1 only"), STATE).findings() == ()


@pytest.mark.parametrize("starts", ["[K..2]", "[3, 9..4]"])
def test_an_empty_range_in_a_class_is_refused(tmp_path: Path, starts: str) -> None:
    (found,) = Small(tmp_path, "nothing", f"classes:\n  high: {{of: rank, starts: {starts}}}\n").findings()
    assert found.code == "empty-range"


def test_a_range_that_an_option_makes_empty_is_not(tmp_path: Path) -> None:
    options = "options:\n  highest: {type: int, in: 0..9, default: 0, text: most}\n"
    end = Small(tmp_path, "for n in 1..options.highest: x += 1\nfor n in 4..4: x += 10", STATE + options).ends()
    assert isinstance(end, dict)
    assert end["x"] == 10


ZONES = "zones:\n  hand(player): {seen: owner}\n  stock: {seen: nobody, ordered: true}\n"
TOO_MANY = {
    "deal 27 from stock to each hand": "this deals 27 cards to each player, 54 for 2 players, but the pack has only 53",
    "deal 54 from stock to hand(players.first)": "this deals 54 cards, but the pack has only 53",
    "for p in players:\n  ask p:\n    whole for cs in 54 cards of hand(p): move cs to box\n    pass: nothing": (
        "nobody can choose `whole`: it takes 54 cards, but the pack has only 53"
    ),
}


@pytest.mark.parametrize("steps", TOO_MANY)
def test_more_cards_than_there_are_are_reported(tmp_path: Path, steps: str) -> None:
    deck = "deck: {pack: 52, jokers: 1, each: game}\n"
    (found,) = Small(tmp_path, f"shuffle box into stock\n{steps}", ZONES, deck).findings()
    assert (found.code, found.severity, found.message) == ("too-many-cards", "warning", TOO_MANY[steps])
    fewer = steps.replace("27", "26").replace("54", "53")
    found_now = Small(tmp_path, f"shuffle box into stock\n{fewer}", ZONES, deck).findings()
    assert [d for d in found_now if d.code == "too-many-cards"] == []


PROCEDURES = "procedures:\n  go(): x += 1\nwhen:\n  instead of go: |\n"


def test_proceeding_twice_is_reported(tmp_path: Path) -> None:
    more = PROCEDURES + "    proceed\n    x += 10\n    proceed\n"
    (found,) = Small(tmp_path, "go()", STATE + more).findings()
    assert (found.code, found.severity) == ("proceed", "warning")
    assert "twice" in found.message


def test_proceeding_in_either_branch_is_not(tmp_path: Path) -> None:
    more = PROCEDURES + "    if x == 0:\n      proceed\n    else:\n      proceed\n"
    end = Small(tmp_path, "go()\ngo()", STATE + more).ends()
    assert isinstance(end, dict)
    assert end["x"] == 2
