"""The protocol of players of games for `play_out`, and their results. Generated Python is one such player, native code
another; both play exactly the same games."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from threading import Event
from typing import Protocol

from parlour.base.usage import UsageError
from parlour.table.cells import Cells
from parlour.table.chance import seed_state
from parlour.table.faults import RulesetFault

_ZERO = array("q", [0])
CUT = -1  # the ending of a game that was cut off


class StopSign(Protocol):
    """An event, or something else that ends play."""

    def is_set(self) -> bool:
        """True if play should end soon."""


NEVER: StopSign = Event()


@dataclass(frozen=True)
class Task:
    """The requested games: those of this seed, from the beginning or from a position."""

    seed: int
    begin: tuple[int, ...] | None
    policy: bool  # True if the players follow the policy of the ruleset
    most: int  # decisions in a game; then it is cut off
    states: bool  # True if the final states are needed
    begins: Sequence[Cells] | None = None  # where each game begins, by its number
    levels: tuple[int, ...] = ()  # of bots that think, by seat; 0 follows the policy, as all seats do if it is empty
    stopped: StopSign = field(default_factory=Event, compare=False)  # set when the games are no longer needed

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle all but the event, since another process has its own."""
        return Task, (self.seed, self.begin, self.policy, self.most, self.states, self.begins, self.levels)


@dataclass(frozen=True)
class GameChunk:
    """The results of some consecutive games. Games are rows: `values` has the results of `gathered`, with a
    column for each player or side; `fired` a column for each document. A game that was cut off has no results."""

    lengths: array[int]
    endings: array[int]
    values: array[int]
    fired: array[int]
    states: list[Cells]

    @classmethod
    def of(cls, games: int, columns: int, rules: int) -> GameChunk:
        return cls(zeros(games), zeros(games), zeros(games * columns), zeros(games * rules), [])

    def add(self, following: GameChunk) -> None:
        """Append later games. Ctrl-C can interrupt it; a length comes last, so a game with one is complete."""
        self.endings.extend(following.endings)
        self.values.extend(following.values)
        self.fired.extend(following.fired)
        self.states.extend(following.states)
        self.lengths.extend(following.lengths)

    def cut(self, columns: int, rules: int) -> None:
        """Remove what was added for games that have no length."""
        games = len(self.lengths)
        for part, width in ((self.endings, 1), (self.values, columns), (self.fired, rules), (self.states, 1)):
            del part[games * width :]


Choose = Callable[[Cells, Sequence[int]], int]  # returns the move in a state, one of its legal moves
Choosing = Callable[[Task, int], Choose]  # chooses in one game of a task, by its number


class Player(Protocol):
    """Plays games by their numbers at one table."""

    @property
    def parallel(self) -> bool:
        """True if several threads can play at once."""

    def play(self, task: Task, first: int, games: int) -> GameChunk:
        """Play games `first`, `first` + 1, … Raises PlayoutFault."""


class PlayoutError(UsageError):
    """The error if Parlour can't play these games, or if they lack a requested number; the message says why."""


class PlayoutFault(RulesetFault):
    """The ruleset asked for something impossible in one of many games."""

    def __init__(self, fault: RulesetFault, seed: int, number: int) -> None:
        # The thoughts of a bot can meet the fault first.
        self.fault: RulesetFault = fault.fault if isinstance(fault, PlayoutFault) else fault
        self.seed = seed
        self.number = number
        super().__init__(f"in game {number} of seed {seed}: {self.fault.message}", fault.origin)

    def __reduce__(self) -> tuple[object, ...]:
        return PlayoutFault, (RulesetFault(self.fault.message, self.origin), self.seed, self.number)


def zeros(count: int) -> array[int]:
    """Return an array of 64-bit integers."""
    return _ZERO * count


# Game i of a seed has a seed of its own, and its players have a generator of their own. So every policy gets the same
# cards. Both are specified in docs/playouts.md.
LOW, HIGH = -(1 << 63), (1 << 64) - 1  # the bounds of a seed: 64 bits

_MASK64 = (1 << 64) - 1


def game_seed(seed: int, number: int) -> int:
    """Return the seed of game `number` (from 0), for `start`."""
    return seed_state((seed & _MASK64) + (2 * number + 1 << 64))


def chooser_state(seed: int, number: int) -> int:
    """Return the state of the generator with which the players of game `number` choose."""
    return seed_state((seed & _MASK64) + (2 * number + 2 << 64))
