"""A table that plays by native code, step by step: the same moves, states, results and errors as generated Python."""

import pickle
from array import array
from collections.abc import Callable
from pathlib import Path

import pytest

pytest.importorskip("llvmlite", reason="native code needs llvmlite: pip install 'parlour[native]'")

from test_native import FAULTS, faulty

import laws
from agreement import DisagreementError, Pair, compare
from parlour import load
from parlour.game import Game
from parlour.library.library import Library
from parlour.native.machine import NativeMachine
from parlour.native.translation import UntranslatableError
from parlour.playouts.player import Task
from parlour.playouts.python import PythonPlayer
from parlour.program import Program
from parlour.python.execution import Execution
from parlour.states.state import State, fast_machine
from parlour.storage.cache import Cache
from parlour.table.cells import Cells
from parlour.table.faults import StateError
from parlour.table.layout import DIRECTION
from random_mixes import random_mix

GAMES = Library.standard().ids("game")


def in_step(program: Program, players: int, decisions: int, games: int = 2) -> list[str | None]:
    """Play some games beside generated Python; return their faults."""
    native = NativeMachine(program, players, 0, Cache(None))
    pair = Pair(program, players, fast_machine(program, players), native)
    task = Task(seed=3, begin=None, policy=False, most=decisions, states=True)
    return [pair.walk(task, number).fault for number in range(games)]


@pytest.mark.one_in(12)
@pytest.mark.parametrize("game", GAMES)
def test_every_game_goes_the_same_way(game: str) -> None:
    assert in_step(laws.program(game), laws.sizes(game)[0], 250) == [None] * 2


@pytest.mark.one_in(8)
@pytest.mark.parametrize("number", range(12))
def test_random_mixes_go_the_same_way(number: int) -> None:
    mix = random_mix(4, number)
    try:
        in_step(mix.program, mix.players[0], 100)
    except UntranslatableError as error:  # six packs of Blackjack have more cards than native code takes
        pytest.skip(str(error))


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_the_same(tmp_path: Path, fault: str) -> None:
    """The faulty step gets the same error, with the same place."""
    faults = in_step(faulty(tmp_path, fault), 2, 20, 100)
    assert any(FAULTS[fault] in text for text in faults if text is not None)
    assert None in faults


def test_a_fault_of_a_search_for_an_answer_belongs_to_the_step_before() -> None:
    """The question has an answer, but a look at another action fails; generated Python looks during the step."""
    options = {"hand-size": 1, "open-cards": 10, "most-hands": 1, "best-of.games": 2, "to-a-target.extra-hands": 5}
    game = load("scopa", with_=["best-of", "no-duty-to-take"], options={**options, "to-a-target.target": 10000})
    faults = in_step(game.program, 2, 200, 3)
    assert any("expected at most 12 cards, found 13" in (fault or "") for fault in faults)


def counted(monkeypatch: pytest.MonkeyPatch, machine: NativeMachine, name: str) -> list[Cells]:
    """Return the states for which generated Python does this from now on."""
    calls: list[Cells] = []
    does: Callable[..., object] = getattr(machine, name)

    def called(s: Cells, *rest: int) -> object:
        calls.append(s)
        return does(s, *rest)

    monkeypatch.setattr(machine, name, called)
    return calls


def test_generated_python_does_only_what_native_code_cannot(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also if a move is too large for a cell, as with two sets of cards in ctg, or if offers count steps, as in
    spades."""
    for game, players in (("crazy-eights", 2), ("ctg", 2), ("spades", 4)):
        machine = NativeMachine(load(game).program, players, 0, Cache(None))
        calls = [counted(monkeypatch, machine, name) for name in ("_python_legal", "_python_step")]
        s = machine.start(5)
        for k in range(60):
            legal = machine.legal(s)
            machine.step(s, legal[k % len(legal)])
        assert calls == [[], []]


class Turning(Execution):
    """A player that reverses the direction after the fifth decision of a game."""

    def advance(self, s: list[int], move: int | None = None) -> None:
        super().advance(s, move)
        self.decisions = 0 if move is None else self.decisions + 1
        if self.decisions == 5:
            s[DIRECTION] = -s[DIRECTION]


def test_where_games_part_is_reported() -> None:
    program = load("crazy-eights").program
    turning = PythonPlayer(program, 3)
    turning.execution = Turning(program, 3, counting=True)
    task = Task(seed=1, begin=None, policy=False, most=9, states=True)
    with pytest.raises(DisagreementError, match=r"game 0: .* after 5 decisions, .*: direction is 1 and -1$"):
        compare(PythonPlayer(program, 3), turning, task, 0, 2)


# ------------------------------------------------------------ as a table


def both(game: Game, players: int) -> tuple[State, State]:
    return game.table(players).start(5), game.table(players, native=True).start(5)


def test_states_of_both_tables_are_equal() -> None:
    game = load("crazy-eights", with_=["queen-draws-four"])
    a, b = both(game, 2)
    for k in range(40):
        assert a == b
        assert hash(a) == hash(b)
        assert (a.cells, a.question, a.to_json()) == (b.cells, b.question, b.to_json())
        move = b.question.legal[k % len(b.question.legal)]
        assert a.why(move).lines() == b.why(move).lines()
        (one, happened), (other, also) = a.apply_recorded(move), b.apply_recorded(move)
        assert (one, happened) == (other, also)
        a, b = a.apply(move.text), b.apply(move)
        assert (a, b) == (one, other)
    assert pickle.loads(pickle.dumps(b)) == a
    assert game.restore(b.to_json()) == b
    assert game.table(2, native=True).state(a.cells) == a


def test_a_given_pack_and_a_secret_table() -> None:
    game = load("crazy-eights")
    native, plain = game.table(2, native=True), game.table(2)
    order = [*reversed(range(52))]
    assert native.start(3, order) == plain.start(3, order)
    state = native.secretly().start(9)
    assert state.seed == 9
    while (state := state.apply(state.question.legal[0])).seed is None:
        assert not state.over, "every deal has chance"


@pytest.mark.parametrize("wrong", [array("q", [0]), array("i", bytes(4 * 258)), bytes(258)])
def test_native_code_gets_no_memory_that_is_not_a_state(wrong: object) -> None:
    machine = load("crazy-eights").table(2, native=True).machine
    for do in (machine.legal, lambda s: machine.step(s, 0)):
        with pytest.raises(StateError, match="a list or an array of 258 64-bit integers"):
            do(wrong)
