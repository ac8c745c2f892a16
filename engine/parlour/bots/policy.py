"""A bot that follows the ruleset's policy: it picks one of the preferred moves at random."""

from __future__ import annotations

from random import Random

from parlour.bots.random_bot import one_of
from parlour.views import View


class PolicyBot:
    def choose(self, view: View, chance: Random) -> str:
        return one_of(view.question.preferred if view.question is not None else None, chance)
