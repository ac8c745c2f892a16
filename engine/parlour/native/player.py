"""Plays games by native code, one at a time in each thread, or a step of each game of a batch. Generated Python plays
the games that native code can't."""

from __future__ import annotations

import threading
from array import array
from collections.abc import Sequence

from parlour import program as p
from parlour.native.cell_memory import CellMemory
from parlour.native.code_cache import CompiledCode
from parlour.native.levels import LeveledCode
from parlour.native.module import Shape, Use
from parlour.playouts.player import GameChunk, Task
from parlour.playouts.python import PythonPlayer
from parlour.storage.cache import Cache

MASK = (1 << 64) - 1
LONGEST = (1 << 63) - 1  # more decisions than any game has
GIVEN_UP = -1  # the length of a game that generated Python must play


class _Room(threading.local):
    """The memory of one thread."""

    def __init__(self, shape: Shape) -> None:
        self.shape = shape
        self.cells = CellMemory(shape.width, shape.cells)
        self._begins = CellMemory(shape.width, shape.size)

    def begin(self, states: Sequence[Sequence[int]]) -> int:
        """Return the address of these states, one behind the other; 0 if a cell is too large."""
        size, width = self.shape.size, self.shape.width
        if len(states) == 1 and isinstance(states[0], array) and states[0].typecode == "q" and width == 64:
            return states[0].buffer_info()[0]
        if self._begins.count < len(states) * size:
            self._begins = CellMemory(width, len(states) * size)
        fit = all(self._begins.put(s, k * size) for k, s in enumerate(states))
        return self._begins.address if fit else 0


class NativePlayer(LeveledCode):
    use: Use = "playing"
    parallel = True

    def __init__(self, program: p.Program, players: int, level: int | None = None, cache: Cache | None = None) -> None:
        super().__init__(program, players, level, cache)
        self._python: PythonPlayer | None = None
        self._room = _Room(self.shape)

    def _take(self, level: int, code: CompiledCode) -> None:
        super()._take(level, code)
        self._batch = self._timed(code.compiled.function("batch", "ppnnnnnnppppp"))

    def play(self, task: Task, first: int, games: int) -> GameChunk:
        module = self.shape
        chunk = GameChunk.of(games, module.results, module.rules)
        begins = task.begins[first : first + games] if task.begins is not None else [task.begin] if task.begin else []
        begin = self._room.begin(begins) if begins else None
        if begin == 0:
            return self._in_python().play(task, first, games)
        states = CellMemory(module.width, games * module.size) if task.states else None
        self._batch(
            self._room.cells.address,
            begin,
            0 if task.begins is None else module.size * module.width // 8,
            _signed(task.seed & MASK),
            first,
            games,
            min(task.most, LONGEST),
            int(task.policy),
            chunk.lengths.buffer_info()[0],
            chunk.endings.buffer_info()[0],
            chunk.values.buffer_info()[0],
            None if states is None else states.address,
            chunk.fired.buffer_info()[0],
        )
        if states is not None:
            cells, size = states.cells(games * module.size), module.size
            chunk.states.extend(cells[k : k + size] for k in range(0, len(cells), size))
        if GIVEN_UP in chunk.lengths:
            for row, length in enumerate(chunk.lengths):
                if length == GIVEN_UP:
                    self._play_again(task, first + row, row, chunk)
        return chunk

    def _play_again(self, task: Task, number: int, row: int, chunk: GameChunk) -> None:
        """Play again a game that native code abandoned: Python finishes it or raises an error with a message."""
        one = self._in_python().play(task, number, 1)
        pairs = ((chunk.lengths, one.lengths), (chunk.endings, one.endings), (chunk.values, one.values))
        for whole, part in (*pairs, (chunk.fired, one.fired)):
            whole[row * len(part) : (row + 1) * len(part)] = part
        if task.states:
            chunk.states[row] = one.states[0]

    def _in_python(self) -> PythonPlayer:
        if self._python is None:
            self._python = PythonPlayer(self.program, self.players, self._cache.cache)
        return self._python


def _signed(seed: int) -> int:
    return seed - (1 << 64) if seed >> 63 else seed


class NativeBatch(LeveledCode):
    """`advance` takes an action in each of some games: `game_loops` has the arguments."""

    use: Use = "batching"

    def _take(self, level: int, code: CompiledCode) -> None:
        super()._take(level, code)
        self.advance = self._timed(code.compiled.function("advanced", "pppnnpppppppp"))

    def memory(self) -> CellMemory:
        """Return memory for one thread."""
        return CellMemory(self.shape.width, self.shape.cells)

    def improve(self) -> None:
        """Compile at the best level now."""
        while self.improvable:
            self._improve()
