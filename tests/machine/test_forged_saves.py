"""Saves that somebody has changed: what the checker proved to be there is missing. Parlour says so in a message."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import parlour
from parlour.program import NONE

RULES = """\
frame: forged
title: Forged
extends: table
text: Everything that it asks about is there.
players: 2
deck: {pack: 52, each: game}
zones:
  hand(player): {seen: owner}
  stock: {ordered: true}
  pile: {ordered: true}
state:
  x: {type: int, each: game}
  who: {type: player or none, each: game}
  other: {type: player or none, each: game}
  shown: {type: card or none, each: game}
  called: {type: rank or none, each: game}
  by-rank(rank): {type: int, each: game}
stages:
  game: |
    shuffle box into stock
    who = the p in players where true
    other = who
    called = 3
    move stock.top to pile
    shown = stock.top
    if who is some and other is some and shown is some and called is some:
      ask who:
        give: move stock to hand(other)
        take: move shown to hand(other)
        call: by-rank(called) += 1
    champions = players
"""
BROKEN = {
    "give": ("other", NONE, "there is no such `hand`"),
    "take": ("shown", NONE, "there is no card to move"),
    "call": ("called", NONE, "`by-rank` has no such entry"),
}


@pytest.fixture
def game(tmp_path: Path) -> parlour.Game:
    (tmp_path / "forged.yaml").write_text(RULES, encoding="utf-8")
    path = tmp_path / "forged-game.yaml"
    path.write_text("game: forged-game\ntitle: Forged\nextends: forged\n", encoding="utf-8")
    return parlour.load(path)


def forged(game: parlour.Game, name: str, value: int) -> str:
    """A saved game with another value of a variable."""
    data = json.loads(game.start(players=2, seed=1).to_json())
    layout = game.machine(2).layout
    number = [variable.name for variable in layout.program.variables].index(name)
    data["cells"][layout.variables[number].cell(())] = value
    return json.dumps(data)


@pytest.mark.parametrize("move", BROKEN)
def test_what_is_missing_is_a_runtime_error_at_its_step(game: parlour.Game, move: str) -> None:
    name, value, message = BROKEN[move]
    assert game.start(players=2, seed=1).apply(move).over
    broken = game.restore(forged(game, name, value))
    with pytest.raises(parlour.RulesetFault) as found:
        broken.apply(move)
    assert found.value.message == message
    line = RULES.split(f"        {move}:")[0].count("\n") + 1
    assert found.value.origin is not None
    assert found.value.origin.line == line


def test_a_question_to_nobody_is_refused(game: parlour.Game) -> None:
    with pytest.raises(parlour.SaveError, match=r"^the saved game is damaged: its question is put to nobody$"):
        game.restore(forged(game, "who", NONE))
    assert game.restore(forged(game, "who", 1)).question.seat == 2
