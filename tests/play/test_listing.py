"""What the terminal lists: moves in the order of the hand, no counts that aren't made yet, no reason many times."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import parlour
from parlour.examples.position import read_position
from parlour.play.asking import read_move
from parlour.play.menu import menu
from parlour.resources import shipped
from play.terminal import run, settle


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    settle(tmp_path, monkeypatch)
    monkeypatch.setenv("PARLOUR_PATH", str(shipped("rulesets")))
    return tmp_path


def test_moves_are_numbered_by_suit_as_the_hand_is_sorted(home: Path) -> None:
    path = home / "table.yaml"
    path.write_text("players: 2\ngiven: {pile: 9♦, hand 1: 10♦ 3♦ 9♠ 8♥ K♦ 2♦, hand 2: 4♣, to move: 1}\n")
    state = read_position(path, parlour.load("crazy-eights"), None, None)
    assert [move.text for move in menu(state)][:6] == [
        "play 2♦", "play 3♦", "play 10♦", "play K♦", "play 8♥", "play 9♠",
    ]  # fmt: skip
    assert read_move(state, "2").text == "play 3♦"  # type: ignore[union-attr]  # a number is a whole move


def test_the_moves_of_hearts_follow_the_hand_on_the_screen() -> None:
    lines = run("play", "hearts", "--seed", "1", typed=("q", "y")).out.splitlines()
    hand = next(line.split("your hand")[1].split() for line in lines if line.strip().startswith("your hand"))
    numbered = {int(number): card for line in lines for number, card in re.findall(r"(\d+)  pass (\S+)", line)}
    assert len(hand) == 17
    assert [numbered[n] for n in sorted(numbered)] == hand


GIN = ("play", "gin-rummy", "--seed", "1")  # the first seat may take the 10♥ first, and is then far from a knock


def test_what_is_counted_at_the_end_of_a_hand_is_no_zero_before() -> None:
    told = run(*GIN, typed=("1", "v", "q", "y")).out
    assert "hands played: 0" in told
    assert "points left loose" not in told


def test_one_of_many_reasons_that_differ_in_numbers_speaks_for_the_others() -> None:
    """Without a ten or a king other points are loose than without a three or the ace."""
    told = run(*GIN, typed=("1", "? knock", "q", "y")).out
    assert told.count("points would be loose") + told.count("points\n    would be loose") == 1
    assert "; and so on for" in told


def test_why_not_tells_what_is_asked() -> None:
    told = run(*GIN, typed=("2", "why knock", "q", "y")).out
    assert "you are not asked to knock now, but: which card do you take?" in told
