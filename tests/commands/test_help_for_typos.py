"""Typos in a trick game get help that names what was meant."""

from __future__ import annotations

from pathlib import Path

import pytest

from scaffold.terminal import run

GAME = """\
game: knaves
title: Knaves
extends: tricks
text: Take tricks, but not the knave of hearts.
players: 3
powers:
  J♥: {worth: -4}
procedures:
  tally():
    instead: |
      for s in sides: gain(s) = tricks(s) + points(s)
"""


@pytest.mark.parametrize(
    ("right", "typo", "help"),
    [
        ("tally():", "talley():", "did you mean `tally`?"),
        ("tally():", "reckon_up():", "remove `instead` to add it"),
        ("points(s)", "points(t)", "in scope here: `s`"),
        ("J♥: {", "J♥ {", "a colon is missing after `J♥`: write `J♥: {worth: -4}`"),
    ],
)
def test_help_names_what_was_meant(right: str, typo: str, help: str, tmp_path: Path) -> None:
    (tmp_path / "knaves.yaml").write_text(GAME.replace(right, typo), encoding="utf-8")
    assert f"  help: {help}\n" in run("check", str(tmp_path / "knaves.yaml")).out


def test_the_file_of_a_game_is_no_house_rule(tmp_path: Path) -> None:
    (tmp_path / "knaves.yaml").write_text(GAME, encoding="utf-8")
    file = str(tmp_path / "knaves.yaml")
    assert f"`{file}` is a game: `parlour compare` compares games" in run("measure", file, "--against", file).err
