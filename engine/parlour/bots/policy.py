"""A bot that follows the ruleset's policy: it tries its chances, then picks one of the preferred moves at random."""

from __future__ import annotations

from random import Random

from parlour.bots.random_bot import one_of
from parlour.views import View


class PolicyBot:
    def choose(self, view: View, chance: Random) -> str:
        if view.question is None:
            return one_of(None, chance)
        for by_chance in view.question.chances:
            if int(chance.random() * by_chance.of) < by_chance.chances:
                return one_of(by_chance.moves, chance)
        return one_of(view.question.preferred, chance)
