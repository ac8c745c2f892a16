"""Native code that takes an action in each game of a batch."""

from __future__ import annotations

from parlour.native.cell_memory import CellMemory
from parlour.native.code_cache import CompiledCode
from parlour.native.levels import LeveledCode
from parlour.native.module import Use


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
