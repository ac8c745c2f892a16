"""Reads values of cards: by what the terminal sorts the cards of a zone (`sorted-by`), and how cards make melds.

Tables made before play find the melds. So the numbers of `melding` must be constants or follow from options, and a
card's count from the card alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from parlour import program as ir
from parlour.base.source import Span
from parlour.documents.composition import Member, scalars
from parlour.documents.document import Scalar, node_at
from parlour.lang import parser, types
from parlour.lang.bodies import Bodies
from parlour.lang.declarations import constant, field, heading, members, truth
from parlour.lang.lowerer import Lowerer
from parlour.lang.secrecy import NOBODY, SecrecyReader
from parlour.lang.symbols import ERROR, Scope, Tables, Typed, origin, written
from parlour.program import Const, Expr
from parlour.program.operators import FALLIBLE
from parlour.program.value_ranges import value_range
from parlour.program.walking import parts


def _scope(member: Member, card: int) -> Scope:
    """Return the scope of an expression about a card, `c`."""
    scope = Scope(member.document)
    scope.bind("c", Typed(ir.Local(card), types.CARD))
    return scope


# ---------------------------------------------------------------- `sorted-by`

SORTABLE = ("int", "rank", "suit", "colour", "bool", "enum")


def declare_sorting(e: Lowerer) -> None:
    """Give each zone with `sorted-by` the values of its cards."""
    for member in members(e.tables, "zones"):
        nodes = _sorted_by(member)
        head = heading(e.tables, member.key) if nodes else None
        if head is None:
            continue
        if truth(member, "ordered") or field(member, "columns") is not None:
            message = f"the cards of `{member.name}` have an order or places, so the terminal can't sort them"
            e.tables.error("zone", message, nodes[0].span, help="remove `sorted-by`")
            continue
        card = e.tables.new_local("c", types.CARD)
        scope = _scope(member, card)
        values = [value for node in nodes if (value := _sort_value(e, node, scope)) is not None]
        number = e.tables.zones[head.name]
        order = ir.CardOrdering(card, tuple(v.expr for v in values), tuple(v.type for v in values))
        e.tables.zone_list[number] = replace(e.tables.zone_list[number], sorted_by=order)


def check_sorting(tables: Tables, bodies: Bodies) -> None:
    """Report orders that would show the owner something hidden."""
    for member in members(tables, "zones"):
        order = tables.zone_list[tables.zones[member.name]].sorted_by if _sorted_by(member) else None
        reader = SecrecyReader(tables, bodies, ir.Local(NOBODY))
        hidden = None if order is None else reader.first(order.values, {order.card: ""})
        if hidden is not None:
            message = f"the order of the cards depends on {hidden}, which not everybody can see"
            help = "sort by what the cards show, and by what everybody sees"
            tables.error("zone", message, _sorted_by(member)[0].span, help=help)


def _sorted_by(member: Member) -> Sequence[Scalar]:
    return scalars(node_at(member.value, "sorted-by"))


def _sort_value(e: Lowerer, node: Scalar, scope: Scope) -> Typed | None:
    """Return one of the values, if cards can be sorted by it."""
    tree = parser.parse_expression(node, e.tables.problems)
    value = None if tree is None else e.lower(tree, scope)
    if value is None or value.type == ERROR or value.type.kind in SORTABLE:
        return value
    message = f"cards can't be sorted by {types.in_words(value.type)}"
    e.tables.error("type", message, node.span, help="use a number, a rank, a suit, a word, or true and false")
    return None


# ---------------------------------------------------------------- `melding`

LEAST, USUAL = 2, 3  # cards of a meld
USUAL_WILD, MOST_WILD = 2, 4  # wild cards in a meld: more would make too many melds


def melding(tables: Tables, bodies: Bodies, deck: ir.Deck) -> ir.Melding | None:
    parts = {member.name: member for member in members(tables, "melding")}
    if not parts:
        return None
    first = next(iter(parts.values()))
    card = tables.new_local("c", types.CARD)
    return ir.Melding(
        sets=_number(tables, bodies, parts.get("sets"), USUAL, LEAST, len(deck.design.suits)),
        runs=_number(tables, bodies, parts.get("runs"), USUAL, LEAST, deck.design.ordered),
        corner=_holds(tables, bodies, parts.get("corner")),
        worth=_about_a_card(tables, bodies, parts.get("worth"), card, types.INT, Const(1)),
        card=card,
        wild=_about_a_card(tables, bodies, parts.get("wild"), card, types.BOOL, Const(0)),
        most_wild=_number(tables, bodies, parts.get("most-wild"), USUAL_WILD, 0, MOST_WILD),
        twins=_holds(tables, bodies, parts.get("twins")),
        origin=origin(first.document, first.key.span),
    )


def _constant(tables: Tables, bodies: Bodies, member: Member, type_: ir.Type) -> int:
    assert isinstance(member.value, Scalar), "the schema checks this"
    return constant(tables, bodies.expressions, member.value, member, type_)


def _holds(tables: Tables, bodies: Bodies, member: Member | None) -> bool:
    return member is not None and bool(_constant(tables, bodies, member, types.BOOL))


def _number(tables: Tables, bodies: Bodies, member: Member | None, usual: int, low: int, high: int) -> int:
    if member is None:
        return usual
    before = len(tables.problems)
    number = _constant(tables, bodies, member, types.INT)
    if len(tables.problems) == before and not low <= number <= high:
        what = "a maximum of {} to {} wild cards" if member.name == "most-wild" else "a minimum of {} to {} cards"
        message = f"`{member.name}`: expected {what.format(low, high)}, found {number}"
        tables.error("melding", message, member.value.span)
    return number


def _about_a_card(
    tables: Tables, bodies: Bodies, member: Member | None, card: int, wanted: ir.Type, usual: Const
) -> Expr:
    """Return an expression about card `c` that depends only on what the card shows."""
    if member is None or not isinstance(member.value, Scalar):
        return usual
    tree = parser.parse_expression(member.value, tables.problems)
    if tree is None:
        return Const(0)
    lowered = bodies.expressions.lower(tree, _scope(member, card), wanted)
    if lowered.type == ERROR:
        return lowered.expr
    unfit = [each for each in _parts(bodies, lowered.expr) if not _told_by_the_card(tables, each[0])]
    unfit.sort(key=lambda each: isinstance(each[0], ir.Op))  # an operator might only fail because of another part
    for part, function in unfit[:1]:
        span = None if function is None else written(tables.composition, function.origin)
        _report(tables, member, part, member.value.span if span is None else span)
    return lowered.expr


def _report(tables: Tables, member: Member, part: object, span: Span) -> None:
    if isinstance(part, ir.Op) and part.op in FALLIBLE:
        message = f"`{member.name}`: `{part.op}` could fail here, and the values of cards must be certain before play"
        tables.error("melding", message, span, help=f"use `{part.op}` with numbers and `pips(c.rank)` only")
        return
    message = f"`{member.name}` can only depend on the rank and suit of `c`"
    help_ = "don't use zones, variables or marks here: they change during play"
    tables.error("melding", message, span, help=help_)


def _parts(bodies: Bodies, expr: Expr) -> Iterator[tuple[object, ir.Function | None]]:
    """Yield an expression, and all parts of it and of the functions that it calls, each with its function. Skip cards
    whose field is read or that are arguments."""
    stack: list[tuple[object, ir.Function | None]] = [(expr, None)]
    called: set[int] = set()
    while stack:
        part, within = stack.pop()
        yield part, within
        match part:
            case ir.CardFact(_, ir.Local()):
                pass
            case ir.CallFunction(number, args):
                stack.extend((arg, within) for arg in args if not isinstance(arg, ir.Local))
                function = bodies.functions[number]
                if function is not None and number not in called:
                    called.add(number)
                    stack.append((function.body, function))
            case _:
                stack.extend((inner, within) for inner in parts(part))


def _told_by_the_card(tables: Tables, part: object) -> bool:
    match part:
        case ir.Local(index):
            return tables.locals[index][1].kind != "card"
        case ir.Op(op):
            return op not in FALLIBLE or value_range(part, tables.design) is not None
        case ir.Const() | ir.CardFact() | ir.Not() | ir.And() | ir.Or() | ir.If() | ir.CallFunction():
            return True
        case ir.Pips() | ir.ColourOf() | ir.Single() | ir.Size() | ir.First():
            return True
        case _:
            return False
