"""Compiles actions under a trace: their offers, and marks for the clauses that decide about each choice.

Computes offers as always. Then it evaluates the unchanged conditions and clauses of the action again for each choice.
The offers themselves often come from whole sets of cards.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import islice
from typing import Protocol

from parlour import program as p
from parlour.interpreter.expressions import Expressions
from parlour.interpreter.tracing import Trace
from parlour.table.cells import Cells, Value
from parlour.table.faults import RulesetFault
from parlour.table.subsets import Subsets

Offer = Callable[[Cells], Sequence[int]]
MOST = 400  # choices of one action that are looked at


class ObservedAction(Protocol):
    """The part of an action as closures (`arms`) that this module needs."""

    arm: p.Arm
    x: Expressions
    thinkable: Offer
    admitted: Offer

    def bind(self, s: Cells, payload: int) -> None: ...


def observed(arm: ObservedAction, offered: Offer) -> Offer:
    """The offers of an action that also leave marks."""
    ordinary = arm.x.compilation
    compilation = ordinary.traced
    assert compilation is not None, "observing needs a traced table"
    assert compilation.trace is not None, "observing needs a traced table"
    trace, steps = compilation.trace, ordinary.scratch.steps
    x = Expressions(compilation, arm.x.renamed)
    x.origin = arm.arm.origin
    test = None if arm.arm.test is None else x.test(arm.arm.test)
    where = None if arm.arm.where is None else x.test(arm.arm.where)
    judge = None if arm.arm.may is None else x.judging(arm.arm.may)
    blind = None if arm.arm.blind is None else x.value(arm.arm.blind)  # notes the clauses that decide
    domains = [domain for slot in arm.arm.slots for domain in _domains(x, slot)]
    faces = [_faces(x, slot) for slot in arm.arm.slots if slot.form == "guises"]
    number, leave = trace.number(arm.arm.origin, "asked"), trace.leave
    seen = SeenStates(trace)

    def look(s: Cells) -> Sequence[int]:
        known = seen.again(s)
        found = offered(s)
        if known:
            return found
        left = s[steps]
        leave(number)
        if test is None or test(s):
            for read in domains[:1]:  # it may be empty
                read(s)
            for payload in islice(_choices(arm, s), MOST):
                arm.bind(s, payload)
                for read in (*domains, *faces):
                    read(s)
                if where is not None and not where(s):
                    continue
                if judge is not None:
                    judge(s, payload in found)
                if blind is not None:
                    blind(s)
        s[steps] = left
        return found

    return look


class SeenStates:
    """The states since the marks of a trace were last taken: in the same state, an action would leave the same ones."""

    def __init__(self, trace: Trace) -> None:
        self._trace = trace
        self._times = -1
        self._states: set[tuple[int, ...]] = set()

    def again(self, s: Cells) -> bool:
        if self._times != self._trace.times_taken:
            self._times = self._trace.times_taken
            self._states.clear()
        state = tuple(s)
        known = state in self._states
        self._states.add(state)
        return known


def _choices(arm: ObservedAction, s: Cells) -> Sequence[int]:
    """Return all possible choices, or if there are too many, the choices that the action admits."""
    try:
        choices = arm.thinkable(s)
    except RulesetFault:
        return arm.admitted(s)
    return arm.admitted(s) if isinstance(choices, Subsets) or len(choices) > MOST else choices


def _domains(x: Expressions, slot: p.Slot) -> list[Value]:
    """The domain of a slot, and the number of values to choose."""
    sizes = [x.value(size) for size in (slot.low, slot.high) if size is not None]
    match slot.domain:
        case p.Span(low, high):
            return [x.value(low), x.value(high)]
        case p.SeatOrder(start):
            return [x.value(start)]
        case _ if slot.form == "places":
            return []
        case zone_or_set:
            return [x.value(zone_or_set), *sizes]


def _faces(x: Expressions, slot: p.Slot) -> Value:
    """The faces that a card can count as, from the function that returns them."""
    assert slot.faces is not None, "a choice of guises lists its faces"
    return x.value(p.CallFunction(slot.faces, (p.Guised(p.Local(slot.local), p.Const(p.NONE)),)))
