"""The choices at a question as the policy sorts them. It evaluates; drawing and choosing is up to the players."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from parlour import program as p
from parlour.interpreter.closures import Compilation
from parlour.interpreter.questions import QuestionCode
from parlour.program.policies import Portion, Sorting, sorting
from parlour.table.answers import Answers
from parlour.table.cells import Cells, Value
from parlour.table.layout import QUESTION


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


class Habits:
    """The policy of a Program at one table, where it has conditions or odds."""

    def __init__(self, compilation: Compilation) -> None:
        self._compilation = compilation
        self._sortings = [sorting(question) for question in compilation.program.questions]
        self._codes: dict[int, _HabitCode] = {}

    def sorts(self, question: int) -> bool:
        """True if the policy for this question has conditions or odds."""
        return self._sortings[question] is not None

    def sorted(self, s: Cells) -> SortedMoves | None:
        """Return the legal moves as the policy sorts them; None if it has no conditions or odds here."""
        number = s[QUESTION]
        found = self._sortings[number]
        if found is None:
            return None
        with self._compilation.one_at_a_time:
            if number not in self._codes:
                self._codes[number] = _HabitCode(self._compilation, number, found)
        return self._codes[number].sorted(s[: self._compilation.layout.size] + self._compilation.scratch.cells)


class _HabitCode:
    def __init__(self, compilation: Compilation, number: int, sorting: Sorting) -> None:
        self.code = QuestionCode(compilation, number, question=sorting.question).complete()
        self.portions = sorting.portions
        self.actions = len(compilation.program.questions[number].arms)
        self.chances = [self._chances(portion) for portion in sorting.portions]

    def _chances(self, portion: Portion) -> Value | None:
        return None if portion.odds is None else self.code.x.value(portion.odds.chances)

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
        arms = [(i, arm) for i, arm in enumerate(self.code.arms) if arm.arm.last == last]
        return [(i, payloads) for i, arm in arms if (payloads := arm.offered(s))]

    def _moves(self, offered: list[tuple[int, Sequence[int]]]) -> Sequence[int]:
        return Answers(self.actions, [(self.portions[i].action, payloads) for i, payloads in offered]).listed()
