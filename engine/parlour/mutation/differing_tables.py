"""Differences between two tables before play: the numbers of players, the pack, zones, and who sees what."""

from __future__ import annotations

from parlour import program as p
from parlour.examples.mixing import ExampleMix
from parlour.game import Game, TableError
from parlour.mutation.mutated_mixes import MutatedMixes
from parlour.mutation.sameness import same_table
from parlour.mutation.suggestions import Difference, example, of_mix
from parlour.mutation.writing import quoted
from parlour.states.state import Table
from parlour.table.cards import members
from parlour.table.sight import watchers
from parlour.table.texts import written_keys
from parlour.views import view

SEED = 1


def tables(mix: ExampleMix, before: MutatedMixes, after: MutatedMixes) -> Difference | None:
    """The difference between the tables of a mix, or None if Parlour can compare their states."""
    here, there = before.game(mix), after.game(mix)
    return _players(of_mix(mix, after.files), here, there) or _declared(mix, before, after)


def _players(mixed: list[str], before: Game, after: Game) -> Difference | None:
    for players in sorted({*before.players} ^ {*after.players}):
        lines = [*mixed, f"players: {players}"]
        if players in before.players:
            note = f"{players} players can't play with the change"
            return Difference(0, note, example([*lines, "then: {over: false}"]))
        try:
            before.admitted(players)
        except TableError as error:
            note = f"{players} players can play with the change"
            return Difference(0, note, example([*lines, f"refused: {quoted(str(error))}"]))
    return None


def _declared(mix: ExampleMix, mixes: MutatedMixes, mutated: MutatedMixes) -> Difference | None:
    before, after = mixes.game(mix).program, mutated.game(mix).program
    if same_table(before, after):
        return None
    audiences = {v.name: v.seen for v in after.variables}
    for variable in before.variables:
        other = audiences.get(variable.name, variable.seen)
        if other != variable.seen:
            note = f"`{variable.name}` is visible to {other}, not to {variable.seen}"
            return Difference(0, note, _sight(of_mix(mix, mutated.files), mixes.table(mix, None), variable, other))
    for one, changed in zip(before.zones, after.zones, strict=False):
        if one.name == changed.name and (one.seen, one.counted) != (changed.seen, changed.counted):
            return Difference(0, f"other players can see or count `{one.name}`", "")
    return Difference(0, "the pack or the zones differ", "")


def _sight(mixed: list[str], table: Table, variable: p.Variable, other: p.Audience) -> str:
    """An example at the deal: what a seat sees of a variable that `other` can see after the change."""
    state = table.start(SEED)
    layout = state.table.machine.layout
    array = layout.variables[layout.program.variables.index(variable)]
    keys = next(layout.keys_of(array))
    name = " ".join([variable.name, *written_keys(layout, variable.keys, keys)])
    one, two = (watchers(layout, audience, variable.owner, 0) for audience in (variable.seen, other))
    seat = next(iter(members(one ^ two)), 0) + 1
    value = view(state, seat).value(name)
    sees = f"{seat} sees: {{{name}: {quoted(value or 'not seen')}}}"
    return example([*mixed, f"seed: {SEED}", f"then: {{{sees}}}"])
