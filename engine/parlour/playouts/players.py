"""Which execution plays: machine code where it can be had, else generated Python."""

from __future__ import annotations

from importlib import import_module

from parlour.playouts.player import Player
from parlour.playouts.python import PythonPlayer
from parlour.playouts.running import PlayoutError
from parlour.program import Program


def player_for(program: Program, players: int, native: bool | None) -> Player:
    """One that must be native, must not be, or is if possible."""
    if native is not False:
        found = _native(program, players)
        if found is not None:
            return found
        if native:
            raise PlayoutError('machine code needs llvmlite: pip install "parlour[native]"')
    return PythonPlayer(program, players)


def _native(program: Program, players: int) -> Player | None:
    """The part that needs llvmlite is asked for when it is wanted, as it may not be installed."""
    try:
        module = import_module("parlour.native.player")
    except ImportError:
        return None
    player: Player = module.player(program, players)
    return player
