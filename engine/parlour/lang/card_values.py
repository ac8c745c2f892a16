"""The least and the greatest value of an expression about what a card shows, if that is certain before play."""

from __future__ import annotations

from parlour import program as ir
from parlour.program.operators import FALLIBLE, OPERATORS

Bounds = tuple[int, int]
TRUTH = (0, 1)


def bounds(expr: object, design: ir.Design) -> Bounds | None:
    """Return the bounds of an expression; None if they aren't known, or if an operator could fail within them."""
    match expr:
        case ir.Const(value):
            return value, value
        case ir.Pips():
            return min(design.pips), max(design.pips)
        case ir.Not() | ir.And() | ir.Or():
            return TRUTH
        case ir.If(_, then, other):
            sides = bounds(then, design), bounds(other, design)
            return None if sides[0] is None or sides[1] is None else _around([*sides[0], *sides[1]])
        case ir.Op(op, left, right):
            return _of_operator(op, bounds(left, design), bounds(right, design))
        case _:
            return None


def _of_operator(op: ir.BinOp, left: Bounds | None, right: Bounds | None) -> Bounds | None:
    """Return the bounds of `a op b`: those of the corners, because each operator is monotonous between them."""
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


def _around(values: list[int]) -> Bounds:
    return min(values), max(values)
