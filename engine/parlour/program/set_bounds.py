"""The conditions that a condition consists of, and the limits that they set for the size of a set."""

from __future__ import annotations

from parlour.base.frozen import frozen
from parlour.program.expressions import And, Const, Expr, Local, Op, Size


@frozen
class Bounds:
    """The least and greatest number of members of a set; None: no bound."""

    low: int | None = None
    high: int | None = None

    def within(self, other: Bounds) -> Bounds:
        lows = [n for n in (self.low, other.low) if n is not None]
        highs = [n for n in (self.high, other.high) if n is not None]
        return Bounds(max(lows, default=None), min(highs, default=None))


def conjuncts(guard: Expr) -> list[Expr]:
    if isinstance(guard, And):
        return [part for item in guard.items for part in conjuncts(item)]
    return [guard]


def bounds(guard: Expr | None, local: int) -> Bounds:
    """The bounds that tests such as `cs.size == 4` set for the set in a local."""
    total = Bounds()
    for item in [] if guard is None else conjuncts(guard):
        match item:
            case Op(op, Size(Local(index)), Const(n)) if index == local:
                total = total.within(_BOUNDS[op](n) if op in _BOUNDS else Bounds())
            case _:
                pass
    return total


def ranks_of_runs(width: int, low: int | None = None, high: int | None = None) -> tuple[int, int | None]:
    """Return the least and greatest number of ranks of the runs with `low` to `high` cards, `width` of each rank. A run
    has at least two ranks."""
    return max(2, -(-(low or 0) // width)), None if high is None else high // width


_BOUNDS = {
    "==": lambda n: Bounds(n, n),
    "<=": lambda n: Bounds(None, n),
    "<": lambda n: Bounds(None, n - 1),
    ">=": lambda n: Bounds(n, None),
    ">": lambda n: Bounds(n + 1, None),
}
