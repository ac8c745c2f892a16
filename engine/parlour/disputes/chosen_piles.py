"""Finds the pile on which the card on top is, in games with several: the one that decides whether a move is allowed, or
the one that gets its cards."""

from __future__ import annotations

from dataclasses import replace

from parlour.disputes.described_tables import attempt
from parlour.disputes.interpreted import Interpreted
from parlour.disputes.plain import PlainTable, plan
from parlour.disputes.spoken_cards import UnclearError, of_rank
from parlour.disputes.spoken_zones import Zones
from parlour.table.events import Moved
from parlour.table.faults import RulesetFault
from parlour.table.texts import zone_name


def on_the_pile_that_decides(mix: Interpreted, players: int, table: PlainTable, move: str) -> PlainTable:
    """Return the table with its card on the first pile where another card can change the answer. If there is none, the
    card is on the pile that gets cards by the move."""
    zones, pack = Zones.of(mix.program), mix.table(players).machine.layout.pack
    if table.top is None or not zones.others or zones.pile is None:
        return table
    tops = (table.top, *reversed([rank for rank in pack.rank_names[: pack.design.ordered] if of_rank(rank, pack)]))
    for zone in (zones.pile, *zones.others):
        left = {"allowed", "forbidden"}
        for top in tops:
            left.discard(_verdict(mix, players, replace(table, top=top, pile=zone.name), move))
            if not left:
                return replace(table, pile=zone.name)
    return replace(table, pile=_receiving(mix, players, table, move))


def _receiving(mix: Interpreted, players: int, table: PlainTable, move: str) -> str | None:
    """Return the pile that gets cards by a move, where players can make it; None if there is no such pile."""
    zones = Zones.of(mix.program)
    reached = attempt(mix, players, plan(table, mix, players, move, ()), move)
    if reached is None or reached[1].why.verdict != "allowed":
        return None
    try:
        _, events = reached[1].state.apply_recorded(reached[1].why.text)
    except RulesetFault:
        return None
    piles = {zone.name for zone in (zones.pile, *zones.others) if zone is not None}
    layout = reached[1].state.table.machine.layout
    names = (zone_name(layout, event.target) for event in events if isinstance(event, Moved))
    return next((name for name in names if name in piles), None)


def _verdict(mix: Interpreted, players: int, table: PlainTable, move: str) -> str:
    try:
        reached = attempt(mix, players, plan(table, mix, players, move, ()), move)
    except UnclearError:
        return ""
    return reached[1].why.verdict if reached is not None else ""
