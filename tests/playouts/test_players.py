"""What plays may be machine code on several threads: what is told is the same, and it can be stopped."""

from __future__ import annotations

import pytest

from parlour.game import load
from parlour.playouts.player import Chunk, Task
from parlour.playouts.running import AHEAD, PlayoutsInterrupt, play_out

TASK = Task(seed=1, begin=None, policy=True, most=10, states=False)


class Counting:
    """Plays nothing: each game is as long as its number says. One of them is interrupted."""

    parallel = True
    at_once = 64

    def __init__(self, interrupted: int | None = None) -> None:
        self.interrupted = interrupted
        self.begun: list[int] = []

    def play(self, task: Task, first: int, games: int) -> Chunk:
        self.begun.append(first)
        if self.interrupted is not None and first >= self.interrupted:
            raise KeyboardInterrupt
        chunk = Chunk.of(games, columns=4, rules=9)
        for row in range(games):
            chunk.lengths[row] = first + row
            chunk.fired[row * 9 + 8] = first + row
        return chunk


def test_games_stand_in_their_order_whoever_played_them() -> None:
    table = load("crazy-eights").table(2)
    played = play_out(Counting(), table, TASK, 1000, threads=3)
    assert list(played.lengths) == list(range(1000))
    assert [played.fired[number, 8] for number in range(1000)] == list(range(1000))
    assert len(played.seeds) == 1000


def test_an_interrupt_ends_it_and_what_waits_is_not_played() -> None:
    player = Counting(interrupted=10 * Counting.at_once)
    with pytest.raises(PlayoutsInterrupt) as stopped:
        play_out(player, load("crazy-eights").table(2), TASK, 1_000_000, threads=2)
    assert len(player.begun) <= 12 + 2 * AHEAD
    played = stopped.value.played
    assert 0 < len(played) <= 10 * Counting.at_once
    assert list(played.lengths) == list(range(len(played)))  # all that is told was played, without a gap


@pytest.mark.parametrize("name", ["crazy-eights", "hearts"])
def test_machine_code_plays_the_same_games(name: str) -> None:
    pytest.importorskip("llvmlite")
    game = load(name)
    state = game.start(seed=3)
    for position in (None, state.apply(state.question.legal[0])):
        native, python = (
            game.playouts(70, seed=2, from_state=position, states=True, native=native) for native in (True, False)
        )
        assert native.states == python.states
        for part in ("seeds", "lengths", "endings", "winners", "fired"):
            assert getattr(native, part).tolist() == getattr(python, part).tolist(), part
        assert {n: v.tolist() for n, v in native.values.items()} == {n: v.tolist() for n, v in python.values.items()}
        assert str(native) == str(python)
