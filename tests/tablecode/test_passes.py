"""Passes over table code, each on a small function."""

from __future__ import annotations

import pytest

from parlour import tablecode as t
from parlour.base.walking import parts as children
from parlour.base.walking import rebuilt, walk
from parlour.tablecode.build import cell, plus
from parlour.tablecode.lifting import UnliftableError, lifted
from parlour.tablecode.sharing import abstracted

X, ONE, TWO = t.Reg("x"), t.Const(1), t.Const(2)
LEAVE = t.Return(None)
FURTHER = plus(t.Const(9), X)  # the number of a cell without a constant address
PLAIN = range(5)  # cells 0..4 are always addressed by a constant


def test_code_that_differs_in_names_and_cells_is_shared() -> None:
    def adding(reg: str, of: int, outside: str) -> t.Block:
        return (t.Let(reg, t.Op("+", cell(of), t.Reg(outside))), t.Append("found", t.Op("*", t.Reg(reg), cell(9))))

    one = abstracted(adding("t4", 30, "v1"), lambda at: at >= 20, frozenset())
    other = abstracted(adding("t7", 31, "v6"), lambda at: at >= 20, frozenset())
    assert one[0] == other[0]
    assert one[1] == other[1] == ("a0", "a1")
    assert one[2] == (cell(30), t.Reg("v1"))
    assert other[2] == (cell(31), t.Reg("v6"))
    assert cell(9) in set(walk(one[0]))  # a cell of the game, which is no parameter


def test_a_register_that_is_fixed_keeps_its_name() -> None:
    block = (t.Let("count", ONE), t.Let("x", t.Reg("count")))
    assert abstracted(block, lambda at: False, frozenset({"count"}))[0] == (
        t.Let("count", ONE),
        t.Let("x0", t.Reg("count")),
    )


def test_walking() -> None:
    e = t.If(X, (t.Let("y", t.Op("+", X, ONE)),), (t.Return(None),))
    assert list(children(e)) == [X, t.Let("y", t.Op("+", X, ONE)), t.Return(None)]
    assert [type(node).__name__ for node in walk(e)] == ["If", "Reg", "Let", "Op", "Reg", "Const", "Return"]
    assert rebuilt(e, lambda part: part) is e

    def swapped(part: object) -> object:
        return t.Reg("z") if part == X else rebuilt(part, swapped)

    assert swapped(e) == t.If(t.Reg("z"), (t.Let("y", t.Op("+", t.Reg("z"), ONE)),), (t.Return(None),))


def test_lifting() -> None:
    source = '''
def arrive(s, c: int, zone: int) -> int:
    """Words say nothing."""
    s[WHERE + c] = zone
    for m in range(MARKS):
        if not KEEPS[zone * MARKS + m]:
            s[MARK_AT[m] + c] |= 1
            break
    return has(s, c.bit_count(), min(m, 2))
'''
    (function,) = lifted(source)
    c, zone, m, marks = t.Reg("c"), t.Reg("zone"), t.Reg("m"), t.Named("MARKS")
    at = t.Op("+", t.Entry("MARK_AT", m), c)
    kept = t.Entry("KEEPS", t.Op("+", t.Op("*", zone, marks), m))
    marked = t.If(t.Not(kept), (t.Store((at,), t.Op("|", t.Load(at), ONE)), t.Break()))
    assert function == t.Function("arrive", ("c", "zone"), (
        t.Store((t.Op("+", t.Named("WHERE"), c),), zone),
        t.For(("m",), t.Span(t.Const(0), marks), (marked,)),
        t.Return(t.Call("has", (t.Unary("size", c), t.Op("min", m, TWO)))),
    ))  # fmt: skip


@pytest.mark.parametrize(
    "line", ["x = [1]", "a, b = 1, 2", "for k in x: pass", "x = 'text'", "del s[0]", "x = 1 < 2 < 3"]
)
def test_what_can_not_be_lifted_is_refused(line: str) -> None:
    with pytest.raises(UnliftableError):
        lifted(f"def f(s, x):\n    {line}\n")
