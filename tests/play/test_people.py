"""Several people at one keyboard."""

import json
import re
from pathlib import Path

import pytest

from play.games import kept
from scaffold.terminal import CTRL_C, run

pytestmark = pytest.mark.usefixtures("home")


def hands(printed: str) -> list[tuple[int, str]]:
    """Return every stretch of output between two clearings: its player and its lines."""
    parts = printed.split("\x1b[2J\x1b[3J\x1b[H")[1:]
    found = []
    for part in parts:
        seat = re.match(r"Seat (\d), it's your turn", part)
        assert seat is not None
        found.append((int(seat[1]), part))
    return found


def test_the_keyboard_changes_hands_and_nobody_sees_the_cards_of_another(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    typed = ["", "draw", "", "", "draw", "", "", "draw", "", ""]
    printed = run("play", "climb", "--seats", "human,human,human", "--seed", "1", typed=typed, terminal=True)
    stretches = hands(printed.out)
    assert [seat for seat, _ in stretches] == [1, 2, 3, 1]
    dealt = {seat: re.search(r"your hand +(.*)\n", part) for seat, part in stretches[:3]}
    cards = {seat: found[1].split() for seat, found in dealt.items() if found}
    assert [len(hand) for hand in cards.values()] == [3, 3, 3]
    for seat, part in stretches:
        assert f"Seat {seat}, it's your move" in part
        for other, hand in cards.items():
            assert seat == other or not any(card in part for card in hand)


def test_one_is_told_what_one_drew_before_the_keyboard_goes_on() -> None:
    printed = run(
        "play", "climb", "--seats", "human,human", "--seed", "1", "--ask-forced", typed=["", "draw"], terminal=True
    )
    drew = printed.out.rpartition("you: draw")[2]
    assert re.search(r"stock → your hand: \S+\)\n", drew)
    assert "Press Enter, then hand over to seat 2." in drew
    assert "it's your turn" not in drew


def test_what_happened_since_the_own_last_decision_is_told() -> None:
    typed = ["", "draw", "", "", "draw", "", ""]
    printed = run("play", "climb", "--seats", "human,random,human", "--seed", "1", typed=typed, terminal=True)
    again = hands(printed.out)[2][1]
    assert re.search(r"you: draw \(stock → your hand: \S+\) · seat 2: draw \(stock → hand 2: a card\)", again)
    assert "all cards are gathered" not in again


def test_without_colours_the_screen_is_still_cleared(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    typed = ["", "draw", "", ""]
    printed = run("play", "climb", "--seats", "human,human", "--seed", "1", "--ask-forced", typed=typed, terminal=True)
    assert len(hands(printed.out)) == 2
    assert "\x1b[1m" not in printed.out


def test_without_a_terminal_the_last_hand_scrolls_away() -> None:
    printed = run("play", "climb", "--seats", "human,human", "--seed", "1", "--ask-forced", typed=["", "draw", "", ""])
    assert "\x1b" not in printed.out
    assert printed.out.count("\n" * 40) == 2


def test_leaving_while_the_keyboard_changes_hands(home: Path) -> None:
    for typed in ([], ["", "draw"], ["", "draw", ""], ["", "draw", CTRL_C]):
        printed = run("play", "climb", "--seats", "human,human", "--seed", "1", typed=typed)
        assert "Saved." in printed.out
        (path,) = kept(home)
        path.unlink()


def test_what_is_typed_while_the_keyboard_changes_hands_is_not_lost(home: Path) -> None:
    people = ("play", "climb", "--seats", "human,human", "--seed", "1", "--ask-forced")
    printed = run(*people, typed=["draw", "h", "s evening.json", "", "draw", "2", "q", "b", "q", ""])
    assert printed.out.count("Press Enter to continue, or type s to save or q to quit.") == 2
    assert "  Enter                      continue\n  s, or s FILE " in printed.out
    assert "parlour play --resume evening.json" in printed.out
    assert printed.out.count("Press Enter, then hand over to seat 2.") == 3
    assert "Saved." in printed.out
    assert json.loads(Path("evening.json").read_text())["moves"] == ["draw"]


def test_a_whole_game_between_people() -> None:
    answers = iter(["", *["1", "", ""] * 200])
    printed = run("play", "climb", "--seats", "human,human", "--seed", "3", typed=answers)
    assert printed.code == 0
    assert "The match is over" in printed.out
    assert "You win" not in printed.out.partition("The match is over")[2]
