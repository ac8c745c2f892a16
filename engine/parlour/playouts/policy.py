"""Applies the policy of a ruleset: finds the legal moves that random players choose among. It knows no game."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from parlour import program as p
from parlour.playouts.player import Choose, Choosing, Task, chooser_state
from parlour.python.functions import TableFunctions
from parlour.python.habits import Habits, SortedMoves
from parlour.table.answers import Answers
from parlour.table.cells import Cells
from parlour.table.chance import any_below_in
from parlour.table.layout import QUESTION

Draw = Callable[[int], int]  # a number below this one


def preferences(question: p.Question) -> list[int] | None:
    """The preference of each action of a question; None where it makes no difference."""
    classes = [arm.preference for arm in question.arms]
    return classes if len(set(classes)) > 1 else None


def has_policy(program: p.Program) -> bool:
    """True if the ruleset prefers any move to another."""
    return any(preferences(q) is not None or any(arm.habits for arm in q.arms) for q in program.questions)


def best(moves: Sequence[int], classes: Sequence[int]) -> Sequence[int]:
    """Return the moves that have the best class, in their order."""
    if isinstance(moves, Answers):
        preferred = min(classes[action] for action in moves.offered)
        return moves.of([action for action in moves.offered if classes[action] == preferred])
    arms = len(classes)
    highest = min(classes[move % arms] for move in moves)
    return [move for move in moves if classes[move % arms] == highest]


def drawing(state: list[int]) -> Draw:
    """Draw a number from a generator whose state is the only item of a list."""
    return lambda n: 0 if n < 2 else any_below_in(state, 0, n)


class Policy:
    """The moves that players at one table choose among."""

    def __init__(self, functions: TableFunctions) -> None:
        self._habits = Habits(functions)
        self._classes = [preferences(question) for question in functions.layout.program.questions]

    def sorted(self, s: Cells, moves: Sequence[int]) -> SortedMoves:
        """Return the legal moves of a state as the policy sorts them."""
        found = self._habits.sorted(s)
        if found is not None:
            return found
        classes = self._classes[s[QUESTION]]
        return SortedMoves((), moves if classes is None else best(moves, classes))

    def among(self, s: Cells, moves: Sequence[int], draw: Draw) -> Sequence[int]:
        """Return the legal moves that a player chooses among this time, each equally likely."""
        question = s[QUESTION]
        if not self._habits.sorts(question):
            classes = self._classes[question]
            return moves if classes is None else best(moves, classes)
        found = self.sorted(s, moves)
        for chance in found.chances:
            if draw(chance.of) < chance.chances:
                return chance.moves
        return found.preferred

    def choice(self, s: Cells, moves: Sequence[int], draw: Draw) -> int:
        """Return the move that a player makes."""
        found = self.among(s, moves, draw)
        return found[draw(len(found))]


def by_policy(policy: Policy) -> Choosing:
    """Choose as docs/playouts.md specifies for random games."""

    def choosing(task: Task, number: int) -> Choose:
        draw = drawing([chooser_state(task.seed, number)])
        if task.policy:
            return lambda s, moves: policy.choice(s, moves, draw)
        return lambda s, moves: moves[draw(len(moves))]

    return choosing
