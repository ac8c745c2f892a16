"""Table code as Python text: every node has one, and it comes to what was worked out by hand."""

from __future__ import annotations

import dataclasses
from typing import Any, get_args

import pytest

from code_samples import SAMPLES, Sample
from parlour import tablecode as t
from parlour.python.printer import domain, expression, function
from parlour.tablecode.build import cell

NAMES: dict[str, Any] = {
    "SQUARES": (0, 1, 4, 9, 77),
    "BIT": tuple(1 << k for k in range(8)),
    "ELEVEN": 11,
    "given": lambda s, x, nothing, message, line: x if (nothing, message, line) == (None, "why", 3) else None,
    "put_five": lambda s, at: s.__setitem__(at, 5),
    "members": lambda of: [k for k in range(8) if of >> k & 1],
}


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.name)
def test_python_comes_to_the_same(sample: Sample) -> None:
    names = dict(NAMES)
    exec(function(t.Function("tried", ("x", "y"), sample.body)), names)
    s = list(sample.before)
    assert names["tried"](s, sample.x, sample.y) == sample.result
    assert s == list(sample.after)


# An instance of each class of node that table code has, with its text.
_X, _LINE = t.Reg("x"), t.Line(4)
_SUBSETS = t.Subsets(_X, t.Const(1), t.Absent(), 2, None, _LINE)
EXPRESSIONS = (
    (t.Const(-1), "-1"), (t.Truth(True), "True"), (t.Absent(), "None"), (t.Message("it's"), '"it\'s"'), (_LINE, "4"),
    (t.Named("SIZE"), "SIZE"), (_X, "x"), (t.Bind("x", t.Const(1)), "(x := 1)"), (cell(3), "s[3]"),
    (t.Entry("RANK", _X), "RANK[x]"), (t.Op("+", _X, t.Const(1)), "x + 1"), (t.Unary("size", _X), "x.bit_count()"),
    (t.Not(_X), "not x"), (t.And((_X, _X)), "x and x"), (t.Or((_X, _X)), "x or x"),
    (t.Select(_X, t.Const(1), t.Const(0)), "1 if x else 0"), (t.Call("put_card", (_X,)), "put_card(s, x)"),
    (t.Call("has", (_X, _X)), "has(x, x)"), (t.CallBy("steps", _X, (_X,)), "steps[x](s, x)"),
    (t.Lowest(_X), "(x & -x).bit_length() - 1"), (t.Failed(), "False"),
    (t.In(_X, (1, 2)), "x in (1, 2)"), (t.Length("found"), "len(found)"),
    (t.Moves(t.Reg("found"), t.Call("unanswerable")), "found or unanswerable(s)"),
)  # fmt: skip
DOMAINS = (
    (t.Span(t.Const(0), _X), "range(x)"), (t.Span(_X, t.Const(9)), "range(x, 9)"), (t.Members(_X), "members(x)"),
    (t.Cards(_X), "in_order(s, x)"), (t.Seats(cell(2), cell(3), _X, True), "seats_from(s[2], s[3], x, True)"),
    (t.Seats(cell(2), cell(3), _X, False, True), "sorted(seats_from(s[2], s[3], x, False))"),
    (t.Lying(_X, None), "in_row(s, x)"), (t.Lying(_X, 6), "in_columns(s, x, 6)"),
    (t.Ranks(_X, t.Const(2)), "ranks_with(x, 2)"), (t.Groups(_X, 1, None, _LINE), "groups(x, 1, None, 4)"),
    (t.Alike(_X, 1, 3, _LINE), "alike(x, 1, 3, 4)"), (_SUBSETS, "sets(x, 1, None, 2, None, 4)"),
    (dataclasses.replace(_SUBSETS, few=True), "few_sets(x, 1, None, 2, None, 4)"),
    (t.Guises(_X, "f_2"), "guises(s, x, f_2)"), (t.Places(_X), "places(s, x)"),
    (t.Distinct(t.Places(_X), t.Const(0), False), "distinct(s, places(s, x), 0, False)"),
)  # fmt: skip
STATEMENTS = (
    (t.Let("x", t.Op("|", _X, t.Const(1))), "x |= 1"), (t.Store((t.Const(1), t.Const(2)), _X), "s[1] = s[2] = x"),
    (t.Fill(2, 3, _X), "s[2:5] = [x] * 3"), (t.Do(t.Call("gather")), "gather(s)"),
    (t.If(_X, (t.Break(),)), "if x:\n    break"), (t.While(_X, ()), "while x:\n    pass"),
    (t.ForBits("c", "x", _X, ()), "x = x\nwhile x:\n    c = x.bit_length() - 1\n    x ^= BIT[c]\n    pass"),
    (t.For(("x",), t.Members(_X), (), (), _LINE), "for x in spent(s, members(x), 4):\n    pass"),
    (t.Fail((t.Message("why"),), _LINE), "fail('why', 4)"), (t.Fail((_X,), _LINE), "fail(x, 4)"),
    (t.Fail((t.Message('the "{'), _X, t.Message("}")), _LINE), 'fail(f"the \\"{{{x}}}", 4)'),
    (t.Abandon(), "abandon()"),
    (t.Break(), "break"), (t.Return(None), "return None"), (t.Continue(5, (_X,)), "return b_5(s, x)"),
    (t.Continue(5, (), called=False), "return (5,)"), (t.Finish(t.Continue(5, ())), "return go_on(s, b_5(s))"),
    (t.Note("why", None), "pass"), (t.Begin("found"), "found = []"), (t.Append("found", _X), "found.append(x)"),
    (t.Reverse("found"), "found.reverse()"), (t.AsSet("x", "found"), "x = set(found)"),
    (t.Others("tries", "found", "x"), "tries += [move for move in found if move not in x]"),
    (
        t.Narrow("found", "first", "m", t.Call("f", (t.Reg("m"),))),
        "kept = [m for m in found[first:] if f(s, m)]\nif kept:\n    found[first:] = kept",
    ),
    (
        t.Counted((t.Return(_X),), t.Call("counted")),
        "try:\n    return x\nexcept Many:\n    return counted(s)",
    ),
)  # fmt: skip
NATIVE_ONLY = (t.Offer, t.OfferMember, t.OfferSubset)  # what is counted rather than listed


def test_each_class_has_its_text() -> None:
    for e, text in EXPRESSIONS:
        assert expression(e) == text
    for over, text in DOMAINS:
        assert domain(over) == text
    for statement, text in STATEMENTS:
        lines = function(t.Function("f", (), (statement,))).split("\n")[1:]
        assert "\n".join(line[4:] for line in lines) == text


def test_no_class_is_forgotten() -> None:
    shown = {type(e) for e, _ in (*EXPRESSIONS, *DOMAINS, *STATEMENTS)} | {t.Load, t.Store, *NATIVE_ONLY}
    assert {*get_args(t.Expr), *get_args(t.Domain), *get_args(t.Stmt)} == shown


def test_comments_and_remembered_results() -> None:
    told = function(t.Function("f", ("x",), (t.Note("why", t.Line(3)), t.Return(_X))), lambda note: note.words)
    assert told == "def f(s, x):\n    # why\n    return x"
    names: dict[str, Any] = {"KNOWN_f": {}}
    exec(function(t.Function("f", ("x", "y"), (t.Return(t.Op("*", _X, t.Reg("y"))),), known=2)), names)
    assert [names["f"]([], 3, k) for k in (1, 2, 1)] == [3, 6, 3]
    assert names["KNOWN_f"] == {(3, 1): 3, (3, 2): 6}
    names["f"]([], 3, 4)  # there is no room for a third result
    assert names["KNOWN_f"] == {(3, 4): 12}
