"""What can be done with the cards of which zone, and how often: what can't mean anything is refused before play.

Only what is known before play is judged: a zone that comes in a parameter is anybody's.
"""

from __future__ import annotations

from typing import Literal

from parlour import program as ir
from parlour.base.source import Span
from parlour.lang.symbols import Tables
from parlour.program import Const, Expr

Act = Literal["places", "bottom", "at", "deal", "shuffle", "into"]

ORDERLESS: dict[Act, tuple[str, str]] = {
    "places": (
        "there are no places in it",
        "choose one of its cards, `c in {zone}`, or let chance take one: `let c = random {zone}`",
    ),
    "bottom": ("it has no bottom", "leave `at bottom` out: the cards of `{zone}` have no places"),
    "at": ("there are no places in it", "leave the place out: the cards of `{zone}` have none"),
    "deal": ("one can't deal from it", "move a card of it: `let c = random {zone}` lets chance take one"),
    "shuffle": ("one can't shuffle it", "leave it out: `let c = random {zone}` takes any of its cards as it is"),
    "into": ("one can't shuffle into it", "write `move … to {zone}`"),
}
"""Why something can't be done with a zone without an order, and what can be where the zone is somebody else's."""


def needs_order(tables: Tables, zone: Expr, span: Span, act: Act, columns: bool = False) -> None:
    """Only a zone with an order has a top, a bottom and places; `columns` are places too."""
    known = _zone(tables, zone)
    if known is None or known.ordered:
        return
    so, instead = ORDERLESS[act]
    if known.columns is None:
        line = f"give the zone `{known.name}` the line `ordered: true`"
        called = known.name if known.per == "table" else f"{known.name}(p)"
        help_ = line if declared_beside(known, span) else instead.format(zone=called)
        tables.error("zone", f"`{known.name}` has no order, so {so}", span, help=help_)
    elif not columns:
        tables.error("zone", f"`{known.name}` has columns and no order, so {so}", span)


def declared_beside(zone: ir.Zone, span: Span) -> bool:
    """Does the zone stand in the very file of what is said about it, whose author can change it?"""
    return zone.origin is not None and zone.origin.path == span.source.name


def needs_turning(tables: Tables, cards: Expr, span: Span) -> None:
    """Cards are turned in some zones only; elsewhere all of them lie as the zone says."""
    match cards:
        case ir.Single(value) | ir.Sure(value):
            needs_turning(tables, value, span)
            return
        case ir.ZoneCards(zone) | ir.ZoneEnd(zone) | ir.ZonePlace(zone):
            known = _zone(tables, zone)
        case ir.ZoneAt():
            known = _zone(tables, cards)
        case _:
            known = None
    if known is not None and not known.turns:
        line = f"give the zone `{known.name}` the line `turns: true`"
        help_ = line if declared_beside(known, span) else "let people see cards with `show … to everybody`"
        tables.error("zone", f"cards are not turned in `{known.name}`", span, help=help_)
    elif known is None and not any(zone.turns for zone in tables.zone_list):
        help_ = "give a zone the line `turns: true`"
        tables.error("zone", "there is no zone in which cards are turned", span, help=help_)


def _zone(tables: Tables, zone: Expr) -> ir.Zone | None:
    return tables.zone_list[zone.zone] if isinstance(zone, ir.ZoneAt) else None


# ---------------------------------------------------------------- how often


def needs_count(tables: Tables, count: Expr, span: Span) -> None:
    """A number that is written out. One that is worked out may be less than 0: that is as good as 0."""
    if isinstance(count, Const) and count.value < 0:
        less_than_nothing(tables, count.value, span)


def less_than_nothing(tables: Tables, count: int, span: Span) -> None:
    tables.error("count", f"{count} is less than nothing", span, help="0 means nothing at all")
