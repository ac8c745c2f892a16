"""How many games are played before one looks up: a moment's work, so that whoever stops them need not wait.

Knows how long games took, and neither who plays them nor what they are.
"""

from __future__ import annotations

import time

from parlour.playouts.player import Chunk, Player, Task

MOMENT = 0.05  # seconds
MANY, FASTER = 4096, 16  # games at most, and how many times as many as before


class Pace:
    """Of the games of one task: others may be longer."""

    def __init__(self) -> None:
        self.games = 1

    def play(self, player: Player, task: Task, first: int, games: int) -> Chunk:
        began = time.perf_counter()
        played = player.play(task, first, games)
        seconds = max(time.perf_counter() - began, 1e-6)
        self.games = max(1, min(MANY, FASTER * games, int(games * MOMENT / seconds)))
        return played
