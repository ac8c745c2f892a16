"""Decides how many games to play at a time, so that stopping never takes long.

Knows only the times of games.
"""

from __future__ import annotations

import time

from parlour.playouts.player import GameChunk, Player, Task

MOMENT = 0.05  # seconds
MANY, FASTER = 4096, 16  # games at most, and the factor by which the number can grow at once


class Pace:
    """The pace of one task, since games of other tasks can be longer."""

    def __init__(self) -> None:
        self.games = 1

    def play(self, player: Player, task: Task, first: int, games: int) -> GameChunk:
        began = time.perf_counter()
        played = player.play(task, first, games)
        seconds = max(time.perf_counter() - began, 1e-6)
        self.games = max(1, min(MANY, FASTER * games, int(games * MOMENT / seconds)))
        return played
