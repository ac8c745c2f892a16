"""A bot without a plan: it picks one of the legal moves at random."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from parlour.views import View


class RandomBot:
    def choose(self, view: View, chance: Random) -> str:
        return one_of(view.question.moves if view.question is not None else None, chance)


def one_of(moves: Sequence[str] | None, chance: Random) -> str:
    assert moves, "only the seat to move can choose"
    return moves[int(chance.random() * len(moves))]
