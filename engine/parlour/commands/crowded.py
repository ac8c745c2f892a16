"""The error for too many players: why there aren't enough cards, and which options help."""

from __future__ import annotations

from parlour.base.diagnostics import RulesetError, listing
from parlour.checking.playable import nobody_at, ways_to_deal
from parlour.cli.arguments import Mix
from parlour.cli.usage import UsageError
from parlour.game import Game, TableError
from parlour.library.library import Library


def refused(error: TableError, game: Game, subject: str, mix: Mix, players: int | None) -> UsageError | RulesetError:
    library = Library.standard()
    nobody = nobody_at(game.composition, game.program, subject, mix, library)
    if nobody is not None:
        return RulesetError((nobody,))
    if players not in game.program.players or players in game.players:
        return UsageError(str(error))
    options = ways_to_deal(game.composition, players, subject, mix, library)
    return UsageError(str(error), f"{listing(options, quote='')} makes room for {players} players" if options else None)
