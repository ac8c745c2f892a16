"""An instance of each class of node that table code has, with its Python text."""

from __future__ import annotations

from dataclasses import replace

from parlour import tablecode as t
from parlour.tablecode.build import cell

X, LINE = t.Reg("x"), t.Line(4)
SUBSETS = t.Subsets(X, t.Const(1), t.Absent(), 2, None, LINE)
EXPRESSIONS = (
    (t.Const(-1), "-1"), (t.Truth(True), "True"), (t.Absent(), "None"), (t.Message("it's"), '"it\'s"'), (LINE, "4"),
    (t.Named("SIZE"), "SIZE"), (X, "x"), (t.Bind("x", t.Const(1)), "(x := 1)"), (cell(3), "s[3]"),
    (t.Entry("RANK", X), "RANK[x]"), (t.Op("+", X, t.Const(1)), "x + 1"), (t.Unary("size", X), "x.bit_count()"),
    (t.Not(X), "not x"), (t.And((X, X)), "x and x"), (t.Or((X, X)), "x or x"),
    (t.Select(X, t.Const(1), t.Const(0)), "1 if x else 0"), (t.Call("put_card", (X,)), "put_card(s, x)"),
    (t.Call("has", (X, X)), "has(x, x)"),
    (t.Lowest(X), "(x & -x).bit_length() - 1"), (t.Failed(), "False"),
    (t.In(X, (1, 2)), "x in (1, 2)"), (t.Length("found"), "len(found)"),
)  # fmt: skip
DOMAINS = (
    (t.Span(t.Const(0), X), "range(x)"), (t.Span(X, t.Const(9)), "range(x, 9)"), (t.Members(X), "members(x)"),
    (t.Cards(X), "in_order(s, x)"), (t.Seats(cell(2), cell(3), X, True), "seats_from(s[2], s[3], x, True)"),
    (t.Seats(cell(2), cell(3), X, False, True), "sorted(seats_from(s[2], s[3], x, False))"),
    (t.Lying(X, None), "in_row(s, x)"), (t.Lying(X, 6), "in_columns(s, x, 6)"),
    (t.Ranks(X, t.Const(2)), "ranks_with(x, 2)"), (t.Groups(X, 1, None, LINE), "groups(x, 1, None, 4)"),
    (t.Melds(X), "melds(x)"), (t.Runs(X, 2, 3, None, LINE), "runs(x, 2, 3, None, 4)"),
    (t.Alike(X, 1, 3, LINE), "alike(x, 1, 3, 4)"), (SUBSETS, "sets(x, 1, None, 2, None, 4)"),
    (replace(SUBSETS, few=True), "few_sets(x, 1, None, 2, None, 4)"),
    (t.Guises(X, "f_2"), "guises(s, x, f_2)"), (t.Places(X), "places(s, x)"),
    (t.Distinct(t.Places(X), t.Const(0), False), "distinct(s, places(s, x), 0, False)"),
)  # fmt: skip
STATEMENTS = (
    (t.Let("x", t.Op("|", X, t.Const(1))), "x |= 1"), (t.Store((t.Const(1), t.Const(2)), X), "s[1] = s[2] = x"),
    (t.Fill(2, 3, X), "s[2:5] = [x] * 3"), (t.Do(t.Call("gather")), "gather(s)"),
    (t.If(X, (t.Break(),)), "if x:\n    break"), (t.While(X, ()), "while x:\n    pass"),
    (
        t.ForBits("c", "x", X, (), "l"),
        "x = x\nwhile x:\n    l = x & -x\n    x ^= l\n    c = l.bit_length() - 1\n    pass",
    ),
    (t.For(("x",), t.Members(X), (), (), LINE), "for x in spent(s, members(x), 4):\n    pass"),
    (t.Fail((t.Message("why"),), LINE), "fail('why', 4)"), (t.Fail((X,), LINE), "fail(x, 4)"),
    (t.Fail((t.Message('the "{'), X, t.Message("}")), LINE), 'fail(f"the \\"{{{x}}}", 4)'),
    (t.Abandon(), "abandon()"),
    (t.Break(), "break"), (t.Return(None), "return None"), (t.Continue(5, (X,)), "return b_5(s, x)"),
    (t.Continue(5, (), called=False), "return (5,)"),
    (t.Note("why", None), "pass"), (t.Begin("found"), "found = []"), (t.Append("found", X), "found.append(x)"),
    (
        t.Narrow("found", "first", "m", t.Call("f", (t.Reg("m"),))),
        "kept = [m for m in found[first:] if f(s, m)]\nif kept:\n    found[first:] = kept",
    ),
    (
        t.Counted((t.Return(X),), t.Call("counted")),
        "try:\n    return x\nexcept Many:\n    return counted(s)",
    ),
)  # fmt: skip
NATIVE_ONLY = {t.Offer, t.OfferMember, t.OfferSubset, t.Goto}  # what is counted, not listed; labels
PYTHON_ONLY = {  # lists of moves, and functions that continue with another one
    t.In, t.Length, t.Begin, t.Append, t.Narrow, t.Counted, t.Continue,
}  # fmt: skip
