"""Checks steps against the zones that they handle, and checks their counts.

Only zones that are known before play are checked; a parameter can stand for any zone.
"""

from __future__ import annotations

from typing import Literal

from parlour import program as ir
from parlour.base.source import Span
from parlour.documents.document import scalar_at
from parlour.lang.symbols import Tables
from parlour.program import Const, Expr

Act = Literal["places", "bottom", "at", "deal", "run", "shuffle", "into"]

ORDERLESS: dict[Act, tuple[str, str]] = {
    "places": (
        "its cards have no places",
        "choose one of its cards, `c in {zone}`, or take a random one: `let c = random {zone}`",
    ),
    "bottom": ("it has no bottom", "remove `at bottom`"),
    "at": ("its cards have no places", "remove the place"),
    "deal": ("you can't deal from it", "take a random card, `let c = random {zone}`, and move it"),
    "run": ("no card is above another", "move single cards or a set of cards"),
    "shuffle": ("you can't shuffle it", "remove this step: `let c = random {zone}` takes a random card anyway"),
    "into": ("you can't shuffle into it", "write `move … to {zone}`"),
}
"""The reason why a zone without an order doesn't allow an act, and the advice if another file declares the zone."""


def needs_order(tables: Tables, zone: Expr, span: Span, act: Act, columns: bool = False) -> None:
    """Report a step that needs a zone with an order: only such a zone has a top, a bottom and places.

    With `columns`, the places of a zone with columns will do.
    """
    known = _zone(tables, zone)
    if known is None or known.ordered:
        return
    so, instead = ORDERLESS[act]
    if known.columns is None:
        line = f"add `ordered: true` to the zone `{known.name}`"
        help_ = line if declared_beside(known, span) else instead.format(zone=known.called)
        tables.error("zone", f"`{known.name}` has no order, so {so}", span, help=help_)
    elif not columns:
        tables.error("zone", f"`{known.name}` has columns and no order, so {so}", span)


def needs_column(tables: Tables, zone: Expr, at: Expr, span: Span) -> None:
    """Report a number that is no column of a zone. Numbers of options aren't compared: a step can depend on an option
    that gives the zone more columns."""
    known = _zone(tables, zone)
    if known is None or not isinstance(known.columns, Const) or not isinstance(at, Const):
        return
    zones = (m.value for m in tables.composition.sections["zones"] if m.name == known.name)
    written = next((scalar_at(value, "columns") for value in zones), None)
    if written is None or not written.value.strip().isdecimal() or not span.text.isdecimal():
        return
    if not 1 <= at.value <= known.columns.value:
        message = f"`{known.name}` has no column {at.value}"
        tables.error("key-range", message, span, help=f"its columns go from 1 to {known.columns.value}")


def declared_beside(zone: ir.Zone, span: Span) -> bool:
    """True if the file with the error declares the zone too, so that its author can change it."""
    return zone.origin is not None and zone.origin.path == span.source.name


def needs_turning(tables: Tables, cards: Expr, span: Span) -> None:
    """Report a step that turns cards in a zone without `turns: true`."""
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
        line = f"add `turns: true` to the zone `{known.name}`"
        help_ = line if declared_beside(known, span) else "show cards with `show … to everybody` instead"
        tables.error("zone", f"steps can't turn cards in `{known.name}` up or down", span, help=help_)
    elif known is None and not any(zone.turns for zone in tables.zone_list):
        help_ = "add `turns: true` to a zone"
        tables.error("zone", "no zone in this mix has `turns: true`", span, help=help_)


def _zone(tables: Tables, zone: Expr) -> ir.Zone | None:
    return tables.zone_list[zone.zone] if isinstance(zone, ir.ZoneAt) else None


# ---------------------------------------------------------------- how often


def needs_count(tables: Tables, count: Expr, span: Span) -> None:
    """Report a constant below 0. A computed count below 0 is allowed, and means 0."""
    if isinstance(count, Const) and count.value < 0:
        less_than_nothing(tables, count.value, span)


def less_than_nothing(tables: Tables, count: int, span: Span) -> None:
    tables.error("count", f"expected a number of at least 0, found {count}", span, help="0 means none")
