"""`check` reports probable mistakes: a literal empty range, and `proceed` twice in one block."""

from __future__ import annotations

from pathlib import Path

import pytest

from three_ways import Small, findings_of

STATE = "state:\n  x: {type: int}\n"


ASK = "ask players.first:\n  {}: x = 1\n  {}: x = 2\n  {}"
CASES = {
    **dict.fromkeys(
        ("for n in 5..3: x = n", "x = count n in 3..1", "for r in K..2: x = 1", "x = random 6..1"),
        ("empty-range", "this range is empty"),
    ),
    ASK.format("some for cs in 3..2 cards of box", "skip", "rest: nothing"): ("empty-range", "this range is empty"),
    ASK.format("some for cs in 2..2 cards of box", "skip", "rest: nothing"): None,
    ASK.format("yes if x > 0", "nay only if nothing else", "else: x = 3"): (
        "else-never", "`nay` is always possible, so the `else:` of this question never runs",
    ),
    ASK.format("yes if x > 0", "nay if x > 1 only if nothing else", "else: x = 3"): None,
}  # fmt: skip


def test_what_does_nothing_is_reported(tmp_path: Path) -> None:
    for (steps, told), found in zip(CASES.items(), findings_of(tmp_path, CASES, STATE), strict=True):
        assert [(d.code, d.message) for d in found] == ([] if told is None else [told]), steps


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


def test_more_cards_than_there_are_are_reported(tmp_path: Path) -> None:
    deck = "deck: {pack: 52, jokers: 1, each: game}\n"
    fewer = [steps.replace("27", "26").replace("54", "53") for steps in TOO_MANY]
    found = findings_of(tmp_path, [*TOO_MANY, *fewer], ZONES, deck, before="shuffle box into stock")
    told = [[(d.severity, d.message) for d in each if d.code == "too-many-cards"] for each in found]
    assert told == [*([("warning", message)] for message in TOO_MANY.values()), *([] for _ in fewer)]


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
