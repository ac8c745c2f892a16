"""Playouts can use native code on several threads: the results are the same, and Ctrl-C stops them."""

import os
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from types import SimpleNamespace

import pytest

from parlour.game import load
from parlour.playouts.play_out import AHEAD, CROWD, PlayoutsInterrupt, play_out
from parlour.playouts.player import GameChunk, Task

TASK = Task(seed=1, begin=None, policy=True, most=10, states=False)


class Counting:
    """A player without play: the length of each game is its number. Ctrl-C interrupts one of them."""

    parallel = True

    def __init__(self, interrupted: int | None = None) -> None:
        self.interrupted = interrupted
        self.begun: list[int] = []
        self.pieces: list[int] = []
        self.threads: set[int] = set()

    def play(self, task: Task, first: int, games: int) -> GameChunk:
        self.begun.append(first)
        self.pieces.append(games)
        self.threads.add(threading.get_ident())
        if self.interrupted is not None and first >= self.interrupted:
            raise KeyboardInterrupt
        chunk = GameChunk.of(games, columns=4, rules=9)
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
    player = Counting(interrupted=100)
    with pytest.raises(PlayoutsInterrupt) as stopped:
        play_out(player, load("crazy-eights").table(2), TASK, 1_000_000, threads=2)
    assert len(player.begun) <= 12 + 2 * AHEAD
    played = stopped.value.played
    assert len(played) == min(first for first in player.begun if first >= 100)
    # the results include exactly the played games, without a gap
    assert list(played.lengths) == list(range(len(played)))


class Stopping(Counting):
    """Ctrl-C comes while the player adds the second piece to the first."""

    def play(self, task: Task, first: int, games: int) -> GameChunk:
        chunk = super().play(task, first, games)
        return replace(chunk, fired=Stop()) if first else chunk  # type: ignore[arg-type]  # only gone through


class Stop:
    def __iter__(self) -> Iterator[int]:
        yield 0
        raise KeyboardInterrupt


def test_an_interrupt_while_games_are_added_leaves_whole_games() -> None:
    with pytest.raises(PlayoutsInterrupt) as stopped:
        play_out(Stopping(), load("crazy-eights").table(2), TASK, 1000, threads=1)
    played = stopped.value.played
    assert list(played.lengths) == [0]
    assert played.fired.shape == (1, 9)


def test_as_many_games_are_played_in_one_go_as_take_a_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C waits for the games of one call. Earlier games don't predict their time, because those might be
    shorter."""
    now = 0.0

    class Timed(Counting):
        """A decision takes a millisecond of a clock that nothing else moves."""

        def play(self, task: Task, first: int, games: int) -> GameChunk:
            nonlocal now
            now += games * task.most / 1000
            return super().play(task, first, games)

    monkeypatch.setattr("parlour.playouts.play_out.time", SimpleNamespace(perf_counter=lambda: now))
    player, table = Timed(), load("crazy-eights").table(2)
    play_out(player, table, replace(TASK, most=0), 5000, threads=1)
    assert max(player.pieces) > 100
    player.pieces.clear()
    play_out(player, table, replace(TASK, most=20), 12, threads=1)
    assert max(player.pieces) == 2  # of 20 ms each


class Slow(Counting):
    def play(self, task: Task, first: int, games: int) -> GameChunk:
        time.sleep(games * task.most / 1000)
        return super().play(task, first, games)


def test_no_more_threads_are_begun_than_are_of_use() -> None:
    player = Slow()
    play_out(player, load("crazy-eights").table(2), replace(TASK, most=100), 10 * CROWD * (os.cpu_count() or 1), 10**6)
    assert 1 < len(player.threads) <= CROWD * (os.cpu_count() or 1)
