"""One error hides no other: `check` reports all independent errors at once, and no consequences of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from parlour.cli.main import main

HEAD = "frame: broken\ntitle: Broken\nextends: rounds\nplayers: 2\n"
REQUIRED = "procedures:\n  open(): required\n"
DECK = "deck: {pack: 52, each: hand}\n"
ZONES = "zones:\n  hand(player): {seen: owner}\n"

CASES = {
    "an open procedure": (
        HEAD + ZONES + REQUIRED + "  other(): ask nobody()\nstages:\n  hand: |\n    florb +* 3 blurb\n    open()\n",
        ["unexpected `+`", "unknown question `nobody`"],
    ),
    "an open function, whose value fits everywhere": (
        HEAD
        + ZONES
        + "functions:\n  best(): required\n  worst(): best() + nonsense()\n"
        + "stages:\n  hand: |\n    let a = best()\n"
        + "    move best() to hand(dealer)\n    deal best() from box to nowhere\n",
        ["unknown function `nonsense`", "unknown name `nowhere`"],
    ),
    "an open question, to which others may add actions": (
        HEAD + DECK + "prompts:\n  act(p): required\n" + "may:\n  play(p, c):\n    no: {forbid: xyz, says: no}\n"
        "stages:\n  hand: |\n    ask act(dealer)\n",
        ["unknown name `xyz`"],
    ),
    "nobody says how many can play": (
        "frame: broken\ntitle: Broken\nextends: rounds\nstages:\n  hand: dealer = nonsense\n",
        ["unknown name `nonsense`"],
    ),
    "a type that there is not": (
        HEAD + "state:\n  x: {type: nmuber}\n  y: {type: int}\n" + "stages:\n  hand: |\n    x = 3\n    y = x + z()\n",
        ["unknown type `nmuber`", "unknown function `z`"],
    ),
    "a class that can't be read": (
        HEAD + "classes:\n  high: [J, zed]\n" + "functions:\n  f(c): c in high or c.rank in high\n  g(c): c.sut\n"
        "stages:\n  hand: nothing\n",
        ["unknown name `zed`", "a card has no field `sut`"],
    ),
    "a stage that there is not": (
        HEAD + "state:\n  x: {type: int, each: turn}\n" + "stages:\n  hand: x = yy\n",
        ["unknown stage `turn`", "unknown name `yy`"],
    ),
    "a name for two things": (
        HEAD + "zones:\n  heap: {ordered: true}\nstate:\n  heap: {type: int}\n"
        "stages:\n  hand: |\n    move heap.top to box\n    x = 1\n",
        ["`heap` is already the name of something else", "unknown variable `x`"],
    ),
    "a parameter without a type": (
        HEAD + "functions:\n  f(zz): zz + 1\n  g(): f(1) + h()\n" + "stages:\n  hand: nothing\n",
        ["missing type for the parameter `zz`", "unknown function `h`"],
    ),
    "two hooks whose order matters, and a loop": (
        HEAD + "procedures:\n  a(): b()\n  b(): a()\n" + "stages:\n  hand: a()\nwhen:\n  after hand: nnn = 1\n",
        ["unknown variable `nnn`"],
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_every_error_is_reported_once(tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str) -> None:
    text, words = CASES[name]
    path = tmp_path / "broken.yaml"
    path.write_text(text, encoding="utf-8")
    assert main(["check", str(path)]) == 1
    said = capsys.readouterr()
    errors = [line for line in (said.out + said.err).splitlines() if " error: " in line]
    assert [any(w in line for line in errors) for w in words] == [True] * len(words), errors
    assert len(errors) == len(words), errors


def test_open_frames_that_come_along_are_well(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "--strict", "table", "rounds"]) == 0
    assert "all is well" in capsys.readouterr().out


def test_errors_of_structure_are_reported_at_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "broken.yaml"
    path.write_text(
        HEAD + "zones:\n  hand(player): {sen: owner}\nstate:\n  x: {}\nstages:\n  Hand: nothing\n", encoding="utf-8"
    )
    assert main(["check", str(path)]) == 1
    said = capsys.readouterr()
    lines = [line for line in (said.out + said.err).splitlines() if " error: " in line]
    assert [line.split(":")[1] for line in lines] == ["6", "8", "10"]


TELLS = """\
frame: telling
title: Telling
extends: table
players: 2
deck: {pack: 52, each: game}
zones:
  hand(player): {seen: owner}
state:
  dealer: {type: player}
stages:
  game: |
    ask act(dealer)
    champions = players
prompts:
  act(p): |
    wants if any c in hand(next(p)) where c.rank == K: nothing
    pass: nothing
"""


def test_notes_are_shown_without_strict(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "telling.yaml"
    path.write_text(TELLS, encoding="utf-8")
    assert main(["check", str(path)]) == 0
    said = capsys.readouterr()
    assert "note: the offer of `wants` depends on the cards in `hand`" in said.out + said.err
    assert main(["check", "--strict", str(path)]) == 1
