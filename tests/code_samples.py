"""Small functions of table code with results computed by hand. All printers must agree with them."""

from __future__ import annotations

from dataclasses import dataclass

from parlour import tablecode as t
from parlour.tablecode.build import cell, number, plus, store

X, Y, FOUND = t.Reg("x"), t.Reg("y"), t.Reg("found")


@dataclass(frozen=True)
class Sample:
    """`body` gets `x`, `y` and the cells `before`; it returns `result` and leaves the cells `after`."""

    name: str
    body: t.Block
    x: int
    y: int
    result: int
    before: tuple[int, ...] = (0,) * 8
    after: tuple[int, ...] = (0,) * 8


def value(name: str, e: t.Expr, x: int, y: int, result: int, before: tuple[int, ...] = (0,) * 8) -> Sample:
    return Sample(name, (t.Return(e),), x, y, result, before, before)


def operator(op: t.Operator, x: int, y: int, result: int) -> Sample:
    compared = op in ("==", "!=", "<", "<=", ">", ">=")
    e: t.Expr = t.Op(op, X, Y)
    return value(f"{x} {op} {y}", number(e) if compared else e, x, y, result)


def _total(of: t.Domain) -> t.Block:
    """found = 3 * found + member, from 1 on. The result depends on the order of the members."""
    grown = t.Op("+", t.Op("*", FOUND, t.Const(3)), t.Reg("m"))
    return (t.Let("found", t.Const(1)), t.For(("m",), of, (t.Let("found", grown),)), t.Return(FOUND))


def _bits() -> t.Block:
    grown = t.Op("+", t.Op("*", FOUND, t.Const(10)), t.Reg("m"))
    loop = t.ForBits("m", "rest", X, (t.Let("found", grown),), "lowest")
    return (t.Let("found", t.Const(0)), loop, t.Return(FOUND))


def _search(stop: int) -> t.Block:
    """The first number from x on that y divides; -1 if there is none before `stop`."""
    is_it = t.Op("==", t.Op("%", t.Reg("m"), Y), t.Const(0))
    found = t.If(is_it, (t.Let("found", t.Reg("m")), t.Break()))
    return (t.For(("m",), t.Span(X, t.Const(stop)), (found,), (t.Let("found", t.Const(-1)),)), t.Return(FOUND))


def _halve_until_odd(least: int) -> t.Block:
    """Halve x until it is odd and return it, or -1 when it falls to `least` first."""
    odd = t.If(t.Op("&", X, t.Const(1)), (t.Break(),))
    halved = t.Let("x", t.Op("//", X, t.Const(2)))
    loop = t.While(t.Op(">", X, t.Const(least)), (odd, halved), (t.Let("x", t.Const(-1)),))
    return loop, t.Return(X)


_halved = t.While(t.Op(">", X, t.Const(1)), (t.Let("x", t.Op("//", X, t.Const(2))), t.Let("y", plus(Y, 1))))
_either = t.If(t.Op("<", X, Y), (t.Return(t.Const(1)),), (t.If(t.Op("==", X, Y), (t.Return(t.Const(2)),)),))
_in_range = t.And((t.Op("<=", t.Const(3), t.Bind("z", X)), t.Op("<", t.Reg("z"), t.Const(6))))
_dangerous = t.Op("==", t.Op("//", t.Const(12), Y), X)  # fails if y is 0

SAMPLES = (
    operator("+", -3, 5, 2),
    operator("-", 3, 5, -2),
    operator("*", -3, 5, -15),
    operator("//", -7, 2, -4),
    operator("//", 7, -2, -4),
    operator("//", -6, 2, -3),
    operator("%", -7, 2, 1),
    operator("%", 7, -2, -1),
    operator("&", 0b1100, 0b1010, 0b1000),
    operator("|", 0b1100, 0b1010, 0b1110),
    operator("^", 0b1100, 0b1010, 0b0110),
    operator("<<", 3, 4, 48),
    operator(">>", -5, 1, -3),
    operator("min", -1, 4, -1),
    operator("max", -1, 4, 4),
    operator("==", 4, 4, 1),
    operator("==", 4, 5, 0),
    operator("!=", 4, 5, 1),
    operator("<", -1, 0, 1),
    operator("<", 0, 0, 0),
    operator("<=", 0, 0, 1),
    operator(">", 0, -1, 1),
    operator(">=", -2, -1, 0),
    value("negative", t.Unary("-", X), 5, 0, -5),
    value("inverted", t.Unary("~", X), 5, 0, -6),
    value("size of a set", t.Unary("size", X), 0b10110, 0, 3),
    value("length of a number", t.Unary("length", X), 0b10110, 0, 5),
    value("length of the empty set", t.Unary("length", X), 0, 0, 0),
    value("bits before sums", t.Op("&", t.Op("+", X, Y), t.Const(3)), 5, 1, 2),
    value("sums of bits", t.Op("+", X, t.Op("&", Y, t.Const(3))), 5, 6, 7),
    value("differences from the left", t.Op("-", t.Op("-", X, Y), t.Const(1)), 9, 3, 5),
    value("differences from the right", t.Op("-", X, t.Op("-", Y, t.Const(1))), 9, 3, 7),
    value("comparing comparisons", number(t.Op("==", t.Op("<", X, Y), t.Truth(True))), 1, 2, 1),
    value("negative of a sum", t.Unary("-", t.Op("+", X, Y)), 2, 3, -5),
    value("size of a union", t.Unary("size", t.Op("|", X, Y)), 0b101, 0b11, 3),
    value("the lowest member", t.Lowest(X), 0b10100, 0, 2),
    value("nothing failed", number(t.Failed()), 0, 0, 0),
    value("not", number(t.Not(X)), 0, 0, 1),
    value("a chain that holds", number(_in_range), 5, 0, 1),
    value("a chain that doesn't", number(_in_range), 6, 0, 0),
    value("and leaves out what can't be computed", number(t.And((Y, _dangerous))), 4, 0, 0),
    value("and", number(t.And((Y, _dangerous))), 4, 3, 1),
    value("or leaves out what can't be computed", number(t.Or((t.Not(Y), _dangerous))), 4, 0, 1),
    value("or of and", number(t.Or((t.And((X, Y)), t.Not(X)))), 1, 0, 0),
    value("and of or", number(t.And((t.Or((X, Y)), t.Not(X)))), 0, 1, 1),
    value("a choice leaves out the other part", t.Select(Y, t.Op("//", X, Y), t.Const(9)), 4, 0, 9),
    value("choices in choices", t.Select(X, t.Select(Y, t.Const(1), t.Const(2)), t.Const(3)), 1, 0, 2),
    value("bound and used", t.Op("+", t.Bind("z", t.Op("*", X, t.Const(2))), t.Reg("z")), 3, 0, 12),
    value("an entry of a table", t.Entry("SQUARES", X), 3, 0, 9),
    value("the entry for none", t.Entry("SQUARES", X), -1, 0, 77),
    value("a number of the table", t.Named("ELEVEN"), 0, 0, 11),
    value("a cell", cell(plus(t.Const(2), X)), 1, 0, 30, (0, 10, 20, 30, 40, 0, 0, 0)),
    value("a cell by a cell", cell(plus(t.Const(1), cell(0))), 0, 0, 30, (2, 10, 20, 30, 40, 0, 0, 0)),
    value("what isn't there", t.Call("given", (X, t.Absent(), t.Message("why"), t.Line(3))), 6, 0, 6),
    Sample("stores", (store(2, X), store(plus(t.Const(3), Y), t.Const(7)), t.Return(X)), 5, 1, 5,
           after=(0, 0, 5, 0, 7, 0, 0, 0)),
    Sample("a store in several cells", (t.Store((t.Const(1), t.Const(6)), X), t.Return(X)), 4, 0, 4,
           after=(0, 4, 0, 0, 0, 0, 4, 0)),
    Sample("adding to a cell", (store(1, t.Op("+", cell(1), X)), t.Return(cell(1))), 4, 0, 7,
           before=(0, 3, 0, 0, 0, 0, 0, 0), after=(0, 7, 0, 0, 0, 0, 0, 0)),
    Sample("filling", (t.Fill(2, 3, X), t.Return(X)), 4, 0, 4, after=(0, 0, 4, 4, 4, 0, 0, 0)),
    Sample("a call for what it does", (t.Do(t.Call("put_five", (X,))), t.Return(X)), 2, 0, 2,
           after=(0, 0, 5, 0, 0, 0, 0, 0)),
    Sample("one branch", (_either, t.Return(t.Const(3))), 1, 2, 1),
    Sample("the branch in the other", (_either, t.Return(t.Const(3))), 2, 2, 2),
    Sample("neither branch", (_either, t.Return(t.Const(3))), 3, 2, 3),
    Sample("while", (_halved, t.Return(Y)), 20, 0, 4),
    Sample("while, left by a break", _halve_until_odd(4), 28, 0, 7),
    Sample("while, never left", _halve_until_odd(7), 28, 0, -1),
    Sample("a note", (t.Note("nothing", t.Line(1)), t.Return(X)), 8, 0, 8),
    Sample("a function without a result", (t.Do(t.Call("put_five", (X,))), t.Return(t.Const(0))), 0, 0, 0,
           after=(5, 0, 0, 0, 0, 0, 0, 0)),
    Sample("members from the lowest", _bits(), 0b100110, 0, 125),
    Sample("numbers", _total(t.Span(X, Y)), 1, 4, 45),  # 1 → 4 → 14 → 45
    Sample("no numbers", _total(t.Span(X, Y)), 4, 1, 1),
    Sample("members of a set", _total(t.Members(X)), 0b1010, 0, 15),  # 1 → 4 → 15
    Sample("left by a break", _search(20), 8, 7, 14),
    Sample("never left", _search(12), 8, 7, -1),
)  # fmt: skip
