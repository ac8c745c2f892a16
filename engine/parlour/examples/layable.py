"""A mix with its tables, as laying out positions and playing there need it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

from parlour import program as p
from parlour.states.state import Table


class ExampleGame(Protocol):
    @property
    def program(self) -> p.Program: ...

    def table(self, players: int | None = None) -> Table: ...


@dataclass
class Interpreted:
    """A mix whose tables are quick to set up, for a few moves."""

    program: p.Program
    _tables: dict[int | None, Table] = field(default_factory=dict, repr=False, compare=False, kw_only=True)

    def table(self, players: int | None = None) -> Table:
        if players not in self._tables:
            self._tables[players] = Table.of(self.program, players or self.program.players[0], as_written=True)
        return self._tables[players]
