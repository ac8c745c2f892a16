"""The meaning of the language's operators, and when they fail: the one table for computing constants.

Folding before play (`lang/`) and folding for a table (`analysis/`) use this table. The executions compute by code of
their own, which the tests compare with it. Imports nothing but the names of the operators.
"""

from __future__ import annotations

from collections.abc import Callable

from parlour.base.frozen import frozen
from parlour.program.expressions import BinOp

BOUND = 1 << 31  # numbers of a ruleset are less than this, and at least minus this; products are more than minus this


@frozen
class OperatorMeaning:
    meaning: Callable[[int, int], int]
    fails: Callable[[int, int], bool] | None = None  # the operands for which play stops with a runtime error


def _by_zero(_: int, divisor: int) -> bool:
    return divisor == 0


def _too_large(a: int, b: int) -> bool:
    return abs(a * b) >= BOUND


OPERATORS: dict[BinOp, OperatorMeaning] = {
    "+": OperatorMeaning(lambda a, b: a + b),
    "-": OperatorMeaning(lambda a, b: a - b),
    "*": OperatorMeaning(lambda a, b: a * b, _too_large),
    "//": OperatorMeaning(lambda a, b: a // b, _by_zero),
    "mod": OperatorMeaning(lambda a, b: a % b, _by_zero),
    "min": OperatorMeaning(min),
    "max": OperatorMeaning(max),
    "==": OperatorMeaning(lambda a, b: int(a == b)),
    "!=": OperatorMeaning(lambda a, b: int(a != b)),
    "<": OperatorMeaning(lambda a, b: int(a < b)),
    "<=": OperatorMeaning(lambda a, b: int(a <= b)),
    ">": OperatorMeaning(lambda a, b: int(a > b)),
    ">=": OperatorMeaning(lambda a, b: int(a >= b)),
    "|": OperatorMeaning(lambda a, b: a | b),
    "&": OperatorMeaning(lambda a, b: a & b),
    "-set": OperatorMeaning(lambda a, b: a & ~b),
    "has": OperatorMeaning(lambda a, b: a >> b & 1 if b >= 0 else 0),
    "within": OperatorMeaning(lambda a, b: int(not a & ~b)),
}

# A comparison with its sides swapped, and its negation.
TURNED: dict[BinOp, BinOp] = {"==": "==", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}
OPPOSITE: dict[BinOp, BinOp] = {"==": "!=", "!=": "==", "<": ">=", "<=": ">", ">": "<=", ">=": "<"}

FALLIBLE = frozenset(op for op, operator in OPERATORS.items() if operator.fails is not None)


def computed(op: BinOp, a: int, b: int) -> int | None:
    """Return the value, or None where play would stop with a runtime error: play reports that."""
    operator = OPERATORS[op]
    return None if operator.fails is not None and operator.fails(a, b) else operator.meaning(a, b)
