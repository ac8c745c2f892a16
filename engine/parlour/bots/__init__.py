"""Bots: players that aren't people. They choose from what their seat may know, never from the whole state."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from types import MappingProxyType
from typing import Protocol

from parlour.bots.policy import PolicyBot
from parlour.bots.random_bot import RandomBot
from parlour.views import View


class Bot(Protocol):
    """Answers the questions to its seat. `chance` is the bot's own generator, not the game's."""

    def choose(self, view: View, chance: Random) -> str:
        """Return one of the moves of the view's question."""


BOT, RANDOM = "bot", "random"  # their names in `--seats` and in saved games
BOTS: Mapping[str, Callable[[], Bot]] = MappingProxyType({BOT: PolicyBot, RANDOM: RandomBot})


def chance_for(seed: int, seat: int, decision: int) -> Random:
    """Return the generator for one decision of a bot; the same decision always gets the same one."""
    return Random(f"{seed}/{seat}/{decision}")


__all__ = ["BOT", "BOTS", "RANDOM", "Bot", "PolicyBot", "RandomBot", "chance_for"]
