"""Passes over table code, each on a small function."""

from __future__ import annotations

import pytest

from parlour import tablecode as t
from parlour.base.walking import parts as children
from parlour.base.walking import rebuilt, walk
from parlour.tablecode.lifting import UnliftableError, lifted

X, ONE, TWO = t.Reg("x"), t.Const(1), t.Const(2)


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
