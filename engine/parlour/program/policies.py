"""Sorts the choices of a question by its policy. Knows no execution, and nothing of random numbers."""

from __future__ import annotations

from dataclasses import replace

from parlour.base.frozen import frozen
from parlour.program import fold
from parlour.program.expressions import Expr
from parlour.program.questions import Arm, Odds, Question
from parlour.program.values import AVOIDED
from parlour.program.walking import free_locals


@frozen
class Portion:
    """Choices of one action that the policy treats alike."""

    action: int
    preference: int
    odds: Odds | None


@frozen
class Sorting:
    """A question with one action for each portion. Nobody asks it: it only lists choices."""

    question: Question
    portions: tuple[Portion, ...]


def sorting(question: Question) -> Sorting | None:
    """Return the portions of a question; None if no action has conditions or odds."""
    if not any(arm.habits for arm in question.arms):
        return None
    arms: list[Arm] = []
    portions: list[Portion] = []
    for number, arm in enumerate(question.arms):
        for among, portion in _portions(number, arm):
            arms.append(_narrowed(arm, among))
            portions.append(portion)
    return Sorting(replace(question, arms=tuple(arms)), tuple(portions))


def _narrowed(arm: Arm, among: Expr | None) -> Arm:
    """Return the action with only some choices. A condition that doesn't depend on the choice is tested once."""
    if among is None or free_locals(among) & {slot.local for slot in arm.slots}:
        return replace(arm, habits=(), among=among)
    return replace(arm, habits=(), test=among if arm.test is None else fold.conjunction((arm.test, among)))


def _portions(number: int, arm: Arm) -> list[tuple[Expr | None, Portion]]:
    """Return the portions of an action, each with its condition: the first habit that fits a choice decides."""
    portions: list[tuple[Expr | None, Portion]] = []
    others: list[Expr] = []
    for habit in arm.habits:
        tests = [*others, *(() if habit.test is None else (habit.test,))]
        preference = habit.preference if habit.odds is None else AVOIDED
        portions.append((fold.conjunction(tests) if tests else None, Portion(number, preference, habit.odds)))
        if habit.test is None:
            return portions
        others.append(fold.negation(habit.test))
    portions.append((fold.conjunction(others) if others else None, Portion(number, arm.preference, None)))
    return portions
