"""Table code as Python text: every node has a text, and its result is the one computed by hand."""

from __future__ import annotations

from typing import Any, get_args

import pytest

from code_nodes import DOMAINS, EXPRESSIONS, NATIVE_ONLY, STATEMENTS, X
from code_samples import SAMPLES, Sample
from parlour import tablecode as t
from parlour.python.printer import domain, expression, function

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
    # The decorator makes each class again, for its slots.
    expressions = {of for of in t.Expr.__subclasses__() if vars(t)[of.__name__] is of}
    assert {*expressions, *get_args(t.Domain), *get_args(t.Stmt)} == shown


def test_comments_and_remembered_results() -> None:
    told = function(t.Function("f", ("x",), (t.Note("why", t.Line(3)), t.Return(X))), lambda note: note.words)
    assert told == "def f(s, x):\n    # why\n    return x"
    names: dict[str, Any] = {"KNOWN_f": {}}
    exec(function(t.Function("f", ("x", "y"), (t.Return(t.Op("*", X, t.Reg("y"))),), known=2)), names)
    assert [names["f"]([], 3, k) for k in (1, 2, 1)] == [3, 6, 3]
    assert names["KNOWN_f"] == {(3, 1): 3, (3, 2): 6}
    names["f"]([], 3, 4)  # there is no room for a third result
    assert names["KNOWN_f"] == {(3, 4): 12}
