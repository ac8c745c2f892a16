"""House rules of the eights, switched in play: each plays like the mix with it while it is on, and like the mix without
it while it is off."""

import json
from pathlib import Path
from random import Random

import pytest

from parlour.base.diagnostics import render_text
from parlour.mixing.compiler import compile_ruleset
from parlour.states.counterparts import Counterparts
from parlour.states.machine import Machine
from parlour.table import saves
from parlour.table.layout import QUESTION
from scaffold.files import write

RULES = (
    "ace-reverses", "deal-in-packets", "four-starts-a-melee", "go-again", "jack-skips", "queen-draws-four",
    "starter-acts", "straight-out", "three-stacks", "two-misses-turn", "dealer-chooses-hand-size",
    "short-draws-are-owed",
)  # fmt: skip
MOVES = 60
GAME = """\
game: switched
title: Switched
extends: crazy-eights
when:
  before game:
    if: hands < 0
    do: {steps}
"""


def machine(folder: Path, name: str, more: str, steps: str = "nothing") -> Machine:
    path = write(folder / name / "switched.yaml", GAME.replace("{steps}", steps) + more)
    compiled = compile_ruleset(path)
    assert compiled.program is not None, render_text(compiled.findings)
    return Machine(compiled.program, 3)


def play_alike(ours: Machine, theirs: Machine) -> None:
    counterparts, chooser = Counterparts(ours, theirs), Random(1)
    a, b = ours.start(seed=4), theirs.start(seed=4)
    for _ in range(MOVES):
        if ours.over(a):
            break
        numbers, moves = counterparts.numbers(a[QUESTION]), ours.legal(a)
        assert numbers.more(moves, theirs.legal(b)) == (False, False)
        move = chooser.choice(moves)
        twin = numbers.counterpart(move)
        assert twin is not None
        a, b = ours.apply(a, move), theirs.apply(b, twin)
        assert {part.name for part in counterparts.differences(a, b)} <= {"in-force"}
        assert counterparts.same_question(a, b)


@pytest.mark.one_in(12)
@pytest.mark.parametrize("rule", RULES)
def test_a_rule_that_is_on_or_off_is_the_mix_with_it_or_without_it(tmp_path: Path, rule: str) -> None:
    listed = f"switchable: [{rule}]\n"
    on = machine(tmp_path, "on", f"uses: [{rule}]\n{listed}", "switch off rules")
    play_alike(on, machine(tmp_path, "in", f"uses: [{rule}]\n"))
    off = machine(tmp_path, "off", listed, "switch on rules")
    play_alike(off, machine(tmp_path, "out", ""))


def test_a_save_knows_which_rules_are_on(tmp_path: Path) -> None:
    on = machine(tmp_path, "on", "uses: [jack-skips]\nswitchable: [jack-skips]\n", "switch off rules")
    off = machine(tmp_path, "off", "switchable: [jack-skips]\n", "switch on rules")
    state = on.start(seed=1)
    kept = json.loads(json.dumps(saves.saved(on.layout, state)))
    assert saves.restored(on.layout, kept) == state
    with pytest.raises(saves.SaveError):
        saves.restored(off.layout, kept)
