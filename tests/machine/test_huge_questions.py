"""Questions with more moves than can be listed: a runtime error with advice, the same in all executions."""

from __future__ import annotations

from pathlib import Path

import pytest

from parlour.game import load
from parlour.machine.faults import RulesetFault
from parlour.machine.state import Table

HUGE = """\
frame: huge
title: Huge
extends: table
players: 2
deck: {pack: 52, each: game}
options:
  at-most: {type: int, in: 1..26, default: 20, text: cards at once}
zones:
  hand(player): {seen: owner, text: hand}
  pile: {seen: nobody, ordered: true, text: pile}
state:
  up: {type: player, each: game}
endings:
  out: somebody is out
stages:
  game: |
    shuffle box into pile
    deal 26 from pile to each hand
    up = random players
    ask act(up)
    champions = players
    end game as out
prompts:
  act(p): |
    lay "lay {cs}" for cs in 1..options.at-most cards of hand(p): move cs to pile
    rest only if nothing else: nothing
"""


def test_what_can_not_be_listed_says_how_many_and_what_to_do(tmp_path: Path) -> None:
    path = tmp_path / "huge.yaml"
    path.write_text(HUGE, encoding="utf-8")
    game = load(path)
    told = set()
    for native in (False, None):  # machine code where there is any
        with pytest.raises(RulesetFault) as fault:
            game.playouts(1, seed=1, native=native)
        told.add(fault.value.message.removeprefix("in game 0 of seed 1: "))
    for state in (game.start(seed=1), Table.of(game.program, 2).start(1)):
        with pytest.raises(RulesetFault) as fault:
            state.question  # noqa: B018  # looking is what goes wrong
        told.add(fault.value.message)
        assert fault.value.origin is not None
        assert fault.value.origin.line == HUGE[: HUGE.index('lay "lay')].count("\n") + 1
    assert told == {
        "there are 67,025,181 sets to choose from, and at most 200,000 can be listed; "
        "let the action choose fewer at once, as in `1..4 cards of …`"
    }
    assert load(path, options={"at-most": 2}).playouts(3, seed=1).lengths.tolist() == [1, 1, 1]
