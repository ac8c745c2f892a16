"""Applies the policy of a ruleset: finds the legal moves that random players choose among. It knows no game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from parlour import program as p
from parlour.playouts.player import Choose, Choosing, Task, chooser_state
from parlour.program.policies import Sorting, sorting
from parlour.python.actions import ActionCode
from parlour.python.functions import TableFunctions
from parlour.table.answers import Answers
from parlour.table.cells import Cells
from parlour.table.chance import any_below_in
from parlour.table.layout import QUESTION

T = TypeVar("T")


@dataclass(frozen=True)
class LikelyMoves:
    """A player takes one of these moves `chances` times in `of`."""

    chances: int
    of: int
    moves: Sequence[int]


@dataclass(frozen=True)
class SortedMoves:
    """The choices of a player: each chance in turn; if none comes up, one of the `preferred` moves."""

    chances: tuple[LikelyMoves, ...]
    preferred: Sequence[int]


class ByChance(Protocol):
    """Moves that a policy takes so often, by numbers or as strings."""

    @property
    def chances(self) -> int: ...

    @property
    def of(self) -> int: ...

    @property
    def moves(self) -> Sequence[Any]: ...


def usual(chances: Sequence[ByChance], preferred: Sequence[T]) -> Sequence[T]:
    """Return the moves that a player makes most often: those of one of the chances, or the preferred ones."""
    share, most, likeliest = 1.0, 0.0, preferred
    for by_chance in chances:
        often = share * min(by_chance.chances / by_chance.of, 1)
        share -= often
        if often > most:
            most, likeliest = often, by_chance.moves
    return likeliest if most > share else preferred


class Habits:
    """The policy of a Program at one table, where it has conditions or odds."""

    def __init__(self, functions: TableFunctions) -> None:
        self._functions = functions
        self._sortings = [sorting(question) for question in functions.layout.program.questions]
        self._codes: dict[int, _HabitCode] = {}

    def sorts(self, question: int) -> bool:
        """True if the policy for this question has conditions or odds."""
        return self._sortings[question] is not None

    def sorted(self, s: Cells) -> SortedMoves | None:
        """Return the legal moves as the policy sorts them; None if it has no conditions or odds here."""
        number = s[QUESTION]
        portions = self._sortings[number]
        if portions is None:
            return None
        if number not in self._codes:
            self._codes.setdefault(number, _HabitCode(self._functions, number, portions))
        return self._codes[number].sorted(s[: self._functions.layout.size])


class _HabitCode:
    def __init__(self, functions: TableFunctions, number: int, sorting: Sorting) -> None:
        self.portions = sorting.portions
        self.actions = len(functions.layout.program.questions[number].arms)
        self.codes = [ActionCode(functions, number, i, "habit") for i in range(len(sorting.portions))]
        self.among = [None if code.last_test is None else code.value(code.last_test) for code in self.codes]
        origin = sorting.question.origin
        self.chances = [
            None if portion.odds is None else functions.value(portion.odds.chances, (), origin)
            for portion in sorting.portions
        ]

    def sorted(self, s: Cells) -> SortedMoves:
        offered = self._offered(s, last=False) or self._offered(s, last=True)
        chances: list[LikelyMoves] = []
        for i, payloads in offered:
            odds, value = self.portions[i].odds, self.chances[i]
            if odds is not None and value is not None:
                chances.append(LikelyMoves(value(s), odds.of, self._moves([(i, payloads)])))
        best = min((self.portions[i].preference for i, _ in offered), default=p.NEUTRAL)
        return SortedMoves(tuple(chances), self._moves([o for o in offered if self.portions[o[0]].preference == best]))

    def _offered(self, s: Cells, last: bool) -> list[tuple[int, Sequence[int]]]:
        codes = [(i, code) for i, code in enumerate(self.codes) if code.arm.last == last]
        return [(i, payloads) for i, code in codes if (payloads := self._choices(s, i, code))]

    def _choices(self, s: Cells, index: int, code: ActionCode) -> Sequence[int]:
        payloads, among = code.offered(s), self.among[index]
        if among is None:
            return payloads
        return [payload for payload in payloads if among(s, *code.unpacked(payload))]

    def _moves(self, offered: list[tuple[int, Sequence[int]]]) -> Sequence[int]:
        return Answers(self.actions, [(self.portions[i].action, payloads) for i, payloads in offered]).listed()


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
        by_habits = self._habits.sorted(s)
        if by_habits is not None:
            return by_habits
        classes = self._classes[s[QUESTION]]
        return SortedMoves((), moves if classes is None else best(moves, classes))

    def among(self, s: Cells, moves: Sequence[int], draw: Draw) -> Sequence[int]:
        """Return the legal moves that a player chooses among this time, each equally likely."""
        question = s[QUESTION]
        if not self._habits.sorts(question):
            classes = self._classes[question]
            return moves if classes is None else best(moves, classes)
        ordered = self.sorted(s, moves)
        for chance in ordered.chances:
            if draw(chance.of) < chance.chances:
                return chance.moves
        return ordered.preferred

    def choice(self, s: Cells, moves: Sequence[int], draw: Draw) -> int:
        """Return the move that a player makes."""
        best = self.among(s, moves, draw)
        return best[draw(len(best))]


def by_policy(policy: Policy) -> Choosing:
    """Choose as docs/playouts.md specifies for random games."""

    def choosing(task: Task, number: int) -> Choose:
        draw = drawing([chooser_state(task.seed, number)])
        if task.policy:
            return lambda s, moves: policy.choice(s, moves, draw)
        return lambda s, moves: moves[draw(len(moves))]

    return choosing
