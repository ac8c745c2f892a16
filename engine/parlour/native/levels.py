"""Native code of one table that becomes better while it is used.

Without a `level`, it begins with the best cached code, or else with code that compiles quickly.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from parlour import program as p
from parlour.analysis.premises import Premises
from parlour.native.code_cache import LEVELS, CodeCache, CompiledCode, deposits
from parlour.native.module import BatchCode, Module, Use, module
from parlour.storage.cache import Cache
from parlour.table.layout import layout_of

PATIENCE = {0: 0.3, 1: 5.0}  # seconds of play at a level before code of the next one is made


class LeveledCode:
    use: Use

    def __init__(
        self, program: p.Program, players: int, level: int | None = None, cache: Cache | None = None,
        batch: BatchCode | None = None,
    ) -> None:  # fmt: skip
        self.program = program
        self.players = players
        self.batch = batch
        self._fixed = level is not None
        self._cache = CodeCache(program, players, self.use, cache, batch)
        self._lock = threading.Lock()
        self._improving: threading.Thread | None = None
        self._text: Module | None = None
        self._codes: list[CompiledCode] = []  # all that were used: another thread may still run the one before
        levels = LEVELS if level is None else (level,)
        level_, code = self._cache.best(levels) or (levels[0], self._cache.made(levels[0], self._module))
        self.shape = code.shape  # the same at all levels
        self._take(level_, code)

    def _take(self, level: int, code: CompiledCode) -> None:
        """Play by this code from now on, with no `_seconds` yet."""
        self._codes.append(code)
        self.level, self._code, self._seconds = level, code, 0.0

    @property
    def improvable(self) -> bool:
        """True if much play leads to better code."""
        return not self._fixed and self.level != LEVELS[-1]

    def _module(self) -> Module:
        """The text of the module, created only to make code."""
        if self._text is None:
            layout = layout_of(self.program, self.players)
            self._text = module(Premises(layout), self.use, deposits(), self.batch)
        return self._text

    def _timed(self, function: Callable[..., None]) -> Callable[..., None]:
        """Return a function of this code, as one whose play can lead to better code."""
        if not self.improvable:
            return function

        def timed(*args: int | None) -> None:
            began = time.perf_counter()
            function(*args)
            self._played(time.perf_counter() - began)

        return timed

    def _played(self, seconds: float) -> None:
        """Start to compile better code after enough seconds of play at this level. Play continues meanwhile, and Ctrl-C
        can stop it, although nothing can stop LLVM."""
        self._seconds += seconds  # without the lock, which takes longer: a lost second doesn't matter
        if self._fixed or self.level == LEVELS[-1] or self._seconds < PATIENCE[self.level]:
            return
        with self._lock:
            if self.improvable and self._improving is None:
                self._improving = threading.Thread(target=self._improve, name="parlour: better native code")
                self._improving.start()

    def _improve(self) -> None:
        """Compile the next level. After a failure, `_improving` stays set, so nobody tries again."""
        code = self._cache.made(self.level + 1, self._module)
        with self._lock:
            self._take(self.level + 1, code)
            self._improving = None
