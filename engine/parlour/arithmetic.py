"""What the operators of the language mean: the one table that constants are computed by, before play and for a table.

Part of the waist, beside the Program that the operators stand in. The executions compute by code of their own, which
the tests compare with this.
"""

from __future__ import annotations

from collections.abc import Callable

from parlour.program import BinOp

BOUND = 1 << 31  # numbers of a ruleset are less than this, and at least minus this; products are more than minus this

MEANINGS: dict[BinOp, Callable[[int, int], int]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "//": lambda a, b: a // b,
    "mod": lambda a, b: a % b,
    "min": min,
    "max": max,
    "==": lambda a, b: int(a == b),
    "!=": lambda a, b: int(a != b),
    "<": lambda a, b: int(a < b),
    "<=": lambda a, b: int(a <= b),
    ">": lambda a, b: int(a > b),
    ">=": lambda a, b: int(a >= b),
    "|": lambda a, b: a | b,
    "&": lambda a, b: a & b,
    "-set": lambda a, b: a & ~b,
    "has": lambda a, b: a >> b & 1 if b >= 0 else 0,
    "within": lambda a, b: int(not a & ~b),
}


def computed(op: BinOp, a: int, b: int) -> int | None:
    """The value, or nothing where play would stop with a runtime error: that is left to the play."""
    if op in ("//", "mod") and b == 0:
        return None
    value = MEANINGS[op](a, b)
    return None if op == "*" and abs(value) >= BOUND else value
