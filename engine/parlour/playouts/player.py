"""What plays games for `play_out`, and what it hands back. Generated Python is one such player, machine code another;
what they play is the same to the last bit."""

from __future__ import annotations

from array import array
from dataclasses import dataclass, field
from threading import Event
from typing import Protocol

from parlour.table.cells import Cells
from parlour.table.faults import RulesetFault

CUT = -1  # the ending of a game that was cut off


@dataclass(frozen=True)
class Task:
    """What is asked for: games of this seed, from the beginning or from a position."""

    seed: int
    begin: tuple[int, ...] | None
    policy: bool  # do they play by the policy of the ruleset?
    most: int  # decisions in a game; then it is cut off
    states: bool  # are the final states wanted?
    stopped: Event = field(default_factory=Event, compare=False)  # nobody wants these games any more


@dataclass(frozen=True)
class Chunk:
    """What came of some games that follow each other. Games are rows: `values` has the results of `gathered`, with a
    column for each player or side; `fired` a column for each document. A game that was cut off has no results."""

    lengths: array[int]
    endings: array[int]
    values: array[int]
    fired: array[int]
    states: list[Cells]

    @classmethod
    def of(cls, games: int, columns: int, rules: int) -> Chunk:
        return cls(zeros(games), zeros(games), zeros(games * columns), zeros(games * rules), [])

    def add(self, following: Chunk) -> None:
        """Games that follow these. Ctrl-C may come in between, so the lengths come last: what has one is all there."""
        self.endings.extend(following.endings)
        self.values.extend(following.values)
        self.fired.extend(following.fired)
        self.states.extend(following.states)
        self.lengths.extend(following.lengths)

    def cut(self, columns: int, rules: int) -> None:
        """Leaves out what was added of games that have no length."""
        games = len(self.lengths)
        for part, width in ((self.endings, 1), (self.values, columns), (self.fired, rules), (self.states, 1)):
            del part[games * width :]


class Player(Protocol):
    """A table at which games are played by the number."""

    @property
    def parallel(self) -> bool:
        """Can several threads play at once?"""

    def play(self, task: Task, first: int, games: int) -> Chunk:
        """Games `first`, `first` + 1, … Raises PlayoutFault."""


class PlayoutError(ValueError):
    """Such games can't be played, or don't tell what is asked of them: the text says why."""


class PlayoutFault(RulesetFault):
    """The ruleset asked for something impossible in one of many games."""

    def __init__(self, fault: RulesetFault, task: Task, number: int) -> None:
        self.seed = task.seed
        self.number = number
        super().__init__(f"in game {number} of seed {task.seed}: {fault.message}", fault.origin)


def zeros(count: int) -> array[int]:
    """64-bit whole numbers."""
    return array("q", bytes(8 * count))
