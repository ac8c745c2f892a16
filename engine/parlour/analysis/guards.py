"""Splits the condition of an action into parts, and finds the choice and the set size that each part restricts.

So a choice that leads nowhere is dropped before the choices after it are considered. Knows expressions only.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from parlour import program as p
from parlour.program.walking import free_locals


@dataclass(frozen=True)
class Bounds:
    """The least and greatest number of members of a set; None: no bound."""

    low: int | None = None
    high: int | None = None

    def within(self, other: Bounds) -> Bounds:
        lows = [n for n in (self.low, other.low) if n is not None]
        highs = [n for n in (self.high, other.high) if n is not None]
        return Bounds(max(lows, default=None), min(highs, default=None))


def by_slot(guard: p.Expr, slots: Sequence[p.Slot]) -> list[p.Expr | None]:
    """Return for each slot the conditions that can be evaluated once the slot is filled, in the order of the source."""
    found: list[list[p.Expr]] = [[] for _ in slots]
    for item in conjuncts(guard):
        inside = free_locals(item)
        last = max((k for k, slot in enumerate(slots) if slot.local in inside), default=0)
        found[last].append(item)
    return [None if not items else items[0] if len(items) == 1 else p.And(tuple(items)) for items in found]


def conjuncts(guard: p.Expr) -> list[p.Expr]:
    if isinstance(guard, p.And):
        return [part for item in guard.items for part in conjuncts(item)]
    return [guard]


def bounds(guard: p.Expr | None, local: int) -> Bounds:
    """The bounds that tests such as `cs.size == 4` set for the set in a local."""
    total = Bounds()
    for item in [] if guard is None else conjuncts(guard):
        match item:
            case p.Op(op, p.Size(p.Local(index)), p.Const(n)) if index == local:
                total = total.within(_BOUNDS[op](n) if op in _BOUNDS else Bounds())
            case _:
                pass
    return total


_BOUNDS = {
    "==": lambda n: Bounds(n, n),
    "<=": lambda n: Bounds(None, n),
    "<": lambda n: Bounds(None, n - 1),
    ">=": lambda n: Bounds(n, None),
    ">": lambda n: Bounds(n + 1, None),
}
