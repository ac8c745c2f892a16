"""A runtime error names the line of its statement, or the expression that fails: in all executions."""

from importlib.util import find_spec
from pathlib import Path

import pytest

from parlour.program import Origin, Program
from parlour.states.machine import Machine
from parlour.states.state import fast_machine
from parlour.storage.cache import Cache
from parlour.table.faults import RulesetFault
from scaffold.rulesets import program_of, write_game
from three_ways import TASK

FRAME = """\
frame: placed
title: A small game
extends: table
text: It goes wrong.
players: 2
deck: {pack: 52, each: game}
zones:
  hand(player): {seen: owner}
state:
  num: {type: int, each: game, seen: everybody}
stages:
  game: |
    deal 2 from box to each hand
    asked(players.first)
    ask act(players.first)
    champions = players
procedures:
  asked(p): |
    num = 1
prompts:
  act(p): |
    pass: num = num
"""
CASES = {
    "a hook": "when:\n  after asked(p): |\n    num += 0\n    num = 7 // (num - 1)\n",
    "a number that grows too large": "when:\n  after asked(p): |\n    num += 0\n    num = num * 99999999 * 99 // num\n",
    "the test of an `if`": "when:\n  after asked(p): |\n    num += 0\n    if 7 // (num - 1) > 3: num = 2\n",
    "inside a loop": "when:\n  after asked(p): |\n    for q in players:\n      num += 0\n      num = 7 // (num - 1)\n",
    "what is moved": "when:\n  after asked(p): |\n    num += 0\n    deal 7 // (num - 1) from box to hand(p)\n",
    "what a procedure is given": (
        "when:\n  after asked(p): |\n    num += 0\n    more(7 // (num - 1))\nprocedures:\n  more(n): num = n\n"
    ),
    "an argument that is too large": (
        "when:\n  after asked(p): |\n    num += 999999999\n    more(num + num + num)\n"
        "procedures:\n  more(n): |\n    num = 1\n    num = n // 1\n"
    ),
    "a member of a range that is too large": (
        "when:\n  after asked(p): |\n    num += 999999999\n"
        "    for n in num + num + num .. num + num + num: num = n // 1\n"
    ),
    "a random number that is too large": (
        "when:\n  after asked(p): |\n    num += 999999999\n"
        "    num = random (num + num + num) .. (num + num + num)  # not //\n"
    ),
    "in place of a procedure": "when:\n  instead of asked(p): |\n    proceed\n    num = 7 // (num - 1)\n",
    "the condition of an action": "prompts:\n  act(p): |\n    more if 7 // (num - 1) > 3: num = 2\n",
    "the condition of a choice": (
        "prompts:\n  act(p): |\n    more for c in hand(p) where pips(c.rank) > 7 // (num - 1): num = 2\n"
    ),
    "the steps of an action": ("prompts:\n  act(p): |\n    instead pass:\n      num = 1\n      num = 7 // (num - 1)\n"),
}


def wrong_program(folder: Path, sections: str) -> Program:
    """Return a game in which the rule with these sections fails."""
    return program_of(write_game(folder, FRAME, {"wrong": sections}))


def begin(machine: Machine) -> None:
    cells = machine.start(5)
    machine.step(cells, machine.legal(cells)[0])


def places(program: Program) -> list[Origin | None]:
    """Return the place of the error in the first game, by execution."""
    found = list[Origin | None]()
    for machine in (Machine(program, 2), fast_machine(program, 2)):
        with pytest.raises(RulesetFault) as fault:
            begin(machine)
        found.append(fault.value.origin)
    if find_spec("llvmlite") is not None:
        from parlour.native.player import NativePlayer

        with pytest.raises(RulesetFault) as fault:
            NativePlayer(program, 2, 0, Cache(None)).play(TASK, 0, 1)
        found.append(fault.value.origin)
    return found


@pytest.mark.parametrize("case", CASES)
def test_a_fault_names_its_own_line(tmp_path: Path, case: str) -> None:
    program = wrong_program(tmp_path, CASES[case])
    lines = (tmp_path / "wrong.yaml").read_text(encoding="utf-8").splitlines()
    (line,) = [number for number, text in enumerate(lines, start=1) if "//" in text]
    for origin in places(program):
        assert origin is not None
        assert (origin.document, origin.line) == ("wrong", line)


WITHIN = {
    "the second line of a function": (
        "functions:\n  worse(n): |\n    1 +\n      7 // (n - 1)\n",
        "when:\n  after asked(p): num = worse(num)\n",
        "7 // (n - 1)",
    ),
    "the test of `until`": (
        "when:\n  after asked(p): |\n    repeat:\n      num += 0\n    until 7 // (num - 1) > 3 limit 6\n",
        "",
        "7 // (num - 1)",
    ),
    "the test of `while`": (
        "when:\n  after asked(p): |\n    while num < 2 and 7 // (num - 1) > 3 limit 6:\n      num += 0\n",
        "",
        "7 // (num - 1)",
    ),
    "a clause of a permission": (
        "prompts:\n  act(p): |\n    more: num = 2\nmay:\n  more(p):\n    wrong:\n"
        "      forbid: num == 1 and\n        7 // (num - 1) > 3\n      says: no\n",
        "",
        "7 // (num - 1)",
    ),
    "the second operation of a step": ("when:\n  after asked(p): num = 8 // num + 7 mod (num - 1)\n", "", "7 mod (num"),
    "a loop within an expression": (
        "when:\n  after asked(p): num = sum 6 // 2 + 7 // (num - 1) for q in players\n",
        "",
        "7 // (num - 1)",
    ),
}


@pytest.mark.parametrize("case", WITHIN)
def test_a_fault_names_the_expression_that_fails(tmp_path: Path, case: str) -> None:
    first, second, failing = WITHIN[case]
    sections = first + second
    program = wrong_program(tmp_path, sections)
    lines = (tmp_path / "wrong.yaml").read_text(encoding="utf-8").splitlines()
    (place,) = [(number, text.index(failing) + 1) for number, text in enumerate(lines, start=1) if failing in text]
    for origin in places(program):
        assert origin is not None
        assert (origin.document, origin.line, origin.column) == ("wrong", *place)
