"""Reads `sorted-by`: the values of a card by which the terminal sorts the cards of a zone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from parlour import program as ir
from parlour.documents.composition import Member, scalars
from parlour.documents.document import Scalar, node_at
from parlour.lang import parser, types
from parlour.lang.bodies import Bodies
from parlour.lang.declarations import field, heading, members, truth
from parlour.lang.lowerer import Lowerer
from parlour.lang.secrecy import NOBODY, SecrecyReader
from parlour.lang.symbols import ERROR, Scope, Tables, Typed

SORTABLE = ("int", "rank", "suit", "colour", "bool", "enum")


def declare_sorting(e: Lowerer) -> None:
    """Give each zone with `sorted-by` the values of its cards."""
    for member in members(e.tables, "zones"):
        nodes = _nodes(member)
        head = heading(e.tables, member.key) if nodes else None
        if head is None:
            continue
        if truth(member, "ordered") or field(member, "columns") is not None:
            message = f"the cards of `{member.name}` have an order or places, so the terminal can't sort them"
            e.tables.error("zone", message, nodes[0].span, help="remove `sorted-by`")
            continue
        card = e.tables.new_local("c", types.CARD)
        scope = Scope(member.document)
        scope.bind("c", Typed(ir.Local(card), types.CARD))
        values = [value for node in nodes if (value := _value(e, node, scope)) is not None]
        number = e.tables.zones[head.name]
        order = ir.CardOrdering(card, tuple(v.expr for v in values), tuple(v.type for v in values))
        e.tables.zone_list[number] = replace(e.tables.zone_list[number], sorted_by=order)


def check_sorting(tables: Tables, bodies: Bodies) -> None:
    """Report orders that would show the owner something hidden."""
    for member in members(tables, "zones"):
        order = tables.zone_list[tables.zones[member.name]].sorted_by if _nodes(member) else None
        reader = SecrecyReader(tables, bodies, ir.Local(NOBODY))
        hidden = None if order is None else reader.first(order.values, {order.card: ""})
        if hidden is not None:
            message = f"the order of the cards depends on {hidden}, which not everybody can see"
            help = "sort by what the cards show, and by what everybody sees"
            tables.error("zone", message, _nodes(member)[0].span, help=help)


def _nodes(member: Member) -> Sequence[Scalar]:
    return scalars(node_at(member.value, "sorted-by"))


def _value(e: Lowerer, node: Scalar, scope: Scope) -> Typed | None:
    """Return one of the values, if cards can be sorted by it."""
    tree = parser.parse_expression(node, e.tables.problems)
    value = None if tree is None else e.lower(tree, scope)
    if value is None or value.type == ERROR or value.type.kind in SORTABLE:
        return value
    message = f"cards can't be sorted by {types.in_words(value.type)}"
    e.tables.error("type", message, node.span, help="use a number, a rank, a suit, a word, or true and false")
    return None
