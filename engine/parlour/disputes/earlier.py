"""Lays a position out one move earlier if its question comes only after a move that brings a described card."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace

from parlour.disputes.described_tables import attempt
from parlour.disputes.interpreted import Interpreted
from parlour.disputes.plain import Plan
from parlour.disputes.readings import answers
from parlour.table.layout import Layout
from parlour.table.texts import zone_name


def one_move_earlier(mix: Interpreted, players: int, planned: Plan, move: str) -> Plan:
    """Return the plan for a position from which the described one comes up at the question that the move answers.

    For example, players can slap a pile only after somebody has turned over its top card. The player to move has this
    card first. The plan stays the same if the question comes up in it, or if no such position exists.
    """
    layout = mix.table(players).machine.layout
    table = {zone_name(layout, i.number) for i in layout.instances if _is_open(layout, i.zone)}
    given = planned.ways(layout.pack)[0].given
    described = {zone: given[zone] for zone, cards in planned.zones if zone in table and cards}
    if not described or _comes_up(mix, players, planned, move, described) is not False:
        return planned
    for zone in described:
        for candidate in _earlier(planned, layout, zone):
            if _comes_up(mix, players, candidate, move, described):
                return candidate
    return planned


def _is_open(layout: Layout, number: int) -> bool:
    zone = layout.program.zones[number]
    return zone.owner is None and zone.public


def _comes_up(mix: Interpreted, players: int, candidate: Plan, move: str, described: Mapping[str, str]) -> bool | None:
    """Return whether the described zones have their cards at the question; None if no question has such a move."""
    layout = mix.table(players).machine.layout
    found = attempt(mix, players, candidate, move)
    if found is None:
        return False
    reading = found[1]
    if not answers(reading.why):
        return None
    cells = list(reading.state.cells)
    return all(
        Counter(described[name].split()) == Counter(map(layout.pack.name, layout.contents(cells, i)))
        for i in layout.instances
        if (name := zone_name(layout, i.number)) in described
    )


def _earlier(planned: Plan, layout: Layout, zone: str) -> Iterator[Plan]:
    """Yield plans in which the player to move has the last card of a zone, on top of their own zone."""
    seat = planned.given["to move"].split()[0]
    parts = dict(planned.zones)
    *others, last = parts[zone]
    for i in layout.instances:
        own = zone_name(layout, i.number)
        if layout.program.zones[i.zone].owner == "player" and i.owner + 1 == int(seat):
            zones = {**parts, zone: tuple(others), own: (*parts.get(own, ()), last)}
            note = f"this question comes only after a move, so seat {seat} first has {last.text} in `{own}`"
            yield replace(planned, zones=tuple(zones.items()), notes=(*planned.notes, note), top=None, is_earlier=True)
