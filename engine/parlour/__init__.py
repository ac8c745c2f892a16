"""Parlour: house rules as data.

Imports a name on first use, so that the command line starts fast.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from parlour.api import check, compare, load, tune
    from parlour.base.diagnostics import Diagnostic, RulesetError
    from parlour.game import Game, TableError
    from parlour.influence.effects import Influence, Mattered
    from parlour.library.library import Library
    from parlour.playouts.play_out import PlayoutsInterrupt
    from parlour.playouts.played import Fired, Playouts
    from parlour.playouts.player import PlayoutError, PlayoutFault
    from parlour.session.session import Session
    from parlour.states.moves import Move
    from parlour.states.outcomes import Outcome
    from parlour.states.state import IllegalMove, Question, State
    from parlour.table.faults import RulesetFault, StateError
    from parlour.table.saves import SaveError
    from parlour.views.view import View, view
    from parlour.views.witnessed import Witness, witnesses

__all__ = [
    "Diagnostic", "Fired", "Game", "IllegalMove", "Influence", "Library", "Mattered", "Move", "Outcome",
    "PlayoutError", "PlayoutFault", "Playouts", "PlayoutsInterrupt", "Question", "RulesetError", "RulesetFault",
    "SaveError", "Session", "State", "StateError", "TableError", "View", "Witness", "check", "compare", "load", "tune",
    "view", "witnesses",
]  # fmt: skip

_ROOMS = {
    "api": ("check", "compare", "load", "tune"),
    "base.diagnostics": ("Diagnostic", "RulesetError"),
    "game": ("Game", "TableError"),
    "influence.effects": ("Influence", "Mattered"),
    "library.library": ("Library",),
    "table.faults": ("RulesetFault", "StateError"),
    "states.moves": ("Move",),
    "states.outcomes": ("Outcome",),
    "table.saves": ("SaveError",),
    "states.state": ("IllegalMove", "Question", "State"),
    "playouts.player": ("PlayoutError", "PlayoutFault"),
    "playouts.played": ("Fired", "Playouts"),
    "playouts.play_out": ("PlayoutsInterrupt",),
    "session.session": ("Session",),
    "views": ("View", "Witness", "view", "witnesses"),
}


def __getattr__(name: str) -> object:
    for room, names in _ROOMS.items():
        if name in names:
            value: object = getattr(import_module(f"parlour.{room}"), name)
            globals()[name] = value
            return value
    raise AttributeError(f"module `parlour` has no `{name}`")


def __dir__() -> list[str]:
    return __all__
