"""Many random games of one ruleset, and what they tell: who wins, how they end, how long they are, which rules fire.

What one of these games is, is specified in docs/playouts.md: every execution plays the same ones. Made for statistics;
nothing here is told to anybody at a table.
"""

from parlour.playouts.player import PlayoutError, PlayoutFault
from parlour.playouts.result import Fired, Playouts
from parlour.playouts.running import PlayoutsInterrupt, play_out
from parlour.playouts.seeds import game_seed

__all__ = ["Fired", "PlayoutError", "PlayoutFault", "Playouts", "PlayoutsInterrupt", "game_seed", "play_out"]
