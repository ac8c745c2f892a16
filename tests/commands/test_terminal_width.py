"""A terminal gets lines of its own width, and a pager for what is longer than its screen."""

import re
import sys
from itertools import pairwise
from pathlib import Path

import pytest

from scaffold.terminal import run

COMMANDS = ("list eights", "show crazy-eights", "rules crazy-eights", "play --help", "explain hook-order", "--help")
GIVEN = "discard pile: K♣, hand 1: 10♣ A♣, hand 2: 9♠ Q♣, to move: 1"
REPORTS = {
    "measure": ("measure", "crazy-eights", "--players", "4", "--games", "20", "--seed", "1"),
    "against": ("measure", "crazy-eights", "--games", "20", "--seed", "1", "--with", "jack-skips", "--against"),
    "diff": ("diff", "ct", "cts"),
    "why": ("why", "cts", "cancel 9♠", "--given", GIVEN, "--after", "play 10♣"),
    "question": ("why", "ct", "who begins?"),
    "deck": ("show", "tarot-78"),
    "rules": ("rules", "ct"),
}


@pytest.mark.parametrize("columns", [50, 80, 120])
@pytest.mark.parametrize("command", COMMANDS)
def test_no_line_is_wider_than_the_terminal(command: str, columns: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setenv("NO_COLOR", "1")
    lines = run(*command.split(), terminal=True).out.splitlines()
    assert [line for line in lines if len(line) > columns] == []


@pytest.mark.parametrize("columns", [60, 80, 120])
@pytest.mark.parametrize("name", REPORTS)
def test_no_line_is_broken_twice(name: str, columns: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A line of a sentence ends only where its next word doesn't fit."""
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setenv("NO_COLOR", "1")
    lines = run(*REPORTS[name], terminal=True).out.splitlines()
    assert max(map(len, lines)) <= columns
    for line, following in pairwise(lines):
        within = re.match(r" {0,9}([a-z(][^\s:]*)(?: [a-z]+){3}", following)
        if within and re.search(r"[a-z,]$", line):
            assert len(line) + 1 + len(within[1]) > columns - 10, (line, following)


def test_words_stay_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    words = set(run("show", "crazy-eights").out.split())
    monkeypatch.setenv("COLUMNS", "50")
    monkeypatch.setenv("NO_COLOR", "1")
    assert set(run("show", "crazy-eights", terminal=True).out.split()) <= words


@pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo terminals")
class TestPager:
    def test_long_output_goes_through_the_pager(self) -> None:
        from scaffold.pseudo_terminal import Terminal

        lines = Terminal("rules", "crazy-eights", PAGER="sed s/^/paged:/").rest().splitlines()
        assert len(lines) > 24
        assert all(line.startswith("paged:") for line in lines)

    def test_short_output_does_not(self) -> None:
        from scaffold.pseudo_terminal import Terminal

        assert "paged:" not in Terminal("list", "gin", lines=60, PAGER="sed s/^/paged:/").rest()

    def test_rules_in_a_game_do_too(self, tmp_path: Path) -> None:
        from scaffold.pseudo_terminal import Terminal

        folders = {"XDG_STATE_HOME": str(tmp_path), "HOME": str(tmp_path)}
        terminal = Terminal("play", "crazy-eights", "--level", "0", PAGER="sed s/^/paged:/", **folders)
        terminal.until("h for help > ")
        terminal.types("r\n")
        assert "paged:" in terminal.until("h for help > ")
        terminal.types("q\nn\n")
        terminal.rest()

    def test_without_a_pager_it_is_printed(self) -> None:
        from scaffold.pseudo_terminal import Terminal

        assert "Crazy Eights" in Terminal("rules", "crazy-eights", PAGER="no-such-pager").rest()
