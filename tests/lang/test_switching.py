"""Rules that play switches on and off: what they remember, and whose policy counts. The oracle tests their members."""

from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path

import pytest

from agreement import Pair, compare
from lang.small_play import Play
from parlour.base.diagnostics import RulesetError
from parlour.game import load
from parlour.playouts.python import PythonPlayer
from parlour.states.state import Table
from parlour.storage.cache import Cache
from scaffold.rulesets import program_of, write_game
from three_ways import TASK

FRAME = """
frame: lamps
title: Lamps
extends: table
players: 2
deck: {pack: 52, each: game}
zones:
  hand(player): {seen: owner}
  pile: {seen: everybody, ordered: true}
state:
  x: {type: int, each: game, seen: everybody}
  rounds: {type: int, each: game, seen: everybody}
classes:
  wild: [3]
facets:
  then: {text: then, by: c, takes: steps, after: "play(p, c)"}
procedures:
  play(p, c): |
    move c to pile
    x += 1000
stages:
  game: |
    move [2♣, 3♣, 4♣, 5♣, 6♣, 7♣] to hand(the p in players)
    while rounds < 6 limit 10:
      rounds += 1
      for p in players where hand(p) has cards: ask act(p)
    champions = players
prompts:
  act(p): |
    play for c in hand(p) where not (c.rank in wild or c.rank == 5)
    turn "switch {r}" for r in rules:
      if r is on: switch off r
      else: switch on r
    rest: x -= 1
"""


class Lamps(Play):
    """Play in which only seat 1 has cards."""

    def __init__(self, path: Path) -> None:
        self.program = program_of(path)
        self.table = Table.of(self.program, 2)
        self.state = self.table.start(1)


@pytest.mark.parametrize(("on", "x"), [(False, 4 * 1000 - 2), (True, -6)])
def test_a_policy(tmp_path: Path, on: bool, x: int) -> None:
    """In six rounds, players who play first use up the four cards that they may play, and then rest. Lazy players
    always rest."""
    policy = "policy: {first: [play], last: [turn]}\n"
    path = write_game(tmp_path, FRAME + policy, {"lazy": "policy: {first: [rest], last: [play]}"})
    text = "game: lamps-game\ntitle: Lamps\nextends: lamps\nswitchable: [lazy]\n" + "uses: [lazy]\n" * on
    path.write_text(text, encoding="utf-8")
    program = program_of(path)
    task = replace(TASK, policy=True)
    pair = Pair(program, 2)
    variables = zip(program.variables, pair.layout.variables, strict=True)
    (cell,) = [array.cell(()) for variable, array in variables if variable.name == "x"]
    assert [pair.walk(task, number).end[cell] for number in range(3)] == [x, x, x]
    if find_spec("llvmlite") is not None:
        from parlour.native.player import NativePlayer

        compare(PythonPlayer(program, 2), NativePlayer(program, 2, 0, Cache(None)), task, 0, 5)


def test_a_rule_that_is_switched_on_begins_afresh(tmp_path: Path) -> None:
    """Everything that a rule remembers is from the last time that it was switched on."""
    rule = """state:
  seen(player, 1..3): {type: int, each: game, seen: everybody}
  first: {type: rank or none, each: game, seen: everybody}
  best: {type: int, each: game, starts: 9, seen: everybody}
marks:
  by: {type: player or none, inside: pile}
when:
  after play(p, c): |
    seen(p, 2) += 1
    first = c.rank
    best = 4
    c.by = p
    x = count d in pile where d.by is some"""
    path = write_game(tmp_path, FRAME, {"memory": rule})
    text = "game: lamps-game\ntitle: Lamps\nextends: lamps\nswitchable: [memory]\n"
    path.write_text(text, encoding="utf-8")
    game = Lamps(path).do("1: switch memory", "1: play 4♣", "1: play 2♣")
    assert (game.value("seen", 0, 1), game.value("best"), game.value("x")) == (2, 4, 2)
    game.do("1: switch memory")
    assert game.value("seen", 0, 1) == 2  # it keeps them while it is off
    game.do("1: switch memory")
    assert (game.value("seen", 0, 1), game.value("best")) == (0, 9)
    assert game.do("1: play 6♣").value("x") == 1  # the marks of the first two cards are gone


def test_a_power_for_a_class_that_play_can_change_gets_advice(tmp_path: Path) -> None:
    rules = {"sevens": "classes:\n  wild: {adds: [7]}\n", "lucky": "powers:\n  wild: {then: x += 1}\n"}
    path = write_game(tmp_path, FRAME, rules)
    text = "game: lamps-game\ntitle: Lamps\nextends: lamps\nswitchable: [sevens]\nuses: [lucky]\n"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(RulesetError, match="suits or cards, found a set of ranks that play can change") as failed:
        load(path)
    assert "help: name the cards themselves" in str(failed.value)
