"""`parlour check` about rules that spoil some games: nobody can play them, or other rules never act. It names the games
and the rule."""

from __future__ import annotations

from pathlib import Path

import pytest

import parlour
from scaffold.files import write
from scaffold.terminal import run


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


HEAD = "title: R\nfor: eights\ntext: A bigger deal.\n"
THIRTY = f"rule: thirty\n{HEAD}functions:\n  hand_size(): {{instead: 30}}\n"


def test_a_rule_with_which_nobody_can_play_some_games() -> None:
    """30 cards each take more than 52 cards, but not more than the 108 of a deck in four colours."""
    printed = run("check", str(write("thirty.yaml", THIRTY)), "--ignore", "rules-clash")
    assert printed.code == 1
    (warning,) = (line for line in printed.out.splitlines() if "nobody can play this mix" in line)
    assert warning.startswith("thirty.yaml:1:7: warning: in ")
    assert "`crazy-eights`" in warning
    assert "`four-colours-game`" not in warning
    assert "note: `thirty` works in `four-colours-game` [check-goes-with]\n" in printed.out


def test_a_condition_of_the_rule_itself_is_meant() -> None:
    text = f"rule: large\n{HEAD}possible:\n  - require: pack.size > 100\n    says: too few cards\n"
    printed = run("check", str(write("large.yaml", text)), "--ignore", "rules-clash")
    assert printed.code == 0
    assert "refuse `large`: nobody can play this mix: too few cards" in printed.out


def test_an_option_can_make_room() -> None:
    options = "options:\n  cards: {type: int, in: 5..40, default: 26, text: cards in a hand}\n"
    text = f"rule: half\n{HEAD}{options}functions:\n  hand_size(): {{instead: options.cards}}\n"
    printed = run("check", str(write("half.yaml", text)), "--ignore", "rules-clash")
    assert "warning" not in printed.out
    assert "refuse `half`: nobody can play this mix: 2 players with 26 cards each" in printed.out
    assert "  help: add `--set half.cards=25`" in printed.out


def test_a_mix_names_the_rule_without_which_it_can_be_played() -> None:
    write("thirty.yaml", THIRTY)
    write("idle.yaml", f"rule: idle\n{HEAD}when:\n  after pass(p): draw(p, 1)\n")
    printed = run("check", "crazy-eights", "--with", "./thirty.yaml,./idle.yaml")
    assert printed.code == 1
    assert "thirty.yaml:1:7: without `thirty` it can be played\n" in printed.out
    assert "  help: leave out `thirty`\n" in printed.out


def test_players_that_a_rule_names_and_excludes() -> None:
    """Five players with twelve cards each need more than 52 cards."""
    text = f"rule: seven\n{HEAD}set: {{{{hand-size: 12}}}}\nplayers: {{}}\n"
    printed = run("check", str(write("seven.yaml", text.format("2..7"))), "--ignore", "rules-clash")
    assert "seven.yaml:6:10: warning: `players` includes 5 to 7, but a condition excludes 5" in printed.out
    printed = run("check", str(write("seven.yaml", text.format("2..3"))), "--ignore", "rules-clash")
    assert "players-excluded" not in printed.out


def test_a_hook_that_stops_the_rules_of_games() -> None:
    """The frame itself has no hooks on what `play` runs; `eight-is-wild` of its games has."""
    text = f"rule: stopped\n{HEAD}when:\n  instead of play(p, c): say \"a card\"\n"
    printed = run("check", str(write("stopped.yaml", text)), "--ignore", "rules-clash")
    assert printed.code == 1
    (line,) = (line for line in printed.out.splitlines() if "warning" in line and "[proceed]" in line)
    assert line.startswith("stopped.yaml:6:3: warning: in ")
    assert "`crazy-eights`" in line
    assert "so this part of `eight-is-wild` never acts" in printed.out
    assert "help: add `proceed` in `stopped`" in printed.out
    proceeds = text.replace('say "a card"', "|\n    say \"a card\"\n    proceed")
    assert run("check", str(write("stopped.yaml", proceeds)), "--ignore", "rules-clash").code == 0


def test_the_python_api_refuses_a_mix_that_nobody_can_play() -> None:
    with pytest.raises(parlour.RulesetError) as caught:
        parlour.load("ctg", with_=["partners"])
    (error,) = caught.value.diagnostics
    assert error.code == "nobody-plays"
    assert "with 4 players no card would be left to draw" in error.message
    assert error.help is not None
    assert "options={'jokers': 2}" in error.help
    assert parlour.load("ctg", with_=["partners"], options={"jokers": 2}).players == (4,)
