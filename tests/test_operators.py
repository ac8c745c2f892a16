"""Operators mean the same wherever they are computed: before play, and for one table."""

import pytest

from parlour.program import BinOp, Const, Local, Op, fold
from parlour.program.operators import BOUND, OPERATORS, OPPOSITE, TURNED, computed
from parlour.table.constants import NotConstantError, operate

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
