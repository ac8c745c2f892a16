"""What a change doesn't affect is the same in both Programs, so that a comparison in step finds the same without it."""

from __future__ import annotations

from pathlib import Path
from random import Random

from parlour.mutation.affected import Affected
from parlour.mutation.in_step import Course, Lockstep
from parlour.mutation.sameness import same_game
from parlour.mutation.work import MutationPlan, Work
from parlour.states.state import Table
from scaffold.counting import EXAMPLE, FRAME, GAME, changed, write_counting
from scaffold.files import write
from scaffold.rulesets import program_of


def length(step: Lockstep, table: Table, seed: int) -> int | None:
    course = Course(table, lambda: table.machine.start(seed), Random(seed), 40)
    split = step.play(course, lambda: step.tables[1].machine.start(seed))
    return None if split is None else len(split.steps)


def test_a_condition_of_an_action_affects_no_step(tmp_path: Path) -> None:
    one = changed(tmp_path / "a", "tally < 3", "tally < 3")
    affected = Affected.of(one, changed(tmp_path / "b", "tally < 3", "tally <= 3"))
    assert affected is not None
    assert affected.steps_alike
    assert not affected.offers_alike(0)


def test_a_step_affects_no_question(tmp_path: Path) -> None:
    one = changed(tmp_path / "a", "hum(): noise += 1", "hum(): noise += 1")
    affected = Affected.of(one, changed(tmp_path / "b", "hum(): noise += 1", "hum(): noise += 2"))
    assert affected is not None
    assert not affected.steps_alike
    assert affected.offers_alike(0)


def test_a_lifetime_affects_no_question(tmp_path: Path) -> None:
    one = changed(tmp_path / "a", "tally: {type: int, each: game", "tally: {type: int, each: game")
    other = changed(tmp_path / "b", "tally: {type: int, each: game", "tally: {type: int, each: match")
    affected = Affected.of(one, other)
    assert affected is not None
    assert not affected.steps_alike
    assert affected.offers_alike(0)


def test_an_option_that_only_possible_uses_affects_nothing(tmp_path: Path) -> None:
    option = "options:\n  fewest: {type: int, in: 1..3, default: %s, text: number of players}\n"
    option += "possible:\n  - {require: players.size >= options.fewest, says: you are too few}\nendings:"
    one, other = (changed(tmp_path / n, "endings:", option % n) for n in "12")
    affected = Affected.of(one, other)
    assert affected is not None
    assert affected.steps_alike
    assert affected.offers_alike(0)


def test_an_option_that_the_game_sets_makes_the_same_game(tmp_path: Path) -> None:
    option = "options:\n  enough: {type: int, in: 1..9, default: %s, text: limit}\nendings:"
    programs = []
    for default in "34":
        path = write_counting(tmp_path / default, "")
        frame = FRAME.replace("endings:", option % default).replace("tally < 3", "tally < options.enough")
        write(path, frame + "  []\n")
        write(tmp_path / default / "counting.yaml", GAME + "set: {enough: 5}\n")
        programs += [program_of(tmp_path / default / "counting.yaml"), program_of(path)]
    assert same_game(programs[0], programs[2])
    assert not same_game(programs[1], programs[3])


def test_other_cells_cannot_be_compared(tmp_path: Path) -> None:
    one = changed(tmp_path / "a", "pack: 52", "pack: 52")
    assert Affected.of(one, changed(tmp_path / "b", "pack: 52", "pack: 52, jokers: 1")) is None


def test_the_comparison_finds_the_same_differences(tmp_path: Path) -> None:
    work = Work.of(MutationPlan((write_counting(tmp_path, EXAMPLE),), (), (), None, 1, 1, trace=False))
    (target,) = work.targets
    mix = target.pool.all[0].mix
    table = work.gallery.mixes.table(mix, None)
    players, compared = table.machine.layout.players, 0
    for mutant in target.mutants:
        mixes = work.trials_of(0).mutated(mutant)
        if mixes.compile(mix).program is None or players not in mixes.game(mix).players:
            continue
        short, full = (Lockstep(table, mixes.table(mix, players)) for _ in range(2))
        compared += short.affected is not None
        full.affected = None
        for seed in (1, 2):
            assert length(short, table, seed) == length(full, table, seed), mutant.sentence
    assert compared >= 8
