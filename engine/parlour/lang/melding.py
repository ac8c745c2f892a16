"""Reads `melding`: how many cards make a set or a run, and what a loose card counts.

Tables made before play find the melds. Therefore this module checks that the numbers are constants or follow from
options, and that a card's count follows from the card alone.
"""

from __future__ import annotations

from collections.abc import Iterator

from parlour import program as ir
from parlour.documents.composition import Member
from parlour.documents.document import Scalar
from parlour.lang import parser, types
from parlour.lang.bodies import Bodies
from parlour.lang.declarations import constant, members
from parlour.lang.symbols import ERROR, Scope, Tables, Typed
from parlour.program import Const, Expr
from parlour.program.operators import FALLIBLE
from parlour.program.walking import parts

LEAST, USUAL = 2, 3  # cards of a meld


def melding(tables: Tables, bodies: Bodies, deck: ir.Deck) -> ir.Melding | None:
    parts = {member.name: member for member in members(tables, "melding")}
    if not parts:
        return None
    _single_pack(tables, deck, next(iter(parts.values())))
    corner = parts.get("corner")
    card = tables.new_local("c", types.CARD)
    return ir.Melding(
        sets=_least(tables, bodies, parts.get("sets"), len(deck.design.suits)),
        runs=_least(tables, bodies, parts.get("runs"), deck.design.ordered),
        corner=corner is not None and bool(_constant(tables, bodies, corner, types.BOOL)),
        worth=_worth(tables, bodies, parts.get("worth"), card),
        card=card,
    )


def _single_pack(tables: Tables, deck: ir.Deck, member: Member) -> None:
    if deck.copies != Const(1):
        copies = next(m for m in members(tables, "deck") if m.name == "copies")
        message = "melding needs a single pack, but `copies` adds others"
        tables.error("melding", message, copies.value.span, help=f"remove `copies` or `{member.section}`")
    ordered = [
        amount for face, amount in zip(deck.design.faces, deck.amounts, strict=True) if face.rank < deck.design.ordered
    ]
    if any(amount not in (Const(0), Const(1)) for amount in ordered):
        message = "melding needs a deck with one card of each rank and suit"
        tables.error("melding", message, member.key.span, help=f"remove `{member.section}`, or use another deck")


def _constant(tables: Tables, bodies: Bodies, member: Member, type_: ir.Type) -> int:
    assert isinstance(member.value, Scalar), "the schema checks this"
    return constant(tables, bodies.expressions, member.value, member, type_)


def _least(tables: Tables, bodies: Bodies, member: Member | None, high: int) -> int:
    if member is None:
        return USUAL
    before = len(tables.problems)
    number = _constant(tables, bodies, member, types.INT)
    if len(tables.problems) == before and not LEAST <= number <= high:
        message = f"`{member.name}`: expected a minimum of {LEAST} to {high} cards, found {number}"
        tables.error("melding", message, member.value.span)
    return number


def _worth(tables: Tables, bodies: Bodies, member: Member | None, card: int) -> Expr:
    if member is None or not isinstance(member.value, Scalar):
        return Const(1)
    tree = parser.parse_expression(member.value, tables.problems)
    if tree is None:
        return Const(0)
    scope = Scope(member.document)
    scope.bind("c", Typed(ir.Local(card), types.CARD))
    worth = bodies.expressions.lower(tree, scope, types.INT)
    if worth.type != ERROR and not all(_told_by_the_card(tables, part) for part in _parts(bodies, worth.expr)):
        message = "`worth` can only depend on the rank and suit of `c`"
        help_ = "don't use zones, variables or marks here: they change during play"
        tables.error("melding", message, member.value.span, help=help_)
    return worth.expr


def _parts(bodies: Bodies, expr: Expr) -> Iterator[object]:
    """Yield an expression, and all parts of it and of the functions that it calls. Skip cards whose field is read or
    that are arguments."""
    stack: list[object] = [expr]
    called: set[int] = set()
    while stack:
        part = stack.pop()
        yield part
        match part:
            case ir.CardFact(_, ir.Local()):
                pass
            case ir.CallFunction(number, args):
                stack.extend(arg for arg in args if not isinstance(arg, ir.Local))
                function = bodies.functions[number]
                if function is not None and number not in called:
                    called.add(number)
                    stack.append(function.body)
            case _:
                stack.extend(parts(part))


def _told_by_the_card(tables: Tables, part: object) -> bool:
    match part:
        case ir.Local(index):
            return tables.locals[index][1].kind != "card"
        case ir.Op(op):
            return op not in FALLIBLE
        case ir.Const() | ir.CardFact() | ir.Not() | ir.And() | ir.Or() | ir.If() | ir.CallFunction():
            return True
        case ir.Pips() | ir.ColourOf() | ir.Single() | ir.Size() | ir.First():
            return True
        case _:
            return False
