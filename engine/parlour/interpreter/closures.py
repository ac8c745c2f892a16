"""The closures that a Program is compiled to, and the state that their compilers share.

A closure takes the state (with its scratch cells) and does or returns one thing. Parlour makes it once for a Program
and a number of players, and then decides everything that doesn't depend on the state.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from threading import RLock
from typing import TypeVar

from parlour import program as p
from parlour.analysis.premises import Premises
from parlour.interpreter.scratch import Scratch
from parlour.interpreter.tracing import JudgedPermission, Trace
from parlour.table.cells import Act, Cells, Value
from parlour.table.faults import LimitFault
from parlour.table.layout import Layout
from parlour.table.limits import STEPS

Made = TypeVar("Made")


@dataclass
class Compilation:
    """The closures made so far for one Program at one table, and their shared state."""

    premises: Premises
    scratch: Scratch
    functions: dict[int, Value] = field(default_factory=dict)  # made at their first calls, like the next two
    permissions: dict[int, Value] = field(default_factory=dict)
    offers: dict[int, Value] = field(default_factory=dict)
    fired: list[int] | None = None  # how often each rule has fired; None where that isn't counted
    judged: dict[int, JudgedPermission] = field(default_factory=dict)  # of a traced table
    trace: Trace | None = None  # where these closures leave marks
    traced: Compilation | None = None  # the same table with closures that leave marks
    make_offers: Callable[[int], Value] | None = None  # set by `Questions`
    one_at_a_time: RLock = field(default_factory=RLock)  # compilation uses the shared scratch cells

    @property
    def layout(self) -> Layout:
        return self.premises.layout

    @property
    def program(self) -> p.Program:
        return self.premises.program

    def while_playing(self, s: Cells, make: Callable[[], Made]) -> Made:
        """Compile what play reaches for the first time: short games reach little. The code can need more scratch
        cells."""
        with self.one_at_a_time:
            made = make()
            s += self.scratch.cells[len(s) - self.layout.size :]
        return made


def constant(value: int) -> Value:
    return lambda s: value


def spend(s: Cells, cell: int, rounds: int, origin: p.Origin | None) -> None:
    """Count the rounds of a loop against the steps that are left until the next question."""
    left = s[cell] - rounds
    s[cell] = left
    if left < 0:
        raise LimitFault(f"more than {STEPS} steps without a question", origin)


def in_turn(acts: list[Act]) -> Act:
    """Return one closure that does all of these."""
    if len(acts) == 1:
        return acts[0]
    if len(acts) == 2:
        first, second = acts

        def two(s: Cells) -> None:
            first(s)
            second(s)

        return two
    if len(acts) == 3:
        a, b, c = acts

        def three(s: Cells) -> None:
            a(s)
            b(s)
            c(s)

        return three

    def all_acts(s: Cells) -> None:
        for act in acts:
            act(s)

    return all_acts
