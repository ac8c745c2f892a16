"""Plays games by native code, one at a time in each thread. Generated Python plays the games that native code can't."""

from __future__ import annotations

import ctypes
import threading
import time
from array import array

from parlour import program as p
from parlour.analysis.premises import Premises
from parlour.native.code_cache import CodeCache
from parlour.native.compiling import LEVELS, deposits
from parlour.native.module import Module, module
from parlour.native.names import UntranslatableError
from parlour.playouts.player import GameChunk, Player, PlayoutError, Task
from parlour.playouts.python import PythonPlayer
from parlour.storage.cache import Cache
from parlour.table.cells import Cells
from parlour.table.setup import layout_of

MASK = (1 << 64) - 1
LONGEST = (1 << 63) - 1  # more decisions than any game has
GIVEN_UP = -1  # the length of a game that generated Python must play
PATIENCE = {0: 0.3, 1: 5.0}  # seconds of play at a level before code of the next one is made


def player(program: p.Program, players: int, cache: Cache | None = None) -> Player:
    """Raises PlayoutError if something at this table can't be translated."""
    try:
        return NativePlayer(program, players, cache=cache)
    except UntranslatableError as reason:
        raise PlayoutError(f"native code doesn't support {reason}") from None


class NativePlayer:
    """Without a `level`, the player begins with the best cached code, or else with code that compiles quickly. It
    improves the code when many games are played."""

    parallel = True

    def __init__(self, program: p.Program, players: int, level: int | None = None, cache: Cache | None = None) -> None:
        self.program = program
        self.players = players
        self._fixed = level is not None
        self._cache = CodeCache(program, players, cache)
        self._lock = threading.Lock()
        self._improving: threading.Thread | None = None
        self._text: Module | None = None
        levels = LEVELS if level is None else (level,)
        self.level, self._code = self._cache.best(levels) or (levels[0], self._cache.made(levels[0], self._module))
        self._seconds = 0.0  # played at this level
        self._python: PythonPlayer | None = None

    def _module(self) -> Module:
        """The text of the module, created only to make code."""
        if self._text is None:
            layout = layout_of(self.program, self.players)
            self._text = module(Premises(layout), deposits())
        return self._text

    def _played(self, seconds: float) -> None:
        """Start to compile better code when that takes no longer than the play so far. Play continues meanwhile, and
        Ctrl-C can stop it, although nothing can stop LLVM."""
        with self._lock:
            self._seconds += seconds
            if self._fixed or self.level == LEVELS[-1] or self._improving is not None:
                return
            if self._seconds >= PATIENCE[self.level]:
                self._improving = threading.Thread(target=self._improve, name="parlour: better native code")
                self._improving.start()

    def _improve(self) -> None:
        """Compile the next level; after a failure, don't try again."""
        code = self._cache.made(self.level + 1, self._module)
        with self._lock:
            self._code, self.level, self._seconds = code, self.level + 1, 0.0
            self._improving = None

    def play(self, task: Task, first: int, games: int) -> GameChunk:
        code = self._code
        module = code.shape
        chunk = GameChunk.of(games, module.results, module.rules)
        begin = None if task.begin is None else self._packed(task.begin)
        if task.begin is not None and begin is None:
            return self._in_python().play(task, first, games)
        began = time.perf_counter()
        states = ctypes.create_string_buffer(games * module.size * module.width // 8) if task.states else None
        cells = ctypes.create_string_buffer(module.cells * module.width // 8)
        code.compiled.batch(
            ctypes.addressof(cells),
            begin,
            _signed(task.seed & MASK),
            first,
            games,
            min(task.most, LONGEST),
            int(task.policy),
            *(part.buffer_info()[0] for part in (chunk.lengths, chunk.endings, chunk.values)),
            None if states is None else ctypes.addressof(states),
            chunk.fired.buffer_info()[0],
        )
        self._played(time.perf_counter() - began)
        if states is not None:
            chunk.states.extend(self._unpacked(states.raw, games))
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

    # ------------------------------------------------------------ states as memory

    def _packed(self, s: tuple[int, ...]) -> bytes | None:
        """Return a state as consecutive cells; None if a cell is too large, such as that of a pack in a given order."""
        width = self._code.shape.width // 8
        try:
            return b"".join(v.to_bytes(width, "little", signed=True) for v in s)
        except OverflowError:
            return None

    def _unpacked(self, memory: bytes, games: int) -> list[Cells]:
        size, width = self._code.shape.size, self._code.shape.width // 8
        if width == 8:
            cells = array("q", memory).tolist()
        else:
            steps = range(0, len(memory), width)
            cells = [int.from_bytes(memory[k : k + width], "little", signed=True) for k in steps]
        return [cells[k : k + size] for k in range(0, games * size, size)]


def _signed(seed: int) -> int:
    return seed - (1 << 64) if seed >> 63 else seed
