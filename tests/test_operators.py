"""Operators mean the same wherever they are computed: before play, for one table, and in play by all executions."""

from __future__ import annotations

from pathlib import Path

import pytest

from parlour.program import BinOp, Const, Local, Op, fold
from parlour.program.operators import BOUND, OPERATORS, OPPOSITE, TURNED, computed
from parlour.table.constants import NotConstantError, operate
from three_ways import Small

NUMBERS = (-BOUND, -100_000, -7, -2, -1, 0, 1, 2, 7, 46_341, 100_000, BOUND - 1)
SETS = (0, 1, 2, 5, 6, 1 << 40)
OF_SETS = ("|", "&", "-set", "has", "within")


@pytest.mark.parametrize("op", OPERATORS)
def test_what_is_computed_before_play_is_what_a_table_computes(op: BinOp) -> None:
    values = SETS if op in OF_SETS else NUMBERS
    for a in values:
        for b in range(-1, 41) if op == "has" else values:
            value = computed(op, a, b)
            folded = fold.op(op, Const(a), Const(b))
            assert folded == (Op(op, Const(a), Const(b)) if value is None else Const(value))
            if value is None:
                with pytest.raises(NotConstantError):
                    operate(op, a, b)
            else:
                assert operate(op, a, b) == value


@pytest.mark.parametrize("op", TURNED)
def test_comparisons_turned_and_denied(op: BinOp) -> None:
    for a in NUMBERS:
        for b in NUMBERS:
            assert computed(TURNED[op], b, a) == computed(op, a, b)
            assert computed(OPPOSITE[op], a, b) == 1 - OPERATORS[op].meaning(a, b)


UNKNOWN = Local(0)
DIVIDED = Op("//", Const(1), UNKNOWN)


@pytest.mark.parametrize("value", [fold.TRUE, fold.FALSE])
def test_a_constant_decides_only_what_comes_after_it(value: Const) -> None:
    join = fold.conjunction if value == fold.FALSE else fold.disjunction
    assert join((value, DIVIDED)) == value
    assert join((UNKNOWN, value)) == value
    assert join((DIVIDED, value)) not in (value, DIVIDED)


STATE = "state:\n  n: {type: int}\n  x: {type: int}\n  t: {type: bool}\n"
DIVISOR = "options:\n  k: {type: int, in: 0..3, default: 1, text: k}\n"


@pytest.mark.parametrize(
    ("step", "finding", "sections"),
    [
        ("n = 1 // 0", "division by zero", ""),
        ("t = 1 mod 0 == 0 and false", "division by zero", ""),
        ("n = 1 // (2 - 2)", "division by zero: `2 - 2` is 0", ""),
        ("if n == 4: n = 1 // 0", "division by zero", ""),
        ("n = f()", "division by zero", "functions:\n  f(): 6 // 0\n"),
        ("if false: n = 1 // 0", None, ""),
        ("n = 1 if n == n or true else 1 // 0", None, ""),
        ("n = 1", "division by zero", "functions:\n  f(c): pips(c.rank) // 0\nnames: {c: card}\n"),
        ("n = 1", None, "functions:\n  f(c): pips(c.rank) // 1 if false else 1\nnames: {c: card}\n"),
        ("if false: n = f()", None, "functions:\n  f(): 6 // 0\n"),
        ("if false: go()", None, "procedures:\n  go(): n = 6 // 0\n"),
        ("n = 1 // 1", None, ""),
    ],
)
def test_a_constant_that_is_zero_divides_nothing(tmp_path: Path, step: str, finding: str | None, sections: str) -> None:
    found = Small(tmp_path, step, STATE + sections).findings()
    assert [(d.severity, d.code, d.message) for d in found] == [("error", "division", finding)] * (finding is not None)


@pytest.mark.parametrize(
    ("step", "zero"),
    [
        ("n = 6 // options.k", True),
        ("n = 6 mod options.k", True),
        ("if options.k > 0: n = 6 // options.k", False),
        ("n = 6 // options.k if options.k != 0 else 9", False),
        ("for p in players where options.k > 0: n = 6 // options.k", False),
        ("if n == 0 and options.k > 0: n = 6 // options.k", False),
        ("n = 6 // (options.k + 1)", False),
    ],
)
def test_an_option_that_is_zero_divides_nothing(tmp_path: Path, step: str, zero: bool) -> None:
    small = Small(tmp_path, step, STATE + DIVISOR)
    assert small.findings() == ()
    assert [d.message for d in small.findings({"k": 0})] == ["division by zero: `options.k` is 0"] * zero
