"""Native code that takes an action in each game of a batch."""

from __future__ import annotations

import time

from parlour import program as p
from parlour.native.cell_memory import CellMemory
from parlour.native.code_cache import CompiledCode
from parlour.native.levels import LeveledCode
from parlour.native.module import BatchCode, Use
from parlour.native.names import UntranslatableError
from parlour.playouts.player import PlayoutError


class NativeBatch(LeveledCode):
    use: Use = "batching"

    def __init__(self, program: p.Program, players: int, batch: BatchCode) -> None:
        try:
            super().__init__(program, players, batch=batch)
        except UntranslatableError as reason:
            raise PlayoutError(f"native code doesn't support {reason}") from None

    def _take(self, level: int, code: CompiledCode) -> None:
        super()._take(level, code)
        self._advanced = code.compiled.function("advanced", "pppnnpppppppp")

    def memory(self) -> CellMemory:
        """Return memory for one thread."""
        return CellMemory(self.shape.width, self.shape.cells)

    def advance(self, *arguments: int | None) -> None:
        """Take an action in each of some games: `game_loops` has the arguments."""
        began = time.perf_counter()
        self._advanced(*arguments)
        if self.improvable:
            self._played(time.perf_counter() - began)

    def improve(self) -> None:
        """Compile at the best level now."""
        while self.improvable:
            self._improve()
