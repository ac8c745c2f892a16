"""Sets up a described table and reads a move there. Many tables that `why` considers can't be set up."""

from __future__ import annotations

from parlour.base.diagnostics import RulesetError
from parlour.disputes.plain import Plan, start
from parlour.disputes.readings import Reading, read
from parlour.examples.layable import Interpreted
from parlour.states.state import State
from parlour.table.faults import RulesetFault


def attempt(mix: Interpreted, players: int, planned: Plan, move: str) -> tuple[State, Reading] | None:
    """Return the state at the beginning, and the reading of the move; None if Parlour can't set up the table."""
    try:
        given = planned.ways(mix.table(players).machine.layout.pack)[0].given
        state = start(mix, given, players, None).state
        return state, read(state, move)
    except (RulesetError, RulesetFault, ValueError):
        return None
