"""Moves of players who aren't on turn: gives the cards to the next player if only they can make the move, and refuses a
move that is asked about for the next player, but belongs to another one."""

from __future__ import annotations

from dataclasses import replace

from parlour.disputes.argued_cards import argued_cards
from parlour.disputes.plain import PlainTable, Plan, attempt, plan, spare
from parlour.disputes.readings import Reading
from parlour.disputes.spoken_zones import Zones
from parlour.examples.layable import Interpreted
from parlour.states.why import OtherReason, Why
from parlour.table.layout import DIRECTION


def only_next(reading: Reading, mover: int) -> Reading:
    """Return a reading of a move that only the player after `mover` shall make."""
    asked, layout = reading.state.question.seat, reading.state.table.machine.layout
    step = 1 if reading.state.cells[DIRECTION] == 1 else -1
    if reading.state.over or asked == (mover - 1 + step) % layout.players + 1:
        return reading
    turn = OtherReason("not-a-choice", f"it's seat {asked}'s turn", None)
    return replace(reading, why=Why("impossible", reading.why.text, (), (turn,), False))


def out_of_turn(mix: Interpreted, players: int, table: PlainTable, planned: Plan, move: str) -> Plan:
    """Return the plan for a table where the next player can make the move at once, out of turn.

    The plan stays the same if somebody described the hands, or if there is no such table.
    """
    pack = mix.table(players).machine.layout.pack
    argued = argued_cards(mix.program, pack, move).hand
    is_said = table.hand is not None or table.next_hand is not None or "to move" in table.given
    if is_said or not argued or Zones.of(mix.program).hand is None:
        return planned
    reached = attempt(mix, players, planned, move)
    if reached is None:
        return planned
    early = any(other.kind == "not-asked" for other in reached[1].why.others)
    if not early and not reached[1].passed:
        return planned
    own, next_hand = (" ".join(card.text for card in cards) for cards in (spare(argued, pack), argued))
    try:
        other = plan(replace(table, hand=own, next_hand=next_hand), mix, players, move, ())
    except ValueError:  # a zone that somebody described
        return planned
    reached = attempt(mix, players, other, move)
    if reached is None or reached[1].passed or reached[1].why.verdict not in ("allowed", "forbidden"):
        return planned
    said = {name for name, _ in planned.zones if name not in planned.guessed}
    return replace(other, notes=planned.notes, guessed=tuple(name for name, _ in other.zones if name not in said))
