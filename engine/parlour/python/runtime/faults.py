"""Values that may not be what they are: they are looked at, and a fault says where in the ruleset that is."""

from __future__ import annotations

from collections.abc import Sequence

from parlour import program as p
from parlour.program.operators import BOUND
from parlour.table.cells import Cells
from parlour.table.faults import RulesetFault
from parlour.table.layout import Layout


class Faults:
    def __init__(self, layout: Layout, origins: Sequence[p.Origin | None]) -> None:
        self.layout = layout
        self.origins = origins

    def sure(self, v: int, nothing: int, message: str, at: int) -> int:
        if v == nothing:
            raise RulesetFault(message, self.origins[at])
        return v

    def key(self, k: int, size: int, message: str, at: int) -> int:
        if not 0 <= k < size:
            raise RulesetFault(message, self.origins[at])
        return k

    def bounded(self, v: int, at: int) -> int:
        if not -BOUND <= v < BOUND:
            raise RulesetFault(f"the number {v} is too large", self.origins[at])
        return v

    def product(self, a: int, b: int, at: int) -> int:
        x = a * b
        if not -BOUND < x < BOUND:
            raise RulesetFault(f"the number {x} is too large", self.origins[at])
        return x

    def quotient(self, a: int, b: int, at: int) -> int:
        if not b:
            raise RulesetFault("division by zero", self.origins[at])
        return a // b

    def remainder(self, a: int, b: int, at: int) -> int:
        if not b:
            raise RulesetFault("division by zero", self.origins[at])
        return a % b

    def put_field(self, record: int, value: int, shift: int, width: int, bias: int, at: int) -> int:
        v, limit = value + bias, 1 << width
        if not 0 <= v < limit:
            message = f"a field that holds {-bias} to {limit - 1 - bias} can't be {value}"
            raise RulesetFault(message, self.origins[at])
        return record & ~(limit - 1 << shift) | v << shift

    def marked(self, card: int, at: int) -> int:
        if card < 0:
            raise RulesetFault("there is no card to mark", self.origins[at])
        return card

    def opened(self, s: Cells, cell: int, question: int) -> int:
        """The sealed answer to a question."""
        kept = s[cell] - 1
        if kept < 0:
            raise RulesetFault("this player has not answered yet", self.layout.program.questions[question].origin)
        s[cell] = 0
        return kept

    def no_card(self, at: int) -> None:
        raise RulesetFault("there is no card to move", self.origins[at])


def placed(fault: RulesetFault, origin: p.Origin | None) -> RulesetFault:
    """A fault that says where it is, if it didn't yet."""
    return fault if fault.origin is not None else RulesetFault(fault.message, origin)
