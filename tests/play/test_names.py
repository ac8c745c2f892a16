"""Players with names at the terminal."""

import re
from pathlib import Path

import pytest

from scaffold.terminal import run


@pytest.fixture(autouse=True)
def somewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_players_with_names_are_called_by_them_everywhere() -> None:
    """A person types the name of another player in a move, too."""
    mix = ["animalball-cutthroat", "--seats", "you,0,you,0,0,0", "--names", "Anna,Ben,Cora,Dora,Eve,Finn", "--seed"]
    typed = ["", "guess ben", "v", "?", "? guess Dora", "s game.json", "q", "n"]
    printed = run("play", *mix, "1", typed=typed)
    assert "seat 1 Anna (person), seat 2 Ben (bot), seat 3 Cora (person), seat 4 Dora (bot)" in unwrapped(printed.out)
    assert "Cora, it's your turn. Press Enter" in printed.out
    assert not re.search(r"[Ss]eat \d", printed.out.partition("seed 1.")[2])
    assert "you: guess Ben" in printed.out
    assert "Cora, who is Ben?" in printed.out
    replayed = run("replay", "game.json").out
    assert "Ben" in replayed
    assert not re.search(r"[Ss]eat \d", replayed)
    resumed = run("play", "--resume", "game.json", typed=["", "q", "n"]).out
    assert "Cora, it's your turn" in resumed


@pytest.mark.parametrize(
    ("names", "problem"),
    [
        ("Anna", "expected a name for each of 2 seats, found 1"),
        ("Anna,", "expected a name of 1 to 20 letters, found ``"),
        ("Anna,anna", "two players are called `anna`"),
        ("Anna,Seat 1", "`Seat 1` can't be a name: it already means a player"),
        ("Anna,You", "`You` can't be a name: it already means a player"),
        ("Anna,A\tB" + 20 * "C", "expected a name of 1 to 20 letters, found `A B"),
    ],
)
def test_names_that_can_not_be_used_are_refused(names: str, problem: str) -> None:
    printed = run("play", "crazy-eights", "--names", names)
    assert printed.code == 2
    assert problem in printed.err
    assert "name each seat: --names Anna,Ben" in printed.err
    assert not printed.out


def test_people_without_names_are_no_bots() -> None:
    printed = run("play", "crazy-eights", "--seats", "you,you", "--seed", "1", typed=[])
    assert "seat 1 person, seat 2 person; seed 1" in printed.out


def unwrapped(text: str) -> str:
    return " ".join(text.split())
