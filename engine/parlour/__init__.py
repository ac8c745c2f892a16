"""Parlour: house rules as data."""

from parlour.diagnostics import RulesetError
from parlour.game import Game, TableError, load
from parlour.machine.faults import RulesetFault
from parlour.machine.moves import Move
from parlour.machine.saves import SaveError
from parlour.machine.state import IllegalMove, Outcome, Question, State
from parlour.views import View, Witness, view, witnesses

__all__ = [
    "Game", "IllegalMove", "Move", "Outcome", "Question", "RulesetError", "RulesetFault", "SaveError", "State",
    "TableError", "View", "Witness", "load", "view", "witnesses",
]  # fmt: skip
