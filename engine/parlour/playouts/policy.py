"""The policy of a ruleset: the legal moves that random players choose among. It knows no game."""

from __future__ import annotations

from collections.abc import Sequence

from parlour import program as p
from parlour.table.answers import Answers


def preferences(question: p.Question) -> list[int] | None:
    """The preference of each action of a question; None where it makes no difference."""
    classes = [arm.preference for arm in question.arms]
    return classes if len(set(classes)) > 1 else None


def best(moves: Sequence[int], classes: Sequence[int]) -> Sequence[int]:
    """The moves of the best class among them, in their order."""
    if isinstance(moves, Answers):
        preferred = min(classes[action] for action in moves.offered)
        return moves.of([action for action in moves.offered if classes[action] == preferred])
    arms = len(classes)
    highest = min(classes[move % arms] for move in moves)
    return [move for move in moves if classes[move % arms] == highest]
