"""The effects of code: the functions that change the state, and the cells that a store can reach.

Regions are runs of cells that no address reaches from outside: a zone's cards, a variable's values, the places of
cards. An address is a constant, or begins with the first cell of its region.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from parlour import tablecode as t
from parlour.tablecode.reaching import called
from parlour.tablecode.walk import walk

# A list is another one each time that it is begun.
_CHANGES = (t.Store, t.Fill, t.Continue, t.Finish, t.CallBy, t.Begin)


@dataclass(frozen=True)
class Regions:
    """`starts`: the first cells of the regions, in ascending order. `plain`: the cells that only constants address."""

    starts: Sequence[int]
    plain: Collection[int]

    def of(self, at: t.Expr) -> int | None:
        """The number of the region of an address; None if it can be any region."""
        match at:
            case t.Const(cell):
                return bisect_right(self.starts, cell)
            case t.Op("+" | "-", left, _):
                return self.of(left)
        return None


def unchanging(functions: Iterable[t.Function], others: Collection[str] = ()) -> frozenset[str]:
    """Return the functions that can't change the state, directly or through calls: code can reuse their results.

    `others` are functions of which that is known.
    """
    calls = {of.name: called(of) for of in functions if not any(isinstance(n, _CHANGES) for n in walk(of))}
    while changing := {name for name, names in calls.items() if not names <= calls.keys() | set(others)}:
        for name in changing:
            del calls[name]
    return frozenset(calls).union(others)
