"""`GameBatch`: games that are played at once, a step of all in each call, by native code or one by one in Python."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from parlour.arrays.observations import EVERYTHING, OBSERVE, Observations, batch_code
from parlour.native.cell_memory import CellMemory
from parlour.native.game_loops import BEGIN, LOOK, SEE, START, STEP
from parlour.native.module import BatchCode, width_of
from parlour.playouts.player import PlayoutError, game_seed
from parlour.playouts.players import native_batch
from parlour.python.functions import TableFunctions
from parlour.states.machine import Machine
from parlour.states.outcomes import Outcome
from parlour.states.state import Table
from parlour.table.action_numbers import ActionSpace
from parlour.table.cells import Cells
from parlour.table.faults import StateError
from parlour.table.layout import OVER, QUESTION

# Where the functions of action numbers find the beginning of a move, in a list of its own.
_CELLS = {"BEGUN": 0, "SLOT": 1, "PARTS": 2, "SO_FAR": 3, "TAKEN": 4}


class PythonSteps:
    """The games of a batch, one at a time, by generated Python: all of them, or those that native code leaves."""

    def __init__(self, machine: Machine, batch: BatchCode) -> None:
        self.machine, self.batch = machine, batch
        self._functions = functions = TableFunctions(machine.premises)
        functions.code.unit.functions |= {function.name: function for function in batch.functions}
        functions.code.unit.tables |= batch.tables
        functions.names |= {"mark": self._mark, "see": self._see, "see_card": self._see_card, **_CELLS}
        self._marking: dict[int, list[Callable[..., Any]]] = {}  # of each question, what marks moves of its actions
        self._marked: set[int] = set()
        self._row: list[int] = []

    def _mark(self, s: Cells, number: int) -> None:
        self._marked.add(number)

    def _see(self, s: Cells, column: int, value: int) -> None:
        self._row[column] = value

    def _see_card(self, s: Cells, column: int) -> None:
        self._row[column] += 1

    def _function(self, name: str) -> Callable[..., Any]:
        return self._functions.made(name)

    def start(self, seed: int) -> Cells:
        s = self.machine.start(seed)
        if s[QUESTION] == OVER:
            raise PlayoutError("a game can end before its first question, so a batch can't play it")
        return s

    def act(self, s: Cells, begun: Cells, action: int) -> Outcome | None:
        """Take an action of a move, and make the move if it is complete; return the outcome of a game that is over."""
        arm = self._function("take_action")(begun, action)
        if arm:
            arms = self.batch.actions.questions[s[QUESTION]]
            packing = arms[arm - 1].packing
            taken = begun[_CELLS["TAKEN"] :][: len(packing.digits)]
            self.machine.step(s, packing.pack(taken) * len(arms) + arm - 1)
        return self.machine.outcome(s) if s[QUESTION] == OVER else None

    def possible(self, s: Cells, begun: Cells) -> list[int]:
        """Return the actions that begin a move, or continue the move that has begun."""
        moves, question = self.machine.legal(s), s[QUESTION]
        if len(moves) > self.batch.most:
            raise PlayoutError(f"a question has {len(moves):,} moves, and a batch handles {self.batch.most:,} at most")
        arms = self.batch.actions.questions[question]
        if question not in self._marking:
            self._marking[question] = [self._function(f"marked_{question}_{place}") for place in range(len(arms))]
        self._marked.clear()
        for move in moves:
            payload, place = divmod(move, len(arms))
            self._marking[question][place](begun, *arms[place].packing.unpack(payload))
        return list(self._marked)

    def seen(self, s: Cells, seat: int, everything: bool = False) -> list[int]:
        """Return what a seat sees; with `everything`, what is there."""
        self._row = [0] * self.batch.features
        self._function(EVERYTHING if everything else OBSERVE)(s, seat)
        return self._row


FOLLOWING = 1 << 32  # how far the numbers of games of different places are apart


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
        machine = table.machine
        width = width_of(machine.premises)
        self._size = machine.layout.size
        self.actions = ActionSpace(machine.layout)
        observations = Observations(machine.sight)
        self.features = observations.names
        self._code = batch_code(machine.premises, self.actions, observations)
        self.native = native_batch(machine.program, machine.players, native, self._code)
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None
        self._rows = CellMemory(width, n * self._code.row)
        cells = np.frombuffer(self._rows.buffer, dtype=np.int64).reshape(n, self._code.row, -1)
        self.cells = cells[:, : self._size, 0] if width == 64 else cells[:, : self._size]
        self.seat = np.zeros(n, dtype=np.int64)
        self.done = np.zeros(n, dtype=bool)
        self.reward = np.zeros((n, machine.players), dtype=np.float32)
        self.mask = np.zeros((n, self.actions.size), dtype=bool)
        self.observation = np.zeros((n, len(self.features)), dtype=np.int32)
        self.privileged = np.zeros_like(self.observation) if privileged else None
        self._firsts = np.arange(n) * self.actions.size
        self._numbers = np.arange(n, dtype=np.int64) * FOLLOWING
        self._left = np.zeros(n, dtype=np.int64)
        self._actions = np.full(n, BEGIN, dtype=np.int64)
        parts = min(n, threads) if self.native is not None else 0
        self._memories = [self.native.memory() for _ in range(parts)] if self.native is not None else []
        bounds = pairwise(n * k // max(parts, 1) for k in range(parts + 1))
        self._parts = [self._part(memory, *part) for memory, part in zip(self._memories, bounds, strict=True)]
        self._advance(START)

    def __len__(self) -> int:
        return len(self.seat)

    @cached_property
    def _python(self) -> PythonSteps:
        return PythonSteps(self.table.machine, self._code)

    def state(self, game: int) -> Cells:
        """Return the state of a game, as `machine` has it."""
        return self._rows.cells(self._size, range(len(self))[game] * self._code.row)

    def replace(self, game: int, s: Cells) -> None:
        """Put a state at its question in the place of a game. Then `look`."""
        if not self._put(range(len(self))[game], s, [0] * (self._code.row - self._code.begun)):
            raise StateError(f"a state of this table is a list of {self._size} integers that fit in its cells")

    def _put(self, game: int, s: Cells, begun: Cells) -> bool:
        """Store a state, and the beginning of a move; return False if the state doesn't fit."""
        at = game * self._code.row
        fits = len(s) == self._size and self._rows.put(s, at)
        return fits and self._rows.put(begun, at + self._code.begun)

    # ------------------------------------------------------------ steps

    def step(self, actions: ArrayLike) -> None:
        """Take one action in each game. Raises PlayoutError, before any game changes, if a mask doesn't have it."""
        chosen = np.asarray(actions, dtype=np.int64)
        if chosen.shape != (len(self),):
            raise PlayoutError(f"expected {len(self)} actions, one for each game, found an array of {chosen.shape}")
        inside = chosen.view(np.uint64).max() < self.actions.size
        if not inside or np.count_nonzero(self.mask.take(self._firsts + chosen)) < len(self):  # faster than `all`
            pairs = enumerate(zip(chosen.tolist(), self.mask, strict=True))
            game = next(game for game, (action, row) in pairs if not (0 <= action < len(row) and row[action]))
            raise PlayoutError(f"game {game} can't take action {chosen[game]}: its `mask` doesn't have it")
        self.done.fill(False)
        self.reward.fill(0)
        self._actions[:] = chosen
        self._advance(STEP)

    def look(self) -> None:
        """Compute the other arrays from `cells`, as after a step."""
        self._actions.fill(LOOK)
        self._advance(SEE)

    def _advance(self, what: int) -> None:
        """Do the same in each game, by native code where possible."""
        if self.native is None:
            self._left.fill(what)
        elif len(self._parts) == 1:
            self.native.advance(*self._parts[0])
        else:
            assert self._pool is not None
            for part in [self._pool.submit(self.native.advance, *part) for part in self._parts]:
                part.result()
        if np.count_nonzero(self._left):
            for game in np.flatnonzero(self._left).tolist():
                self._in_python(game, int(self._left[game]), int(self._actions[game]))

    def _part(self, memory: CellMemory, first: int, end: int) -> tuple[int | None, ...]:
        """Return the arguments of native code for some games."""
        seen = (self.seat, self.mask, self.observation, self.privileged)
        arrays = (self._numbers, *seen, self.done, self.reward, self._left)
        addresses = [None if array is None else array[first:].ctypes.data for array in arrays]
        seed = (self.seed + (1 << 63)) % (1 << 64) - (1 << 63)
        states, actions = self._rows.at(first * self._code.row), self._actions[first:].ctypes.data
        return memory.address, states, actions, end - first, seed, *addresses

    def _in_python(self, game: int, left: int, action: int) -> None:
        python, row, first = self._python, self._code.row, self._code.begun
        s, begun = self.state(game), self._rows.cells(row - first, game * row + first)
        if left == STEP:
            outcome = python.act(s, begun, action)
            if outcome is not None:
                self.done[game], left = True, START
                for seat in outcome.winners:
                    self.reward[game, seat - 1] = 1 / len(outcome.winners)
        if left == START:
            begun = [0] * len(begun)
            s = python.start(game_seed(self.seed, int(self._numbers[game])))
            self._numbers[game] += 1
        self._put(game, s, begun)
        self.mask[game] = False
        self.mask[game, python.possible(s, begun)] = True
        self.seat[game] = seat = self.table.machine.seat(s)
        self.observation[game] = python.seen(s, seat)
        if self.privileged is not None:
            self.privileged[game] = python.seen(s, seat, everything=True)
