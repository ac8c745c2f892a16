"""A whole game as a hand-written Program.

The rules are those of a well-known research library with its default options: match suit or rank or play an eight,
draw at most five, pass; an eight names a suit. A player can either draw or pass, never both.
"""

from __future__ import annotations

from hand_made import CARD, HERE, INT, PLAYER, SUIT, arm, fact, op, program, question, slot, variable, zone

from parlour import program as p

BOX, HAND, STOCK, PILE = range(4)
UP, DEALER, LED, PASSES, DRAWS, PLAYS, ENDING = range(7)
EIGHT = 6

C, X = p.Local(1), p.Local(2)
UP_VAR, LED_VAR, DRAWS_VAR = p.VarAt(UP), p.VarAt(LED), p.VarAt(DRAWS)
PILE_TOP, STOCK_TOP = p.ZoneEnd(p.ZoneAt(PILE), False), p.ZoneEnd(p.ZoneAt(STOCK), False)
MINE = p.ZoneAt(HAND, (UP_VAR,))
P_CARD = p.Local(3)


def _set(var: int, value: p.Expr) -> p.Do:
    return p.Do(p.Set(p.VarAt(var), value))


def _move(what: p.Expr, to: p.Expr) -> p.Do:
    return p.Do(p.Put(what, "card", to, None, None, HERE))


_can_draw = p.And((op(">", p.ZoneSize(p.ZoneAt(STOCK)), p.Const(0)), op("<", DRAWS_VAR, p.Const(5))))
_may_play = p.Permission(
    "play",
    (3,),
    (
        p.Clause(
            "match", "follow", False,
            p.And((op("!=", fact("suit", P_CARD), LED_VAR),
                   op("!=", fact("rank", P_CARD), fact("rank", PILE_TOP)))),
            (), (p.Hole(P_CARD, CARD), " does not match"), False, HERE,
        ),
        p.Clause("eight", None, True, op("==", fact("rank", P_CARD), p.Const(EIGHT)), (0,), None, False, HERE),
    ),
    p.Or((
        p.Not(p.And((op("!=", fact("suit", P_CARD), LED_VAR), op("!=", fact("rank", P_CARD), fact("rank", PILE_TOP))))),
        op("==", fact("rank", P_CARD), p.Const(EIGHT)),
    )),
    HERE,
)  # fmt: skip

CODE: list[p.Instr] = [
    p.Do(p.EnterStage(0)),
    p.Do(p.Pick(p.VarAt(DEALER), "member", p.Seated("everyone"), HERE)),
    p.Do(p.Shuffle(p.ZoneAt(STOCK), p.ZoneAt(BOX), "zone", HERE)),
    p.Do(
        p.DealRound(
            p.If(op("==", p.Seated("seats"), p.Const(2)), p.Const(7), p.Const(5)),
            p.ZoneAt(STOCK), HAND, p.NextSeat(p.VarAt(DEALER)), HERE,
        )
    ),
    p.Do(
        p.WhileDo(
            op("==", fact("rank", STOCK_TOP), p.Const(EIGHT)), False, p.Const(1000),
            p.Shuffle(p.ZoneAt(STOCK), None, None, HERE), None, HERE,
        )
    ),
    _move(STOCK_TOP, p.ZoneAt(PILE)),
    _set(LED, fact("suit", PILE_TOP)),
    _set(UP, p.NextSeat(p.VarAt(DEALER))),
    p.AskOf(0),  # 8
    # play
    _set(PASSES, p.Const(0)),  # 9
    _set(DRAWS, p.Const(0)),
    _set(PLAYS, op("+", p.VarAt(PLAYS), p.Const(1))),
    _move(C, p.ZoneAt(PILE)),
    p.Branch(p.Or((op("==", p.ZoneSize(MINE), p.Const(0)), op(">=", p.VarAt(PLAYS), p.Const(100)))), 16),
    _set(ENDING, p.Const(1)),
    p.Finish(),
    p.Branch(op("==", fact("rank", C), p.Const(EIGHT)), 18),  # 16
    p.AskOf(1),
    _set(LED, fact("suit", C)),  # 18
    _set(UP, p.NextSeat(UP_VAR)),  # 19
    p.Jump(8),
    # an eight's suit
    _set(LED, X),  # 21
    p.Jump(19),
    # draw
    _set(PASSES, p.Const(0)),  # 23
    _move(STOCK_TOP, MINE),
    _set(DRAWS, p.If(op(">", p.ZoneSize(p.ZoneAt(STOCK)), p.Const(0)), op("+", DRAWS_VAR, p.Const(1)), p.Const(5))),
    p.Jump(8),
    # pass
    _set(  # 27
        PASSES,
        p.If(op(">", p.ZoneSize(p.ZoneAt(STOCK)), p.Const(0)), p.Const(0), op("+", p.VarAt(PASSES), p.Const(1))),
    ),
    _set(DRAWS, p.Const(0)),
    p.Branch(op("==", p.VarAt(PASSES), op("+", p.Seated("seats"), p.Const(1))), 19),
    p.Finish(),
]  # fmt: skip

QUESTIONS = (
    question(
        "act", UP_VAR,
        arm("play", 9, slot(1, "each", p.ZoneCards(MINE), CARD), may=p.Permitted(0, (C,))),
        arm("draw", 23, test=_can_draw),
        arm("pass", 27, test=p.Not(_can_draw)),
    ),
    question("call", UP_VAR, arm("call", 21, slot(2, "each", p.Const(0b1111), SUIT))),
)  # fmt: skip

_Q = p.Local(5)
_WORTH = p.If(
    op("==", fact("rank", C), p.Const(EIGHT)),
    p.Const(50),
    p.If(op(">=", fact("rank", C), p.Const(9)), p.Const(10), op("+", fact("face", C), p.Const(2))),
)
_LEFT = p.Scan("sum", 1, p.ZoneCards(p.ZoneAt(HAND, (p.Local(6),))), None, _WORTH)

RULES = program(
    CODE,
    QUESTIONS,
    zones=(
        zone("box"),
        zone("hand", "player", seen="owner"),
        zone("stock", ordered=True),
        zone("pile", ordered=True, seen="everybody"),
    ),
    variables=(
        variable("up", PLAYER), variable("dealer", PLAYER), variable("led", SUIT), variable("passes", INT),
        variable("draws", INT), variable("plays", INT), variable("ending", p.Type("enum", "endings")),
    ),
    locals_=(
        ("card", CARD), ("c", CARD), ("x", SUIT), ("param", CARD), ("k", CARD), ("q", PLAYER), ("key", PLAYER),
    ),
    players=(2, 3, 4, 5),
    permissions=(_may_play,),
    ending=ENDING,
    results=(
        p.Result("winners", p.Type("players"), None, None,
                 p.Scan("least", 5, p.Seated("everyone"), None,
                        p.Scan("sum", 4, p.ZoneCards(p.ZoneAt(HAND, (_Q,))), None, p.Const(1)))),
        p.Result("left", INT, "player", 6, _LEFT),
    ),
)  # fmt: skip
