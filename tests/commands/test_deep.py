"""`parlour check --deep`: its output and its limits."""

import json
import re
from pathlib import Path

import pytest

from scaffold.files import write
from scaffold.terminal import run

pytestmark = pytest.mark.usefixtures("home")

FEW = ("--deep", "--games", "4", "--keep-options")
ENDLESS = """\
rule: dare
title: Dare
for: ladder
text: After a five the next player waits for ever.
when:
  after lay(p, c): |
    while c.rank == 5 limit 10:
      ask next(p):
        wait: nothing
"""


@pytest.fixture(autouse=True)
def _few_games_watched(monkeypatch: pytest.MonkeyPatch) -> None:
    """Watch few games for leaks, which takes most of the time of a short search."""
    monkeypatch.setattr("parlour.trials.search.WATCHED", 2)


def test_a_game_without_flaws() -> None:
    printed = run("check", "climb", *FEW)
    assert printed.code == 0
    first, second = printed.out.splitlines()
    assert first == "checked 1 game: all is well"
    assert re.fullmatch(r"climb: played [\d,]+ games for 2 and 3 players, [\d,]+ decisions, hidden cards .*", second)


def test_a_rule_is_played_in_its_smallest_mix() -> None:
    printed = run("check", str(write("dare.yaml", ENDLESS)), *FEW, "--into", "found")
    assert printed.code == 1
    assert "dare.yaml:8:7: error: nobody has a choice, and the game doesn't end" in printed.out
    mend = "end the game there, or let something change"
    assert f"help: {mend}; see it: parlour replay found/ladder-stuck.json" in printed.out
    assert run("replay", "found/ladder-stuck.json").out.splitlines()[-1].endswith("[deep-stuck]")


def test_its_files_replace_no_others() -> None:
    """The finding is still reported, with the reason why it has no files."""
    Path("found").mkdir()
    mine = (Path("found", "ladder-stuck.json"), Path("found", "ladder-stuck.yaml"))
    for path in mine:
        path.write_text("title: Mine\n", encoding="utf-8")
    printed = run("check", str(write("dare.yaml", ENDLESS)), *FEW, "--into", "found")
    assert "dare.yaml:8:7: error: nobody has a choice, and the game doesn't end" in printed.out
    reason = "let something change; found/ladder-stuck.json already exists and isn't a saved game"
    assert reason in " ".join(printed.out.split())
    mine[0].unlink()
    assert "parlour replay found/ladder-stuck.json" in run("check", "dare.yaml", *FEW, "--into", "found").out
    assert mine[1].read_text(encoding="utf-8") == "title: Mine\n"


def test_json_has_the_findings_and_nothing_else() -> None:
    printed = run("check", "climb", "--with", str(write("dare.yaml", ENDLESS)), *FEW, "--json")
    (finding,) = json.loads(printed.out)
    assert (finding["code"], finding["at"]["line"]) == ("deep-stuck", 8)
    assert "played" in printed.err


def test_the_same_games_give_the_same_output() -> None:
    few = ("check", "climb", *FEW, "--players", "2")
    first = run(*few)
    assert run(*few) == first
    assert run(*few, "--seed", "2") != first


def test_a_mistake_that_check_finds_is_not_played() -> None:
    printed = run("check", str(write("dare.yaml", ENDLESS.replace("next(p)", "nxt(p)"))), *FEW)
    assert printed.code == 1
    assert "played" not in printed.out


def test_a_number_of_players_that_cannot_play() -> None:
    printed = run("check", "climb", *FEW, "--players", "9").out
    assert printed.endswith("climb: not played, because it isn't for 9 players\n")
