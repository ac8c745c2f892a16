"""Finds the pile on which the card on top is, in games with several: the one that decides whether a move is allowed."""

from __future__ import annotations

from dataclasses import replace

from parlour.disputes.described_tables import attempt
from parlour.disputes.interpreted import Interpreted
from parlour.disputes.plain import PlainTable, plan
from parlour.disputes.spoken_cards import UnclearError, of_rank
from parlour.disputes.spoken_zones import Zones


def on_the_pile_that_decides(mix: Interpreted, players: int, table: PlainTable, move: str) -> PlainTable:
    """Return the table with its card on the first pile where another card can change the answer."""
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
    return table


def _verdict(mix: Interpreted, players: int, table: PlainTable, move: str) -> str:
    try:
        reached = attempt(mix, players, plan(table, mix, players, move, ()), move)
    except UnclearError:
        return ""
    return reached[1].why.verdict if reached is not None else ""
