"""Native code saved between runs, in the signed cache of generated source."""

from __future__ import annotations

import marshal
from collections.abc import Callable
from dataclasses import astuple, dataclass

from parlour import program as p
from parlour.native.compiling import CompiledModule, target
from parlour.native.module import BatchCode, Module, Shape, Use
from parlour.python.code_cache import name_of
from parlour.storage.cache import Cache, user_cache

# The modules that decide what native code is.
PARTS = ("analysis", "lowering", "native", "playouts", "program", "routines", "table", "tablecode")


@dataclass(frozen=True)
class CompiledCode:
    shape: Shape
    compiled: CompiledModule


class CodeCache:
    """The native code of one Program for a table and a use, at all levels."""

    def __init__(
        self, program: p.Program, players: int, use: Use, cache: Cache | None = None, batch: BatchCode | None = None
    ) -> None:
        self.cache = cache or user_cache("code")
        added = None if batch is None else (batch.functions, batch.tables)
        self._name = name_of(PARTS, target(), program.digest, program, players, use, added)

    def best(self, levels: tuple[int, ...]) -> tuple[int, CompiledCode] | None:
        """The best level that is saved already."""
        for level in sorted(levels, reverse=True):
            data = None if self._name is None else self.cache.read(f"{self._name}-{level}")
            if data is not None:
                shape, code = marshal.loads(data)
                return level, CompiledCode(Shape(*shape), CompiledModule("", level, code))
        return None

    def made(self, level: int, module: Callable[[], Module]) -> CompiledCode:
        """Compile the code and save it."""
        source = module()
        compiled = CompiledModule(source.text, level)
        if self._name is not None and compiled.code is not None:
            entry = marshal.dumps((astuple(source.shape), compiled.code))
            self.cache.write(f"{self._name}-{level}", lambda: entry)
        return CompiledCode(source.shape, compiled)
