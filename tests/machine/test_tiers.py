"""A table interprets its first steps, and plays by generated Python from then on. Nobody notices the change."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import laws
from parlour.game import load
from parlour.python import tiered
from parlour.python.execution import GeneratedPython
from parlour.python.machines import fast_machine, tiered_table
from parlour.states.state import State


@pytest.fixture
def cold(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Return a table without saved code, which the interpreter plays for a few steps."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(tiered, "INTERPRETED", 8)


@pytest.mark.usefixtures("cold")
@pytest.mark.parametrize("game", ["crazy-eights", "sh", "gin-rummy"])
def test_a_game_goes_on_in_the_second_tier(game: str) -> None:
    program, chance = laws.program(game), Random(game)
    reference, played = laws.Machine(program, 2), tiered_table(program, 2)
    state, cells = played.start(3), reference.start(3)
    for number in range(40):
        assert list(state.cells) == cells
        if reference.over(cells):
            break
        legal = reference.legal(cells)
        assert [move.number for move in state.question.legal] == legal
        move = chance.randrange(len(legal))
        state = state.apply(state.question.legal[move])
        reference.step(cells, legal[move])
        assert _generates(state) == (number + 2 >= 8)  # starting the game was the first step


def _generates(state: State) -> bool:
    execution = state.table.machine.execution
    return isinstance(execution, tiered.Tiered) and isinstance(execution._tier, GeneratedPython)


@pytest.mark.usefixtures("cold")
def test_saved_code_plays_from_the_beginning() -> None:
    program = laws.program("crazy-eights")
    assert isinstance(tiered_table(program, 2).machine.execution, tiered.Tiered)
    fast_machine(program, 2)  # saves its code
    assert isinstance(tiered_table(program, 2).machine.execution, GeneratedPython)


def test_a_machine_for_loops_plays_by_generated_python_at_once() -> None:
    game = load("crazy-eights")
    machine = game.machine(3)
    assert isinstance(machine.execution, GeneratedPython)
    assert game.machine(3) is machine
