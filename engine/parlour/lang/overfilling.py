"""Warns about a move of more cards than a zone can take, and about a place that a zone might not have.

Both stop the game. `presence` asks at each such step, with what is known there: the facts say how many cards there are
at least.
"""

from __future__ import annotations

from parlour import program as ir
from parlour.lang.knowledge import Known
from parlour.lang.reasoning import Reasoning
from parlour.lang.symbols import Tables, written
from parlour.program import Const


def depends_on_room(tables: Tables, node: object) -> bool:
    """True if a step can move too many cards, or cards to a place that isn't there."""
    if not isinstance(node, ir.Put) or not isinstance(node.to, ir.ZoneAt):
        return False
    zone = tables.zone_list[node.to.zone]
    return zone.room is not None or zone.columns is not None or (zone.ordered and isinstance(node.place, Const))


def check_put(tables: Tables, logic: Reasoning, put: ir.Put, known: Known) -> None:
    if not depends_on_room(tables, put):
        return
    assert isinstance(put.to, ir.ZoneAt), "other targets aren't known"
    zone = tables.zone_list[put.to.zone]
    limit = zone.room if zone.columns is None else zone.columns
    room = None if limit is None else logic.dealing.most(limit)
    cards = 1 if put.kind == "card" else logic.least(known, put.what)
    if room is not None and cards > room:
        message = f"this moves at least {cards} cards to `{zone.name}`, which has room for {room}"
        _warn(tables, "too-many-cards", put, message, "move fewer cards, or give the zone more room")
    if not zone.ordered or not isinstance(put.place, Const) or put.place.value <= 0:
        return
    own = logic.zone_of(put.to) in logic.sources(known, put.what)  # the cards leave before the place is counted
    if own and put.kind != "card":
        return
    needed = put.place.value + own
    if logic.least(known, put.to) < needed:
        message = f"`{zone.name}` might have fewer than {needed} cards, so it might have no place {put.place.value}"
        test = f"`{zone.name}.size >= {needed}`" if not zone.keys else f"that its size is at least {needed}"
        _warn(tables, "key-range", put, message, f"test {test} first")


def _warn(tables: Tables, code: str, put: ir.Put, message: str, help_: str) -> None:
    span = written(tables.composition, put.origin)
    if not any((known.code, known.span) == (code, span) for known in tables.problems):
        tables.warn(code, message, span, help_)
