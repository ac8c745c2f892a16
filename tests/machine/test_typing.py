"""The type of each expression, from what the Program declares."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hand_made import (
    BOOL,
    CARD,
    CARD_OR_NONE,
    CARDS,
    FLAG,
    HAND,
    HERE,
    INT,
    LABEL,
    LOCALS,
    MARKS,
    NUMBER,
    PLAYER,
    RANK,
    SCORES,
    SIDE,
    WHO,
    program,
)

from parlour import program as p
from parlour.program.typing import Typing

RECORD = p.Record("bid", (p.RecordField("height", INT, 0, 4, 0, 0), p.RecordField("by", PLAYER, 4, 3, 1, -1)))
BID = p.Type("record", "bid")
OWN = (*LOCALS, ("bid", BID), ("c", CARD), ("q", PLAYER))
bid, c, q = (p.Local(len(LOCALS) + k) for k in range(3))
hand = p.ZoneAt(HAND, (p.Const(0),))
held = p.ZoneCards(hand)
number = p.VarAt(NUMBER)
ONE = p.Const(1)


def scan(kind: str, domain: object = held, local: int = c.index) -> p.Scan:
    return p.Scan(kind, local, domain, None, number)


CASES: list[tuple[p.Expr, p.Type | None]] = [
    (ONE, None),
    (c, CARD),
    (number, INT),
    (p.VarAt(SCORES, (q,)), INT),
    (p.VarAt(FLAG), BOOL),
    (p.MarkAt(LABEL, c), INT),
    (hand, p.Type("zone")),
    (held, CARDS),
    (p.ZoneEnd(hand, False), CARD_OR_NONE),
    (p.Sure(p.ZoneEnd(hand, False), HERE), CARD),
    (p.CardFact("rank", c), RANK),
    (p.CardFact("face", c), None),
    (p.Op("+", ONE, ONE), INT),
    (p.Op("max", number, ONE), INT),
    (p.Op("<", number, ONE), BOOL),
    (p.Op("has", held, c), BOOL),
    (p.Op("-set", held, p.Single(c)), CARDS),
    (p.Op("|", p.Const(3), held), CARDS),
    (p.Single(q), p.Type("players")),
    (p.First(held, cards=True), CARD),
    (p.First(p.Seated("playing")), PLAYER),
    (p.If(p.VarAt(FLAG), p.Const(-1), p.VarAt(WHO)), PLAYER),
    (p.Not(p.VarAt(FLAG)), BOOL),
    (scan("any"), BOOL),
    (scan("count"), INT),
    (scan("those"), CARDS),
    (scan("first"), CARD_OR_NONE),
    (scan("most", p.SeatOrder(q, False), q.index), p.Type("players")),
    (p.SideOf(q), SIDE),
    (p.NextSeat(q), PLAYER),
    (p.GetField(bid, 0, 4, 0), INT),
    (p.GetField(p.PutField(bid, 0, 4, 0, ONE), 4, 3, 1), PLAYER),
    (p.Builtin("deadwood", (held,), INT), INT),
]


@pytest.mark.parametrize(("expression", "wanted"), CASES, ids=[str(k) for k in range(len(CASES))])
def test_types_come_from_declarations(expression: p.Expr, wanted: p.Type | None) -> None:
    declared = replace(program([], [], locals_=OWN, marks=MARKS), records=(RECORD,))
    assert Typing(declared).type_of(expression) == wanted
