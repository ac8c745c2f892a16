"""What differs between two tables before anybody plays: who can play, the pack, zones, and who sees what."""

from __future__ import annotations

from parlour import program as p
from parlour.examples.mixing import ExampleMix
from parlour.game import Game, TableError
from parlour.mutation.sameness import same_table
from parlour.mutation.suggestions import Difference, example, of_mix
from parlour.mutation.writing import quoted


def tables(mix: ExampleMix, before: Game, after: Game) -> Difference | None:
    """The difference between the tables of a mix, or None if their states can be compared."""
    return _players(mix, before, after) or _declared(before.program, after.program)


def _players(mix: ExampleMix, before: Game, after: Game) -> Difference | None:
    for players in sorted({*before.players} ^ {*after.players}):
        lines = [*of_mix(mix), f"players: {players}"]
        if players in before.players:
            note = f"{players} players can't play any more"
            return Difference(0, note, example([*lines, "then: {over: false}"]))
        try:
            before.admitted(players)
        except TableError as error:
            note = f"{players} players can play too"
            return Difference(0, note, example([*lines, f"refused: {quoted(str(error))}"]))
    return None


def _declared(before: p.Program, after: p.Program) -> Difference | None:
    if same_table(before, after):
        return None
    for one, other in zip(_seen(before), _seen(after), strict=False):
        if one[0] == other[0] and one != other:
            return Difference(0, f"`{one[0]}` can be seen by {other[1]}, not by {one[1]}", "")
    return Difference(0, "the pack, zones or variables differ", "")


def _seen(program: p.Program) -> list[tuple[str, str]]:
    """Zones and variables, with who sees them."""
    return [*((zone.name, zone.seen) for zone in program.zones), *((v.name, v.seen) for v in program.variables)]
