"""`GameBatch`: games that are played at once, a step of all in each call."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parlour.arrays.action_numbers import ActionSpace
from parlour.arrays.observations import Observations
from parlour.arrays.state_rows import StateRows
from parlour.playouts.player import PlayoutError, game_seed
from parlour.states.state import Table
from parlour.table.layout import OVER, QUESTION

MOST_MOVES = 1 << 17  # that are written as sequences of actions
FOLLOWING = 1 << 32  # how far the numbers of games of different places are apart


class GameBatch:
    """`n` games, each at a question. `step` takes an action in each; a game that ends makes room for a new one.

    The arrays stay the same objects. `seat` is the asked seat, from 0. `mask` has the actions that it can take, and
    `observation` what it sees; `features` names the columns. `done` and `reward` are about games that the last step
    ended: winners share 1. `cells` are the states. `privileged` is `observation` without anything hidden, if requested.
    """

    def __init__(self, table: Table, n: int, seed: int, threads: int, privileged: bool) -> None:
        for name, value in (("n", n), ("threads", threads)):
            if value < 1:
                raise PlayoutError(f"`{name}` must be at least 1, found {value}")
        self.table = table
        self.seed = seed
        players = table.machine.players
        self.actions = ActionSpace(table.machine.layout)
        self._observations = Observations(table.machine)
        pool = ThreadPoolExecutor(threads) if threads > 1 else None
        self._games = StateRows(table.machine, n, pool, threads)
        self.cells = self._games.cells
        self.features = self._observations.names
        self.seat = np.zeros(n, dtype=np.int64)
        self.done = np.zeros(n, dtype=bool)
        self.reward = np.zeros((n, players), dtype=np.float32)
        self.mask = np.zeros((n, self.actions.size), dtype=bool)
        self.observation = np.zeros((n, len(self.features)), dtype=np.int32)
        self.privileged = np.zeros_like(self.observation) if privileged else None
        self._numbers = [place * FOLLOWING for place in range(n)]
        self._begun: dict[int, tuple[int, ...]] = {}  # the actions of a move that isn't complete, by game
        self._sequences: dict[int, dict[tuple[int, ...], int]] = {}  # the moves of games, by their actions
        for game in range(n):
            self._begin(game)
        self.look()

    def __len__(self) -> int:
        return len(self.cells)

    def _begin(self, game: int) -> None:
        """Begin the next game of a place. Its seed doesn't depend on the number of places."""
        s = self.table.machine.start(game_seed(self.seed, self._numbers[game]))
        self._numbers[game] += 1
        if s[QUESTION] == OVER:
            raise PlayoutError("a game can end before its first question, so a batch can't play it")
        self.cells[game] = s

    # ------------------------------------------------------------ steps

    def step(self, actions: ArrayLike) -> None:
        """Take one action in each game. Raises PlayoutError, before any game changes, if a mask doesn't have it."""
        chosen = np.asarray(actions, dtype=np.int64)
        if chosen.shape != (len(self),):
            raise PlayoutError(f"expected {len(self)} actions, one for each game, found an array of {chosen.shape}")
        fine = (chosen >= 0) & (chosen < self.actions.size)
        fine[fine] = self.mask[np.flatnonzero(fine), chosen[fine]]
        if not fine.all():
            game = int(np.flatnonzero(~fine)[0])
            raise PlayoutError(f"game {game} can't take action {chosen[game]}: its `mask` doesn't have it")
        self.done[:] = False
        self.reward[:] = 0
        moved = self._moves(chosen)
        self._games.step(list(moved), list(moved.values()))
        for game in moved:
            if self.cells[game, QUESTION] == OVER:
                self._end(game)
        self.look()

    def _moves(self, chosen: NDArray[np.int64]) -> dict[int, int]:
        """Return the moves that the actions complete, by game."""
        questions, space = self.cells[:, QUESTION], self.actions
        owners = space.owners[chosen]
        flat = (chosen - space.offsets[questions, owners]) * space.counts[questions] + owners
        moved = {}
        for game, move in enumerate(flat.tolist()):
            sequences = self._sequences.get(game)
            if sequences is None:
                moved[game] = move
                continue
            begun = (*self._begun.pop(game, ()), int(chosen[game]))
            if begun in sequences:
                moved[game] = sequences[begun]
            else:
                self._begun[game] = begun
        return moved

    def _end(self, game: int) -> None:
        outcome = self.table.machine.outcome(self.cells[game].tolist())
        self.done[game] = True
        for seat in outcome.winners:
            self.reward[game, seat - 1] = 1 / len(outcome.winners)
        self._begin(game)

    # ------------------------------------------------------------ looking

    def look(self) -> None:
        """Compute the other arrays from `cells`, as after a step."""
        self.seat[:] = self._games.seats()
        self.mask[:] = False
        moves, counts = self._games.legal()
        questions, space = self.cells[:, QUESTION], self.actions
        flat = space.flat[questions] & (counts >= 0)
        places, columns = np.nonzero(flat[:, None] & (np.arange(moves.shape[1]) < counts[:, None]))
        listed, asked = moves[places, columns], questions[places]
        arms = listed % space.counts[asked]
        self.mask[places, listed // space.counts[asked] + space.offsets[asked, arms]] = True
        before, self._sequences = self._sequences, {}
        for game in np.flatnonzero(~flat).tolist():
            begun = self._begun.get(game, ())
            self._sequences[game] = before[game] if begun else self._written(game)
            for sequence in self._sequences[game]:
                if sequence[: len(begun)] == begun:
                    self.mask[game, sequence[len(begun)]] = True
        self.observation[:] = self._observations.observed(self.cells, self.seat)
        if self.privileged is not None:
            self.privileged[:] = self._observations.observed(self.cells, self.seat, everything=True)

    def _written(self, game: int) -> dict[tuple[int, ...], int]:
        """Return the moves of a game, by their actions."""
        moves = self._games.moves(game)
        if len(moves) > MOST_MOVES:
            raise PlayoutError(f"a question has {len(moves):,} moves, and a batch handles {MOST_MOVES:,} at most")
        question = int(self.cells[game, QUESTION])
        return {self.actions.sequence(question, move): move for move in moves}
