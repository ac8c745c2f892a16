"""The names that table code can use: tables, numbers and functions of one table of players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from parlour.native.ir import table_bits
from parlour.playouts.player import PlayoutError

NOTHING = -(1 << 40)  # represents None
EMPTY = (0,)  # in place of a table without entries: LLVM needs one


class UntranslatableError(PlayoutError):
    """The error if native code can't express some table code."""

    def __init__(self, what: str) -> None:
        super().__init__(f"native code doesn't support {what}")


@dataclass
class Names:
    """The available names of tables, numbers and functions; a call adds its function to `wanted`."""

    width: int
    tables: dict[str, Sequence[int]]
    written: Mapping[str, Sequence[int]]  # tables of the unit
    numbers: Mapping[str, int]
    registers: Mapping[int, int]  # by cell
    settled: Sequence[int]  # cells that `settle` brings up to date
    wanted: dict[str, None] = field(default_factory=dict)  # functions, in the order in which they were called first
    looked_up: dict[str, int] = field(default_factory=dict)  # tables in use, and how wide their entries are

    def want(self, function: str) -> str:
        self.wanted.setdefault(function)
        return function

    def has_table(self, name: str) -> bool:
        if name not in self.tables and name in self.written:
            self.tables[name] = self.written[name]
        return name in self.tables

    def bits(self, table: str) -> int:
        if table not in self.looked_up:
            self.looked_up[table] = table_bits(self.tables[table], self.width)
        return self.looked_up[table]
