"""What Python closures made from a Program are, and what those who make them share.

A closure takes the state (with its scratch cells) and does or tells one thing. It is made once for a Program
and a number of players; all decisions that don't depend on the state are taken then.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from threading import RLock

from parlour import program as p
from parlour.machine.facts import Facts
from parlour.machine.faults import RulesetFault
from parlour.machine.folding import Folding
from parlour.machine.layout import Layout, Scratch
from parlour.machine.order import CardOrder
from parlour.program.walking import walk

Cells = list[int]
Value = Callable[[Cells], int]
Act = Callable[[Cells], None]

STEPS = 200_000  # between two questions


@dataclass
class Making:
    """One Program for one table, and the closures already made for it."""

    layout: Layout
    scratch: Scratch
    facts: Facts
    vectorise: bool = True  # guards over sets of cards as set expressions; both ways give the same
    functions: dict[int, Value] = field(default_factory=dict)
    permissions: dict[int, Value] = field(default_factory=dict)
    offers: dict[int, Value] = field(default_factory=dict)
    fired: list[int] | None = None  # how often each rule has fired; nothing where that isn't counted
    make_offers: Callable[[int], Value] | None = None  # set by who knows questions
    one_at_a_time: RLock = field(default_factory=RLock)  # what is made shares the scratch cells

    @cached_property
    def folding(self) -> Folding:
        return Folding(self.layout, self.facts)

    @cached_property
    def order(self) -> CardOrder:
        return CardOrder(self.layout)

    @cached_property
    def everybody_plays(self) -> bool:
        """Is nobody ever out?"""
        return not self._contains(p.LeaveTable)

    @cached_property
    def one_direction(self) -> bool:
        return not self._contains(p.Reverse)

    def _contains(self, kind: type) -> bool:
        rooms = (*self.program.code, *self.program.procedures)
        return any(isinstance(n, kind) for room in rooms for n in walk(room))

    @property
    def program(self) -> p.Program:
        return self.layout.program


def constant(value: int) -> Value:
    return lambda s: value


def spend(s: Cells, cell: int, rounds: int, origin: p.Origin | None) -> None:
    """Counts the rounds of a loop against the steps that are left until the next question."""
    left = s[cell] - rounds
    s[cell] = left
    if left < 0:
        raise RulesetFault(f"more than {STEPS} steps without a question", origin)


def in_turn(acts: list[Act]) -> Act:
    """One closure that does all of these."""
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
