"""Machines and tables whose code is saved between runs."""

from __future__ import annotations

from parlour import program as p
from parlour.states.machine import Machine
from parlour.states.state import Table

FEW = 1000  # steps, for which it doesn't pay to generate all code


def fast_machine(program: p.Program, players: int) -> Machine:
    """Return a machine for many games: all its code is generated at once."""
    return Machine(program, players, "all")


def machine_for(steps: int, program: p.Program, players: int) -> Machine:
    """Return a machine for about so many steps."""
    return Machine(program, players, "called" if steps < FEW else "all")


def saved_table(program: p.Program, players: int) -> Table:
    return Table.of(program, players, "called")
