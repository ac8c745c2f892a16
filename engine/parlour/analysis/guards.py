"""Splits the condition of an action into parts, and finds the choice that each part restricts.

So a choice that leads nowhere is dropped before the choices after it are considered. Knows expressions only.
"""

from __future__ import annotations

from collections.abc import Sequence

from parlour import program as p
from parlour.program.set_bounds import conjuncts
from parlour.program.walking import free_locals


def by_slot(guard: p.Expr, slots: Sequence[p.Slot]) -> list[p.Expr | None]:
    """Return for each slot the conditions that can be evaluated once the slot is filled, in the order of the source."""
    found: list[list[p.Expr]] = [[] for _ in slots]
    for item in conjuncts(guard):
        inside = free_locals(item)
        last = max((k for k, slot in enumerate(slots) if slot.local in inside), default=0)
        found[last].append(item)
    return [None if not items else items[0] if len(items) == 1 else p.And(tuple(items)) for items in found]
