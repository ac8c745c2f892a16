"""Bots: players that aren't people. They choose from what their seat may know, never from the whole state."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from types import MappingProxyType
from typing import Protocol

from parlour.views import View


class Bot(Protocol):
    """Answers the questions to its seat. `chance` is the bot's own generator, not the game's."""

    def choose(self, view: View, chance: Random) -> str:
        """Return one of the moves of the view's question."""


class RandomBot:
    """A bot without a plan: it picks one of the legal moves at random."""

    def choose(self, view: View, chance: Random) -> str:
        return _one_of(view.question.moves if view.question is not None else None, chance)


class PolicyBot:
    """A bot that follows the ruleset's policy: it tries its chances, then picks one of the preferred moves at random.
    """

    def choose(self, view: View, chance: Random) -> str:
        if view.question is None:
            return _one_of(None, chance)
        for by_chance in view.question.chances:
            if int(chance.random() * by_chance.of) < by_chance.chances:
                return _one_of(by_chance.moves, chance)
        return _one_of(view.question.preferred, chance)


def _one_of(moves: Sequence[str] | None, chance: Random) -> str:
    assert moves, "only the seat to move can choose"
    return moves[int(chance.random() * len(moves))]


BOT, RANDOM = "bot", "random"  # their names in `--seats` and in saved games
BOTS: Mapping[str, Callable[[], Bot]] = MappingProxyType({BOT: PolicyBot, RANDOM: RandomBot})


def chance_for(seed: int, seat: int, decision: int) -> Random:
    """Return the generator for one decision of a bot; the same decision always gets the same one."""
    return Random(f"{seed}/{seat}/{decision}")
