"""The least and the greatest value of an expression, if that is certain before play."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from parlour import program as p
from parlour.program.operators import FALLIBLE, OPERATORS

ValueRange = tuple[int, int]
Known = Callable[[p.Expr], ValueRange | None]
TRUTH = (0, 1)


def value_range(expr: p.Expr, design: p.Design, known: Known = lambda part: None) -> ValueRange | None:
    """Return the least and the greatest value; None if they aren't certain, or if an operator could fail between them.
    `known` returns those of other parts."""
    match expr:
        case p.Const(value):
            return value, value
        case p.Pips():
            return around(design.pips)
        case p.Not() | p.And() | p.Or():
            return TRUTH
        case p.If(_, then, other):
            sides = value_range(then, design, known), value_range(other, design, known)
            return None if sides[0] is None or sides[1] is None else around([*sides[0], *sides[1]])
        case p.Op(op, left, right):
            return of_operator(op, value_range(left, design, known), value_range(right, design, known))
        case _:
            return known(expr)


def of_operator(op: p.BinOp, left: ValueRange | None, right: ValueRange | None) -> ValueRange | None:
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
        return around([0, right[0]])
    return around([operator.meaning(a, b) for a, b in corners])


def around(values: Sequence[int]) -> ValueRange:
    return min(values), max(values)
