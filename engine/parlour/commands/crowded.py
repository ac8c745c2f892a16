"""What to say where a table can't be dealt: why, and which options would make room."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice

from parlour.arguments import Mix, UsageError
from parlour.compiler import compile_ruleset
from parlour.diagnostics import listing
from parlour.game import Game, TableError
from parlour.library import Library
from parlour.program import Program
from parlour.room import making_room

MOST = 3  # suggestions


def refused(error: TableError, game: Game, subject: str, mix: Mix, players: int | None) -> UsageError:
    if players not in game.program.players or players in game.players:
        return UsageError(str(error))
    library = Library.standard()

    def compile_with(options: Mapping[str, str]) -> Program | None:
        return compile_ruleset(subject, mix.with_, mix.without, {**mix.options, **options}, library).program

    found = islice(making_room(game.composition, players, compile_with), MOST)
    options = [f"--set {name}={value}" for name, value in found]
    return UsageError(str(error), f"with {listing(options)} there is room for {players}" if options else None)
