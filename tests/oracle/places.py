"""Where steps are and what they can do: moves and questions, names, and the ways out of a block."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass

from oracle.mix import Part
from oracle.values import Scope
from parlour.lang import syntax as s


@dataclass(frozen=True, eq=False)
class Move:
    """A possible answer: its action and text, and the steps that it runs."""

    id: str
    text: str
    steps: Callable[[], Steps]
    node: s.Action
    place: Place
    asked: str | None  # the name of the player who answers, in the words of the action
    misplay: Part | None  # the steps for a forbidden move
    copies: Callable[[], list[object]]  # the places of its cards in the order of cards


@dataclass(frozen=True, eq=False)
class Question:
    seat: int
    prompt: str | None
    wording: str | None
    legal: list[Move]
    tries: list[Move]


Steps = Generator[Question, Move, None]


class StopLoop(Exception):  # noqa: N818  # a step, not an error
    """`stop`"""


class NextPlayer(Exception):  # noqa: N818  # the same
    """`next`"""


class EndStage(Exception):  # noqa: N818  # the same
    """`end hand as blocked`"""

    def __init__(self, stage: str, ending: str | None) -> None:
        self.stage = stage
        self.ending = ending


@dataclass(frozen=True)
class Place:
    """Where a step is: its names, and what `proceed` runs there."""

    scope: Scope
    proceed: Callable[[], Steps] | None = None

    def inner(self, **names: object) -> Place:
        return Place(self.scope.inner(**names), self.proceed)


@dataclass(frozen=True, eq=False)
class Action:
    """An action in a question: where it is offered, and under which further conditions."""

    node: s.Action
    place: Place
    tests: tuple[Callable[[], bool], ...]
    wheres: tuple[Callable[[dict[str, object]], bool], ...]  # of the questions that include it, with its choices
    asked: str | None = None  # the name of the player who answers
