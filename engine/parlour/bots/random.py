"""A player without a plan: takes any of the allowed moves."""

from __future__ import annotations

from random import Random

from parlour.views import View


class RandomBot:
    def choose(self, view: View, chance: Random) -> str:
        moves = view.question.moves if view.question is not None else None
        assert moves, "only the seat that is asked can choose"
        return moves[int(chance.random() * len(moves))]
