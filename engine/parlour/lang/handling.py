"""Checks steps against the zones that they handle, and checks their counts.

A step is checked when it is lowered, if its zone is known. `check_orders` then looks for zones that functions return,
and `check_counts` for counts that procedures get as parameters. A parameter can stand for any zone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Literal

from parlour import program as ir
from parlour.base.source import Span
from parlour.documents.document import scalar_at
from parlour.lang import tree as t
from parlour.lang.linearity import Routine
from parlour.lang.symbols import Tables, written
from parlour.program import Const, Expr, Local, Program

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


def check_counts(tables: Tables, routines: Mapping[str, Routine]) -> None:
    """Report negative numbers as arguments of a procedure that uses them as a number of times."""
    counts: set[Local] = set()
    handed: list[tuple[Expr, Local, Span]] = []
    for routine in routines.values():
        for part in routine.parts():
            match part:
                case t.Loop(domain=ir.Span(Const(1), Local() as times)):
                    counts.add(times)
                case t.Plain(ir.DealTo(Local() as times)) | t.Plain(ir.DealRound(Local() as times)):
                    counts.add(times)
                case t.Invoke(name, args, span):
                    params = routines[name].params
                    handed += [(arg, Local(param), span) for arg, param in zip(args, params, strict=True)]
    known = -1
    while known != len(counts):  # a procedure can pass its number on
        known = len(counts)
        counts |= {arg for arg, param, _ in handed if param in counts and isinstance(arg, Local)}
    for arg, param, span in handed:
        if param in counts and isinstance(arg, Const) and arg.value < 0:
            less_than_nothing(tables, arg.value, span)


# ---------------------------------------------------------------- zones that functions return


def check_orders(tables: Tables, routines: Iterable[Routine], program: Program) -> None:
    """Report each unordered zone that a step might deal from or shuffle."""
    for routine in routines:
        for part in routine.parts():
            match part:
                case t.Plain(ir.DealTo(source=zone) | ir.DealRound(source=zone)):
                    _check_zones(tables, zone, part, "deal from it", program)
                case t.Plain(ir.PutRun(zone=zone)):
                    _check_zones(tables, zone, part, "move runs from it", program)
                case t.Plain(ir.Shuffle(zone=zone)):
                    _check_zones(tables, zone, part, "shuffle it", program)


def _check_zones(tables: Tables, zone: ir.Expr, step: t.Plain, act: str, program: Program) -> None:
    if isinstance(zone, ir.ZoneAt) or step.origin is None:
        return
    for number in sorted(set(_returned(zone, program))):
        known = program.zones[number]
        if not known.ordered:
            message = f"this zone can be `{known.name}`, which has no order, so you can't {act}"
            place = written(tables.composition, step.origin)
            help_ = f"test first that it is another zone, or add `ordered: true` to `{known.name}`"
            tables.error("zone", message, place, help_)


def _returned(zone: ir.Expr, program: Program) -> Iterator[int]:
    """Yield the zones that an expression can return."""
    match zone:
        case ir.ZoneAt(number):
            yield number
        case ir.If(_, then, other):
            yield from _returned(then, program)
            yield from _returned(other, program)
        case ir.Sure(value):
            yield from _returned(value, program)
        case ir.CallFunction(function):
            yield from _returned(program.functions[function].body, program)
