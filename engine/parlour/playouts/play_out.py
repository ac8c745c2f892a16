"""Plays the games of a task, in as many threads as are useful, and collects their results."""

from __future__ import annotations

import os
import time
from array import array
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from threading import Event

from parlour.analysis.control import gathered, results_of
from parlour.playouts.played import NamedResults, Playouts, Rows, series
from parlour.playouts.player import CUT, GameChunk, Player, Task, zeros
from parlour.states.state import Table
from parlour.table.cards import members
from parlour.table.layout import Layout

MOMENT = 0.05  # seconds
MANY, FASTER = 4096, 16  # games at most, and the factor by which the number can grow at once


class Pace:
    """The pace of one task, since games of other tasks can be longer."""

    def __init__(self) -> None:
        self.games = 1

    def play(self, player: Player, task: Task, first: int, games: int) -> GameChunk:
        began = time.perf_counter()
        played = player.play(task, first, games)
        seconds = max(time.perf_counter() - began, 1e-6)
        self.games = max(1, min(MANY, FASTER * games, int(games * MOMENT / seconds)))
        return played


AHEAD = 4  # pieces of work waiting for each thread
CROWD = 8  # threads for each core; more are of no use


class PlayoutsInterrupt(KeyboardInterrupt):
    """The error after Ctrl-C; `played` has the games that ended before it."""

    def __init__(self, played: Playouts) -> None:
        self.played = played
        super().__init__()


def play_out(
    player: Player,
    table: Table,
    task: Task,
    games: int,
    threads: int | None,
    progress: Callable[[int], object] | None = None,
    first: int = 0,
) -> Playouts:
    """Play games of a task, from the `first` on. Ctrl-C ends it at once; games that are unfinished then are lost.
    `progress` is called now and then with the number of games so far."""
    layout = table.machine.layout
    width = sum(len(results_of(layout, result)) for result in gathered(layout.program))
    whole = GameChunk.of(0, width, len(layout.program.rules))
    stopped = Event()
    task = replace(task, stopped=stopped)
    try:
        for chunk in _chunks(player, task, range(first, first + games), threads, stopped):
            whole.add(chunk)
            if progress is not None:
                progress(len(whole.lengths))
    except KeyboardInterrupt:
        if not whole.lengths:
            raise
        whole.cut(width, len(layout.program.rules))
        raise PlayoutsInterrupt(_gathered(table, task, first, whole, width)) from None
    return _gathered(table, task, first, whole, width)


def _pieces(pace: Pace, games: range) -> Iterator[tuple[int, int]]:
    """The first game and the number of games of each piece of work. The division doesn't affect the results."""
    while games:
        piece, games = games[: pace.games], games[pace.games :]
        yield piece.start, len(piece)


def useful(threads: int | None) -> int:
    """Return how many threads or processes to use, by default one for each core."""
    cores = os.cpu_count() or 1
    return min(threads or cores, CROWD * cores)


def _chunks(player: Player, task: Task, games: range, threads: int | None, stopped: Event) -> Iterator[GameChunk]:
    many = useful(threads)
    pace = Pace()
    pieces = _pieces(pace, games)
    if not player.parallel:
        yield from (pace.play(player, task, first, count) for first, count in pieces)
        return
    pool = ThreadPoolExecutor(many)
    waiting: deque[Future[GameChunk]] = deque()
    try:
        for first, count in pieces:
            waiting.append(pool.submit(pace.play, player, task, first, count))
            if len(waiting) > AHEAD * many:
                yield waiting.popleft().result()
        for future in waiting:
            yield future.result()
    finally:
        stopped.set()  # stopping doesn't wait for the unfinished games
        pool.shutdown(wait=False, cancel_futures=True)


def _gathered(table: Table, task: Task, first: int, whole: GameChunk, width: int) -> Playouts:
    layout, games = table.machine.layout, len(whole.lengths)
    program = layout.program
    winners = zeros(games)
    values: NamedResults[memoryview[int] | Rows] = NamedResults("result")
    column = 0
    for result in gathered(program):
        own = range(column, column := column + len(results_of(layout, result)))
        if result.name == "winners":
            winners = whole.values[own[0] :: width]
            if result.type.kind == "sides":
                seats = {sides: _seats(layout, sides) for sides in set(winners)}
                winners = array("q", map(seats.__getitem__, winners))
            continue
        numbers = zeros(games * len(own))
        for place, at in enumerate(own):
            numbers[place :: len(own)] = whole.values[at::width]
        if result.type.kind in ("player", "side"):
            numbers = _counted_from_one(numbers, whole.endings, len(own))
        values[result.name] = series(numbers) if result.per is None else Rows(numbers, len(own))
    cut = len(program.endings)
    endings = whole.endings
    if CUT in endings:
        endings = array("q", (cut if ending == CUT else ending for ending in endings))
    return Playouts(
        table=table,
        seed=task.seed,
        policy="ruleset" if task.policy else "random",
        levels=task.levels,
        begin=task.begin,
        most=task.most,
        lengths=series(whole.lengths),
        endings=series(endings),
        winners=series(winners),
        values=values,
        fired=Rows(whole.fired, len(program.rules)),
        cells=tuple(map(tuple, whole.states)) if task.states else None,
        first=first,
    )


def _seats(layout: Layout, sides: int) -> int:
    """The seats of a set of sides."""
    return sum(layout.side_members[side] for side in members(sides))


def _counted_from_one(values: array[int], endings: array[int], keys: int) -> array[int]:
    """Number players and sides from 1; 0 means nobody, or that the game was cut off."""
    if CUT not in endings:
        return array("q", map((1).__add__, values))
    return array("q", (0 if endings[at // keys] == CUT else v + 1 for at, v in enumerate(values)))
