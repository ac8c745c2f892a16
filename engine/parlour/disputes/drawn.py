"""Finds out whether a described hand already holds the card that its player draws before the move."""

from __future__ import annotations

from dataclasses import replace

from parlour.disputes.described_tables import attempt
from parlour.disputes.interpreted import Interpreted
from parlour.disputes.plain import Plan
from parlour.disputes.readings import answers, read
from parlour.disputes.spoken_zones import Zones
from parlour.game import Game
from parlour.states.state import State
from parlour.table.texts import written, zone_name


def with_drawn(game: Game, mix: Interpreted, players: int, planned: Plan, move: str) -> Plan:
    """Return the plan for a table where the player has drawn, if the described hand has as many cards as then.

    In a rummy game, for example, a player who can discard holds one card more than a player who must draw.
    """
    zone = Zones.of(game.program).hand
    hand = f"{zone.name} {planned.given['to move'].split()[0]}" if zone is not None else ""
    described = dict(planned.zones).get(hand)
    if described is None or hand in planned.guessed:
        return planned
    reached = attempt(mix, players, planned, move)
    if reached is None or not reached[1].passed:
        return planned
    before, after = reached[0], reached[1].state
    if _size(after, hand) <= len(described) or len(described) != _size_in_a_new_game(mix, players, hand, move):
        return planned
    drawn = replace(planned, given={**planned.given, **_changed(before, after)})
    direct = attempt(mix, players, drawn, move)
    if direct is None or direct[1].passed or not answers(direct[1].why):
        return planned
    return drawn


def _size_in_a_new_game(mix: Interpreted, players: int, hand: str, move: str) -> int:
    """Return how many cards the hand has in a new game when its player can first make such a move."""
    state = mix.table(players).start(1)
    mover = hand.split()[-1]
    return _size(read(state, move).state, f"{hand.removesuffix(mover)}{state.question.seat}")


def _size(state: State, zone: str) -> int:
    layout, cells = state.table.machine.layout, list(state.cells)
    return sum(len(layout.contents(cells, i)) for i in layout.instances if zone_name(layout, i.number) == zone)


def _changed(before: State, after: State) -> dict[str, str]:
    """Return the variables of the whole table that differ, as an example of a ruleset gives them."""
    layout = before.table.machine.layout
    pairs = ((v, layout.variables[n].at) for n, v in enumerate(layout.program.variables) if not v.keys)
    return {v.name: written(layout, v.type, after.cells[at]) for v, at in pairs if before.cells[at] != after.cells[at]}
