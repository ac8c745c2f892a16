"""The states of a batch as rows of one array: steps and legal moves of all of them, by native code where possible."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from itertools import pairwise
from typing import TYPE_CHECKING, cast

import numpy as np
from numpy.typing import NDArray

from parlour.native.module import width_of
from parlour.playouts.player import PlayoutError
from parlour.states.machine import Machine
from parlour.table.layout import QUESTION

if TYPE_CHECKING:  # needs llvmlite
    from parlour.native.machine import NativeMachine

ROOM = 256  # moves of a game that are listed together with those of the others

Numbers = NDArray[np.int64]


class StateRows:
    def __init__(self, machine: Machine, n: int, pool: Executor | None, parts: int) -> None:
        if width_of(machine.execution.premises) > 64:
            raise PlayoutError("a batch can't play with more than 62 cards")
        self.machine = machine
        self.cells: Numbers = np.zeros((n, machine.layout.size), dtype=np.int64)
        self._native = cast("NativeMachine", machine) if hasattr(machine, "step_all") else None
        self._pool = pool
        bounds = [n * k // parts for k in range(parts + 1)]
        self._parts = [(a, b - a) for a, b in pairwise(bounds) if b > a]
        self._moves: Numbers = np.zeros((n, ROOM), dtype=np.int64)
        self._counts: Numbers = np.zeros(n, dtype=np.int64)
        if self._native is not None:
            width = 1 + self._native.code.shape.slots
            self._answers: Numbers = np.zeros((n, width), dtype=np.int64)
            self._results: Numbers = np.zeros(n, dtype=np.int64)
            questions = range(len(machine.program.questions))
            self._in_rows = np.array([self._native.in_rows(question) for question in questions], dtype=bool)

    def seats(self) -> list[int]:
        return [self.machine.seat(s) for s in self.cells.tolist()]

    # ------------------------------------------------------------ steps

    def step(self, games: Sequence[int], moves: Sequence[int]) -> None:
        """Make moves in some games."""
        left = list(zip(games, moves, strict=True))
        if self._native is not None:
            self._answers[:] = -1  # no answer
            for game, move in left:
                answer = self._native.answer(int(self.cells[game, QUESTION]), move)
                self._answers[game, : len(answer)] = answer
            self._each(self._step)
            left = [(game, move) for game, move in left if self._results[game]]
        for game, move in left:
            s = self.cells[game].tolist()
            self.machine.execution.step(s, move)
            self.cells[game] = s

    def _step(self, first: int, count: int) -> None:
        assert self._native is not None
        states, answers, results = (a[first:].ctypes.data for a in (self.cells, self._answers, self._results))
        self._native.step_all(states, answers, count, results)

    # ------------------------------------------------------------ moves

    def legal(self) -> tuple[Numbers, Numbers]:
        """Return the moves of each game in a row, and their number; -1 if they are too many, or too large."""
        if self._native is not None:
            self._each(self._list)
            self._counts[self._in_rows[self.cells[:, QUESTION]]] = -1
            return self._moves, self._counts
        for game, s in enumerate(self.cells.tolist()):
            moves = self.machine.legal(s)
            fits = len(moves) <= ROOM and all(move >> 63 == 0 for move in moves[:ROOM])
            self._counts[game] = len(moves) if fits else -1
            if fits:
                self._moves[game, : len(moves)] = moves
        return self._moves, self._counts

    def _list(self, first: int, count: int) -> None:
        assert self._native is not None
        states, moves, counts = (a[first:].ctypes.data for a in (self.cells, self._moves, self._counts))
        self._native.list_all(states, count, moves, ROOM, counts)

    def moves(self, game: int) -> Sequence[int]:
        """Return the moves of one game, after `legal`."""
        count = int(self._counts[game])
        if count >= 0:
            return cast("list[int]", self._moves[game, :count].tolist())
        return self.machine.legal(self.cells[game].tolist())

    def _each(self, do: Callable[[int, int], None]) -> None:
        """Do this for all games, in several threads if there are some."""
        if self._pool is None:
            do(0, len(self.cells))
            return
        for done in [self._pool.submit(do, *part) for part in self._parts]:
            done.result()
