"""`GameBatch`: games that are played at once, a step of all in each call."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from itertools import pairwise

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parlour.arrays.batch_code import batch_code
from parlour.arrays.observations import Observations
from parlour.arrays.python_steps import PythonSteps
from parlour.native.cell_memory import CellMemory
from parlour.native.game_loops import BEGIN, LOOK, SEE, START, STEP
from parlour.native.module import width_of
from parlour.native.names import UntranslatableError
from parlour.playouts.player import PlayoutError, game_seed
from parlour.playouts.players import native_batch
from parlour.states.state import Table
from parlour.table.action_numbers import ActionSpace
from parlour.table.cells import Cells
from parlour.table.faults import StateError

FOLLOWING = 1 << 32  # how far the numbers of games of different places are apart

Numbers = NDArray[np.int64]


class GameBatch:
    """`n` games, each at a question. `step` takes an action in each; a game that ends makes room for a new one.

    The arrays stay the same objects. `seat` is the asked seat, from 0. `mask` has the actions that it can take, and
    `observation` what it sees; `features` names the columns. `done` and `reward` are about games that the last step
    ended: winners share 1. `cells` are the states: with more than 62 cards, each cell is several numbers of 64 bits.
    `privileged` is `observation` without anything hidden, if requested.
    """

    def __init__(self, table: Table, n: int, seed: int, threads: int, privileged: bool, native: bool | None) -> None:
        for name, value in (("n", n), ("threads", threads)):
            if value < 1:
                raise PlayoutError(f"`{name}` must be at least 1, found {value}")
        self.table = table
        self.seed = seed
        self._signed_seed = (seed + (1 << 63)) % (1 << 64) - (1 << 63)
        machine = table.machine
        try:
            width = width_of(machine.execution.premises)
        except UntranslatableError as reason:
            raise PlayoutError(f"a batch doesn't support {reason}") from None
        self._size = machine.layout.size
        self.actions = ActionSpace(machine.layout)
        observations = Observations(machine.sight)
        self.features = observations.names
        self._code = batch_code(self.actions, observations)
        self._native = native_batch(machine.program, machine.players, native, self._code)
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None
        bounds = [n * k // threads for k in range(threads + 1)]
        self._parts = [(a, b) for a, b in pairwise(bounds) if b > a]
        self._states = CellMemory(width, n * self._size)
        self._beginnings = CellMemory(width, n * self._code.beginning)
        cells = np.frombuffer(self._states.buffer, dtype=np.int64)
        self.cells = cells.reshape(n, -1) if width == 64 else cells.reshape(n, self._size, -1)
        self.seat = np.zeros(n, dtype=np.int64)
        self.done = np.zeros(n, dtype=bool)
        self.reward = np.zeros((n, machine.players), dtype=np.float32)
        self.mask = np.zeros((n, self.actions.size), dtype=bool)
        self.observation = np.zeros((n, len(self.features)), dtype=np.int32)
        self.privileged = np.zeros_like(self.observation) if privileged else None
        self._every = np.arange(n)
        self._numbers = np.arange(n, dtype=np.int64) * FOLLOWING
        self._left = np.zeros(n, dtype=np.int64)
        self._advance(np.full(n, BEGIN))

    def __len__(self) -> int:
        return len(self.seat)

    @cached_property
    def _python(self) -> PythonSteps:
        return PythonSteps(self.table.machine, self._code)

    def state(self, game: int) -> Cells:
        """Return the state of a game, as `machine` has it."""
        return self._states.cells(self._size, range(len(self))[game] * self._size)

    def replace(self, game: int, s: Cells) -> None:
        """Put a state in the place of a game. Then `look`."""
        if len(s) != self._size or not self._states.put(s, range(len(self))[game] * self._size):
            raise StateError(f"a state of this table is a list of {self._size} integers that fit in its cells")

    # ------------------------------------------------------------ steps

    def step(self, actions: ArrayLike) -> None:
        """Take one action in each game. Raises PlayoutError, before any game changes, if a mask doesn't have it."""
        chosen = np.asarray(actions, dtype=np.int64)
        if chosen.shape != (len(self),):
            raise PlayoutError(f"expected {len(self)} actions, one for each game, found an array of {chosen.shape}")
        inside = (chosen >= 0) & (chosen < self.actions.size)
        fine = inside & self.mask[self._every, np.where(inside, chosen, 0)]
        if not fine.all():
            game = int(np.flatnonzero(~fine)[0])
            raise PlayoutError(f"game {game} can't take action {chosen[game]}: its `mask` doesn't have it")
        self.done[:] = False
        self.reward[:] = 0
        self._advance(chosen)

    def look(self) -> None:
        """Compute the other arrays from `cells`, as after a step."""
        self._advance(np.full(len(self), LOOK))

    def _advance(self, actions: Numbers) -> None:
        """Do this in each game, by native code where possible."""
        actions = np.ascontiguousarray(actions)
        if self._native is None:
            self._left[:] = np.where(actions == BEGIN, START, np.where(actions == LOOK, SEE, STEP))
        elif self._pool is None:
            self._natively(actions, 0, len(self))
        else:
            for part in [self._pool.submit(self._natively, actions, *part) for part in self._parts]:
                part.result()
        if self._left.any():
            for game in np.flatnonzero(self._left).tolist():
                self._in_python(game, int(self._left[game]), int(actions[game]))

    def _natively(self, actions: Numbers, first: int, end: int) -> None:
        assert self._native is not None
        states, begun = self._states.at(first * self._size), self._beginnings.at(first * self._code.beginning)
        seen = (self.seat, self.mask, self.observation, self.privileged)
        arrays = (self._numbers, *seen, self.done, self.reward, self._left)
        addresses = [None if array is None else array[first:].ctypes.data for array in arrays]
        self._native.advance(states, begun, actions[first:].ctypes.data, end - first, self._signed_seed, *addresses)

    def _in_python(self, game: int, left: int, action: int) -> None:
        python, length = self._python, self._code.beginning
        s, begun = self.state(game), self._beginnings.cells(length, game * length)
        if left == STEP:
            outcome = python.act(s, begun, action)
            if outcome is not None:
                self.done[game], left = True, START
                for seat in outcome.winners:
                    self.reward[game, seat - 1] = 1 / len(outcome.winners)
        if left == START:
            begun = [0] * length
            s = python.start(game_seed(self.seed, int(self._numbers[game])))
            self._numbers[game] += 1
        self.replace(game, s)
        self._beginnings.put(begun, game * length)
        self.mask[game] = False
        self.mask[game, python.possible(s, begun)] = True
        self.seat[game] = seat = self.table.machine.seat(s)
        self.observation[game] = python.seen(s, seat)
        if self.privileged is not None:
            self.privileged[game] = python.seen(s, seat, everything=True)
