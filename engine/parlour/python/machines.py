"""Machines that play by generated Python, at once or as soon as it pays."""

from __future__ import annotations

from parlour import program as p
from parlour.python.execution import GeneratedPython
from parlour.python.tiered import INTERPRETED, tiered
from parlour.states.machine import Machine
from parlour.states.state import Table


def fast_machine(program: p.Program, players: int) -> Machine:
    return Machine(program, players, GeneratedPython)


def machine_for(steps: int, program: p.Program, players: int) -> Machine:
    """Return a machine for about so many steps: it generates code only if that pays."""
    return Machine(program, players, tiered if steps < INTERPRETED else GeneratedPython)


def tiered_table(program: p.Program, players: int) -> Table:
    return Table.of(program, players, tiered)
