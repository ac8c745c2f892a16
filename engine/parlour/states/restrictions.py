"""Finds the clauses that a legal move obeys: those that would forbid it with another choice."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from parlour import program as p
from parlour.python.actions import ActionCode
from parlour.states.machine import Machine
from parlour.table.cells import Cells
from parlour.table.faults import RulesetFault
from parlour.table.packing import Digit, digit

MOST_TRIED = 300  # other values of a slot


def obeyed(machine: Machine, s: Cells, number: int) -> tuple[p.Clause, ...]:
    """Return the clauses that don't forbid a move, but would forbid it with another card, number or suit, whether its
    player could choose that or not. They are the rules that the move had to obey."""
    code = machine.question(s)
    payload, index = divmod(number, len(code.arms))
    arm = code.arms[index]
    own = arm.packing.unpack(payload)
    left = [code for code in arm.clauses if not code.clause.allow and not code.applies(s, *own)]
    found: list[p.Clause] = []
    for values in _others(arm, own):
        for clause in left:
            with suppress(RulesetFault):  # a clause can need a value that only real choices have
                if clause.clause not in found and clause.applies(s, *values):
                    found.append(clause.clause)
    return tuple(code.clause for code in left if code.clause in found)


def _others(arm: ActionCode, own: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Yield the choices that differ from a move in one slot."""
    for place, slot in enumerate(arm.arm.slots):
        for value in _values(digit(arm.layout, slot), slot):
            yield (*own[:place], value, *own[place + 1 :])


def _values(values: Digit, slot: p.Slot) -> Iterator[int]:
    """Yield the values of a slot; single members if it takes several, and small numbers if it takes any."""
    if slot.many:
        yield from (1 << member for member in range(min(values.radix.bit_length() - 1, MOST_TRIED)))
    else:
        yield from range(min(values.radix - values.bias, MOST_TRIED))
