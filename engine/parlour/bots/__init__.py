"""Players that are no people. They choose from what their seat may know, never from the whole state."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from types import MappingProxyType
from typing import Protocol

from parlour.bots.random import RandomBot
from parlour.views import View


class Bot(Protocol):
    """Answers questions put to its seat. `chance` is its own, and not that of the game."""

    def choose(self, view: View, chance: Random) -> str:
        """One of the moves of the view's question."""


BOTS: Mapping[str, Callable[[], Bot]] = MappingProxyType({"random": RandomBot})


def chance_for(seed: int, seat: int, decision: int) -> Random:
    """What a bot may throw dice with: other dice for each decision, and the same ones when it comes back to it."""
    return Random(f"{seed}/{seat}/{decision}")


__all__ = ["BOTS", "Bot", "RandomBot", "chance_for"]
