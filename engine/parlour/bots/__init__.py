"""Players that are no people. They choose from what their seat may know, never from the whole state."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from types import MappingProxyType
from typing import Protocol

from parlour.bots.policy import PolicyBot
from parlour.bots.random import RandomBot
from parlour.views import View


class Bot(Protocol):
    """Answers questions put to its seat. `chance` is its own, and not that of the game."""

    def choose(self, view: View, chance: Random) -> str:
        """One of the moves of the view's question."""


BOT, RANDOM = "bot", "random"  # what they are called where it says who sits at a table; saved games have these words
BOTS: Mapping[str, Callable[[], Bot]] = MappingProxyType({BOT: PolicyBot, RANDOM: RandomBot})


def chance_for(seed: int, seat: int, decision: int) -> Random:
    """What a bot may throw dice with: other dice for each decision, and the same ones when it comes back to it."""
    return Random(f"{seed}/{seat}/{decision}")


__all__ = ["BOT", "BOTS", "RANDOM", "Bot", "PolicyBot", "RandomBot", "chance_for"]
