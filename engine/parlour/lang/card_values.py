"""The least and the greatest value of an expression about what a card shows, if that is certain before play."""

from __future__ import annotations

from parlour import program as ir
from parlour.program.operators import FALLIBLE, OPERATORS

ValueRange = tuple[int, int]
TRUTH = (0, 1)


def value_range(expr: object, design: ir.Design) -> ValueRange | None:
    """Return the least and the greatest value; None if they aren't known, or if an operator could fail between them."""
    match expr:
        case ir.Const(value):
            return value, value
        case ir.Pips():
            return min(design.pips), max(design.pips)
        case ir.Not() | ir.And() | ir.Or():
            return TRUTH
        case ir.If(_, then, other):
            sides = value_range(then, design), value_range(other, design)
            return None if sides[0] is None or sides[1] is None else _around([*sides[0], *sides[1]])
        case ir.Op(op, left, right):
            return _of_operator(op, value_range(left, design), value_range(right, design))
        case _:
            return None


def _of_operator(op: ir.BinOp, left: ValueRange | None, right: ValueRange | None) -> ValueRange | None:
    """Return the range of `a op b`: that of the corners, because each operator is monotonous between them."""
    if op in ("==", "!=", "<", "<=", ">", ">="):
        return TRUTH
    if left is None or right is None or op not in ("+", "-", "*", "//", "mod", "min", "max"):
        return None
    if op in ("//", "mod") and right[0] != right[1]:
        return None  # the divisor could be zero in between
    operator, corners = OPERATORS[op], [(a, b) for a in left for b in right]
    if op in FALLIBLE and operator.fails is not None and any(operator.fails(a, b) for a, b in corners):
        return None
    if op == "mod":
        return _around([0, right[0]])
    return _around([operator.meaning(a, b) for a, b in corners])


def _around(values: list[int]) -> ValueRange:
    return min(values), max(values)
