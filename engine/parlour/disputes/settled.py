"""Finds the suits that are the same in every new game of a mix, so that players needn't mention them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from parlour.examples.layable import ExampleGame
from parlour.program import NONE
from parlour.table.faults import RulesetFault
from parlour.table.texts import written

GAMES = 6  # new games that are compared


def settled_suits(game: ExampleGame, players: int) -> Mapping[str, str]:
    """Return the suits that are the same in all new games: `trump: T` where trumps are a suit of their own."""
    numbers = [n for n, v in enumerate(game.program.variables) if v.type.kind == "suit" and not v.keys]
    return dict(_settled(game, players, numbers)) if numbers else {}


def _settled(game: ExampleGame, players: int, numbers: list[int]) -> Iterator[tuple[str, str]]:
    table = game.table(players)
    layout = table.machine.layout
    try:
        games = [table.start(seed).cells for seed in range(1, GAMES + 1)]
    except RulesetFault:
        return
    for number in numbers:
        values = {cells[layout.variables[number].at] for cells in games}
        variable = layout.program.variables[number]
        if len(values) == 1 and NONE not in values:
            yield variable.name, written(layout, variable.type, values.pop())
