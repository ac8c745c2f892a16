"""Many games of bots, for the statistics of `playouts`. Bots think for a number of games, not for a time, so that the
same seed plays the same games. Worker processes play several at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

from parlour.base.parallel import Workers, workers
from parlour.bots import Bot, Seat, chance_for
from parlour.bots.thinker import Thinker
from parlour.playouts.player import Choose, Choosing, GameChunk, Task, game_seed
from parlour.playouts.policy import Policy, by_policy
from parlour.playouts.python import PythonPlayer
from parlour.playouts.rollouts import Rollouts
from parlour.program import Program
from parlour.states.moves import Move
from parlour.states.state import State, Table
from parlour.table.cells import Cells
from parlour.table.chance import seed_state
from parlour.table.layout import RANDOM
from parlour.views import Witness, view

Bots = Sequence[Bot | None]  # of each seat; None follows the policy of the task


class Thinking(Protocol):
    """A game whose bots can think."""

    @property
    def program(self) -> Program: ...

    def table(self, players: int | None = None) -> Table: ...

    def rollouts(self, players: int | None = None, *, native: bool | None = None) -> Rollouts: ...


class BotGame:
    """One game, whose seats are bots. It makes each move itself as well, so that they see what happens."""

    def __init__(self, table: Table, bots: Bots, task: Task, number: int, by_policy: Choose) -> None:
        self.seed = game_seed(task.seed, number)
        self.bots = bots
        self.by_policy = by_policy
        self.moves = 0
        if task.begin is None:
            self.state, events = table.start_recorded(self.seed)
        else:
            cells = list(task.begin)
            cells[RANDOM] = seed_state(self.seed)
            self.state, events = State(table, cells), ()
        seats = [seat for seat, bot in enumerate(bots, 1) if bot is not None]
        self.witnesses = {seat: Witness.at(table, seat).saw(events, self.state) for seat in seats}

    def choose(self, s: Cells, moves: Sequence[int]) -> int:
        """Return the move in the present state, and make it."""
        seat = self.state.asked[0]
        bot = self.bots[seat - 1]
        number = self.by_policy(s, moves) if bot is None else self._chosen(bot, seat)
        table = self.state.table
        cells, events = table.machine.apply_recorded(list(self.state.cells), number)
        self.state, self.moves = State(table, cells), self.moves + 1
        self.witnesses = {seat: witness.saw(events, self.state) for seat, witness in self.witnesses.items()}
        return number

    def _chosen(self, bot: Bot, seat: int) -> int:
        move = self.state.read(bot.choose(self.seat(seat), chance_for(self.seed, seat, self.moves)))
        assert isinstance(move, Move), "a bot chooses one of the legal moves"
        return move.number

    def seat(self, seat: int) -> Seat:
        """Return what a seat may know."""
        return Seat(view(self.state, seat), self.witnesses[seat].near_worlds)


def by_bots(table: Table, bots: Bots) -> Choosing:
    """Choose as bots do."""
    policy = by_policy(Policy(table.machine.functions))
    return lambda task, number: BotGame(table, bots, task, number, policy(task, number)).choose


def by_levels(game: Thinking, levels: Sequence[int], native: bool | None) -> Choosing:
    """Choose as bots of these levels do, one for each seat."""
    rollouts = game.rollouts(len(levels), native=native)
    bots = {level: Thinker(rollouts, level, clock=False) for level in {*levels} - {0}}
    return by_bots(game.table(len(levels)), [bots.get(level) for level in levels])


Piece = tuple[Task, int, int]  # the first game and the number of games


class BotPlayer:
    """Plays games in worker processes; each thread of `play_out` waits for one of them."""

    parallel = True

    def __init__(self, those: Workers[Piece, GameChunk]) -> None:
        self._workers = those

    def play(self, task: Task, first: int, games: int) -> GameChunk:
        return self._workers.submit((task, first, games)).result()


@dataclass(frozen=True)
class _Games:
    """The games of these bots."""

    game: Thinking
    levels: Sequence[int]
    native: bool | None

    @cached_property
    def _player(self) -> PythonPlayer:
        choosing = by_levels(self.game, self.levels, self.native)
        return PythonPlayer(self.game.program, len(self.levels), choosing=choosing)

    def play(self, piece: Piece) -> GameChunk:
        return self._player.play(*piece)


@contextmanager
def bot_player(game: Thinking, levels: Sequence[int], native: bool | None, jobs: int) -> Iterator[BotPlayer]:
    """Make a player whose processes end with the block."""
    game.rollouts(len(levels), native=native)  # forked processes then have its code
    with workers(_Games(game, levels, native).play, jobs) as those:
        yield BotPlayer(those)
