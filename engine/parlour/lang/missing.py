"""Why a value may be missing, in words: for the finding where it is needed, and for the error in play."""

from __future__ import annotations

from parlour import program as ir
from parlour.lang import syntax as s
from parlour.lang import types
from parlour.lang.needed import Needed, Use
from parlour.lang.symbols import Tables, origin
from parlour.program import Expr, Type


def needed(tables: Tables, value: Expr, type_: Type, node: s.Expr) -> Needed:
    """A value of an optional type that is used as if it were there, at this place."""
    text = " ".join(node.span.text.split())
    message = f"`{text}` has no value: {_why(tables, value, type_, 'is')}"
    finding = f"`{text}` may have no value: {_why(tables, value, type_, 'may be')}"
    document = next(
        (d for d in tables.composition.documents if d.id_span.source is node.span.source),
        tables.composition.subject,
    )
    where = origin(document, node.span)
    tables.uses[where, message] = Use(node.span, finding, _test(value, text))
    return Needed(value, where, types.none_of(type_), message)


def zone_name(tables: Tables, zone: Expr) -> str:
    """What players call the zone."""
    if isinstance(zone, ir.ZoneAt):
        declared = tables.zone_list[zone.zone]
        return f"the {declared.text or declared.name}"
    return "the zone"


def _why(tables: Tables, value: Expr, type_: Type, is_: str) -> str:
    match value:
        case ir.CardFact(_, card):
            return _why(tables, card, types.CARD, is_)
        case ir.ZoneEnd(zone) | ir.First(ir.ZoneCards(zone)):
            return f"{zone_name(tables, zone)} {is_} empty"
        case ir.ZonePlace(zone):
            return f"{zone_name(tables, zone)} {'has' if is_ == 'is' else 'may have'} no card at this place"
        case ir.First():
            return f"the set {is_} empty"
        case ir.Scan("first"):
            thing = types.in_words(types.plain(type_)).partition(" ")[2]
            return f"no {thing} {'fits' if is_ == 'is' else 'may fit'}"
        case _:
            return f"it {is_} none"


def _test(value: Expr, text: str) -> str:
    """The test that would help."""
    match value:
        case ir.CardFact() if "." in text:
            return _test(value.card, text.rpartition(".")[0])
        case ir.ZoneEnd() | ir.First() if "." in text:
            return f"test `{text.rpartition('.')[0]} has cards` first" if _of_cards(value) else _some(text)
        case ir.Scan():
            return f"give it a name and test that: `let x = {text}`, then `if x is some: …`"
        case _:
            return _some(text)


def _of_cards(value: Expr) -> bool:
    return isinstance(value, ir.ZoneEnd) or (isinstance(value, ir.First) and isinstance(value.of, ir.ZoneCards))


def _some(text: str) -> str:
    return f"test `{text} is some` first"
