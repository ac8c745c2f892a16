"""What can be done with the cards of which zone, and how often: what can't mean anything is refused before play.

Only what is known before play is judged: a zone that comes in a parameter is anybody's.
"""

from __future__ import annotations

from parlour import program as ir
from parlour.lang.symbols import Tables
from parlour.program import Const, Expr
from parlour.source import Span


def needs_order(tables: Tables, zone: Expr, span: Span, so: str, columns: bool = False) -> None:
    """Only a zone with an order has a top, a bottom and places; `columns` are places too. `so` says what can't be."""
    known = _zone(tables, zone)
    if known is None or known.ordered:
        return
    if known.columns is None:
        help_ = f"give the zone `{known.name}` the line `ordered: true`"
        tables.error("zone", f"`{known.name}` has no order, so {so}", span, help=help_)
    elif not columns:
        tables.error("zone", f"`{known.name}` has columns and no order, so {so}", span)


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
        help_ = f"give the zone `{known.name}` the line `turns: true`"
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
