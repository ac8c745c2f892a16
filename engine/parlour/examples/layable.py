"""The interface of a game that laying out a position needs."""

from __future__ import annotations

from typing import Protocol

from parlour import program as p
from parlour.states.state import Table


class ExampleGame(Protocol):
    @property
    def program(self) -> p.Program: ...

    def table(self, players: int | None = None) -> Table: ...
