"""Code reads repeated values from registers until something changes them: one small function for each case."""

from __future__ import annotations

import pytest

from parlour import tablecode as t
from parlour.python.printer import function
from parlour.tablecode.build import cell, number, plus, store
from parlour.tablecode.effects import Regions, unchanging
from parlour.tablecode.reuse import reused
from parlour.tablecode.signatures import UNCHANGING

X, Y, N = t.Reg("x"), t.Reg("y"), t.Reg("n")
# Cells 0 to 3 are variables; 10 to 19 a row with the number of its cards in 10; 20 to 29 a mark of each card.
REGIONS = Regions((0, 1, 2, 3, 10, 20, 30), plain=range(4))
SIZE, MARK = cell(10), cell(plus(t.Const(20), X))
TOP = t.Select(t.Bind("n", SIZE), cell(plus(t.Const(10), N)), t.Const(-1))
OTHER_TOP = t.Select(t.Bind("m", SIZE), cell(plus(t.Const(10), t.Reg("m"))), t.Const(-1))
RANK, SUIT = t.Entry("RANK", TOP), t.Entry("SUIT", OTHER_TOP)
SUM = t.Op("+", t.Op("*", cell(1), t.Const(3)), cell(2))
LEAVE = t.Return(None)


def lines(*body: t.Stmt) -> list[str]:
    text = function(reused(t.Function("f", ("x", "y"), body), REGIONS, UNCHANGING | {"looks"}))
    return [line[4:] for line in text.split("\n")[1:]]


def let(reg: str, value: t.Expr) -> t.Let:
    return t.Let(reg, value)


@pytest.mark.parametrize(
    ("body", "text"),
    [
        # finds the top of a row once, although each expression has a register of its own inside
        ((t.Return(t.Op("+", RANK, SUIT)),),
         ["return RANK[(r0 := s[10 + n] if (n := s[10]) else -1)] + SUIT[r0]"]),
        ((let("a", SUM), let("b", SUM)), ["a = s[1] * 3 + s[2]", "b = a"]),  # a register has it anyway
        ((t.Return(t.Op("-", cell(1), t.Op("*", cell(1), X))),), ["return s[1] - s[1] * x"]),  # not worth a register
        ((t.Return(t.Op("-", cell(1), t.Op("*", cell(1), cell(1)))),), ["return (r0 := s[1]) - r0 * r0"]),
        # stored values
        ((store(1, X), t.Return(cell(1))), ["s[1] = x", "return x"]),
        ((store(1, t.Const(4)), t.Return(cell(1))), ["s[1] = 4", "return 4"]),
        ((let("a", SUM), store(2, X), t.Return(SUM)), ["a = (r0 := s[1] * 3) + s[2]", "s[2] = x", "return r0 + x"]),
        ((let("a", SUM), store(3, X), t.Return(SUM)), ["a = s[1] * 3 + s[2]", "s[3] = x", "return a"]),
        # regions
        ((let("a", SUM), store(plus(t.Const(20), X), Y), t.Return(SUM)),
         ["a = s[1] * 3 + s[2]", "s[20 + x] = y", "return a"]),
        ((let("a", MARK), store(plus(t.Const(20), Y), X), t.Return(MARK)),
         ["a = s[20 + x]", "s[20 + y] = x", "return s[20 + x]"]),
        ((let("a", MARK), store(plus(t.Const(10), Y), X), t.Return(MARK)),
         ["a = s[20 + x]", "s[10 + y] = x", "return a"]),
        ((let("a", MARK), store(Y, X), t.Return(MARK)),  # this address can be in any region
         ["a = s[20 + x]", "s[y] = x", "return s[20 + x]"]),
        ((let("a", SUM), store(Y, X), t.Return(SUM)),  # only constants address plain cells
         ["a = s[1] * 3 + s[2]", "s[y] = x", "return a"]),
        # registers
        ((let("a", MARK), let("x", Y), t.Return(MARK)), ["a = s[20 + x]", "x = y", "return s[20 + x]"]),
        ((let("a", MARK), let("a", Y), t.Return(MARK)), ["a = (r0 := s[20 + x])", "a = y", "return r0"]),
        ((let("x", MARK), t.Return(MARK)), ["x = s[20 + x]", "return s[20 + x]"]),
        # calls
        ((let("a", SUM), t.Do(t.Call("puts")), t.Return(SUM)),
         ["a = s[1] * 3 + s[2]", "puts(s)", "return s[1] * 3 + s[2]"]),
        ((let("a", SUM), let("b", t.Call("looks", (X,))), t.Return(SUM)),
         ["a = s[1] * 3 + s[2]", "b = looks(s, x)", "return a"]),
        ((let("a", t.Call("looks", (X,))), store(3, Y), t.Return(t.Call("looks", (X,)))),
         ["a = looks(s, x)", "s[3] = y", "return looks(s, x)"]),
        ((let("a", MARK), let("b", SUM), t.Do(t.Call("take", (X,))), t.Return(t.Op("-", MARK, SUM))),
         ["a = s[20 + x]", "b = s[1] * 3 + s[2]", "take(s, x)", "return s[20 + x] - b"]),
        ((t.Do(t.Call("looks", (SUM,))), t.Do(t.Call("looks", (SUM,)))),  # a call for what it does remains one
         ["looks(s, (r0 := s[1] * 3 + s[2]))", "looks(s, r0)"]),
    ],
)  # fmt: skip
def test_values_are_used_again_until_they_change(body: t.Block, text: list[str]) -> None:
    assert lines(*body) == text


@pytest.mark.parametrize(
    ("body", "text"),
    [
        # a value computed under a condition is unknown elsewhere
        ((let("a", t.Select(X, SUM, Y)), t.Return(SUM)), ["a = s[1] * 3 + s[2] if x else y", "return s[1] * 3 + s[2]"]),
        ((let("a", number(t.And((X, SUM)))), t.Return(SUM)),
         ["a = 1 if x and s[1] * 3 + s[2] else 0", "return s[1] * 3 + s[2]"]),
        ((t.If(X, (let("a", SUM),)), t.Return(SUM)), ["if x:", "    a = s[1] * 3 + s[2]", "return s[1] * 3 + s[2]"]),
        # a value computed first is known in all branches and after them
        ((t.If(SUM, (t.Do(t.Call("h", (SUM,))),), (LEAVE,)), t.Return(cell(3))),
         ["if (r0 := s[1] * 3 + s[2]):", "    h(s, r0)", "else:", "    return None", "return s[3]"]),
        ((let("a", t.Select(SUM, X, SUM)), t.Return(SUM)),
         ["a = x if (r0 := s[1] * 3 + s[2]) else r0", "return r0"]),
        # a branch that leaves changes nothing behind it
        ((let("a", SUM), t.If(X, (store(1, X), LEAVE)), t.Return(SUM)),
         ["a = s[1] * 3 + s[2]", "if x:", "    s[1] = x", "    return None", "return a"]),
        ((let("a", SUM), t.If(X, (store(1, X),)), t.Return(SUM)),
         ["a = s[1] * 3 + s[2]", "if x:", "    s[1] = x", "return s[1] * 3 + s[2]"]),
    ],
)  # fmt: skip
def test_conditions(body: t.Block, text: list[str]) -> None:
    assert lines(*body) == text


@pytest.mark.parametrize(
    ("body", "text"),
    [
        ((let("a", SUM), t.While(SUM, (t.Do(t.Call("looks", (SUM,))),))),  # nothing changes it
         ["a = s[1] * 3 + s[2]", "while a:", "    looks(s, a)"]),
        ((let("a", SUM), t.While(SUM, (store(2, SUM),))),  # the next round computes it again
         ["a = (r0 := s[1] * 3) + s[2]", "while (r1 := r0 + s[2]):", "    s[2] = r1"]),
        ((t.While(SUM, (t.Break(),)), t.Return(SUM)),
         ["while s[1] * 3 + s[2]:", "    break", "return s[1] * 3 + s[2]"]),
        ((let("a", MARK), t.For(("x",), t.Members(Y), (let("b", MARK),)), t.Return(MARK)),
         ["a = s[20 + x]", "for x in members(y):", "    b = s[20 + x]", "return s[20 + x]"]),
        ((t.For(("z",), t.Members(SUM), (t.Do(t.Call("looks", (SUM,))),)),),
         ["for z in members((r0 := s[1] * 3 + s[2])):", "    looks(s, r0)"]),
        ((let("a", SUM), t.For(("z",), t.Members(Y), (store(1, X),)), t.Return(SUM)),
         ["a = s[1] * 3 + s[2]", "for z in members(y):", "    s[1] = x", "return s[1] * 3 + s[2]"]),
    ],
)  # fmt: skip
def test_loops(body: t.Block, text: list[str]) -> None:
    assert lines(*body) == text


def test_a_register_that_is_read_outside_keeps_its_value() -> None:
    """The second `s[1]` can't be left out with its register, which is read afterwards."""
    bound = t.Op("+", t.Bind("a", SUM), t.Const(1)), t.Op("+", t.Bind("b", SUM), t.Const(1))
    assert lines(let("c", bound[0]), let("d", bound[1]), t.Return(t.Op("-", t.Reg("b"), t.Reg("a")))) == [
        "c = (a := s[1] * 3 + s[2]) + 1", "d = (b := a) + 1", "return b - a",
    ]  # fmt: skip


def test_adding_to_a_cell_stays_one_step() -> None:
    at = plus(t.Const(20), t.Entry("SIDE_OF", X))
    body = (let("a", t.Entry("SIDE_OF", X)), store(at, t.Op("+", t.Load(at), t.Const(1))))
    assert lines(*body) == ["a = SIDE_OF[x]", "s[20 + a] += 1"]


def test_functions_that_change_nothing() -> None:
    functions = [
        t.Function("reads", (), (t.Return(t.Call("deeper")),)),
        t.Function("deeper", (), (t.Return(cell(1)),)),
        t.Function("stores", (), (store(1, X),)),
        t.Function("calls", (), (t.Return(t.Call("stores")),)),
        t.Function("unknown", (), (t.Return(t.Call("elsewhere")),)),
        t.Function("counts", (), (t.For(("x",), t.Members(X), (), (), t.Line(1)),)),
        t.Function("lists", (), (t.Begin("found"), t.Return(t.Reg("found")))),  # another list each time
        t.Function("finds", (), (t.Return(t.Call("zone_size", (X,))),)),
    ]
    assert unchanging(functions, UNCHANGING) - UNCHANGING == {"reads", "deeper", "finds"}
