"""Machines that play by code which is generated at once, or function by function."""

from __future__ import annotations

from parlour import program as p
from parlour.python.code_cache import generated, saved
from parlour.states.machine import Machine
from parlour.states.state import Table

FEW = 1000  # steps, for which it doesn't pay to generate all code


def fast_machine(program: p.Program, players: int) -> Machine:
    return Machine(program, players, made=generated)


def machine_for(steps: int, program: p.Program, players: int) -> Machine:
    """Return a machine for about so many steps: it generates all code only if that pays."""
    return Machine(program, players, made=saved if steps < FEW else generated)


def saved_table(program: p.Program, players: int) -> Table:
    return Table.of(program, players, saved)
