"""A bot that thinks: it plays each of its moves on to the end of the match, in worlds that its seat can't tell apart.

All moves meet the same worlds and the same chance, so that luck doesn't decide between them. It knows no game, and
reaches no state but those worlds.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, inf, log2
from random import Random

from parlour.bots import LEVELS, PolicyBot, Seat
from parlour.playouts.margins import of_share
from parlour.playouts.rollouts import Rollout, Rollouts
from parlour.states.moves import Move
from parlour.states.state import State
from parlour.table.faults import StateError
from parlour.views import View

MOST_GAMES = 100_000
MOST_MOVES = 60  # that are compared
TOGETHER = 32  # worlds that are played between two looks at the clock, at most


@dataclass(frozen=True)
class Expectation:
    """What a move is expected to bring: the share of the match that its seat wins, and how far that may be off (95 %).
    """

    move: str
    share: float
    margin: float
    games: int


class _Candidate:
    def __init__(self, move: str) -> None:
        self.move = move
        self.shares: list[float] = []

    @property
    def share(self) -> float:
        return sum(self.shares) / len(self.shares)

    def expectation(self) -> Expectation:
        games = len(self.shares)
        return Expectation(self.move, self.share, of_share(sum(self.shares), games), games)


class Thinker:
    """`rollouts` are those of the table. Give a `level`, or the `seconds` or `games` for a move, or both."""

    def __init__(
        self, rollouts: Rollouts, level: int = 3, *, games: int | None = None, seconds: float | None = None
    ) -> None:
        if level not in LEVELS:
            raise ValueError(f"`level` must be from {min(LEVELS)} to {max(LEVELS)}, found {level!r}")
        self._rollouts = rollouts
        own = games is None and seconds is None
        self._games = LEVELS[level].games if own else MOST_GAMES if games is None else games
        self._seconds = LEVELS[level].seconds if own else inf if seconds is None else seconds

    def choose(self, seat: Seat, chance: Random) -> str:
        """Return the move that is expected to bring most. Where no world can be made in time (what the seat saw rules
        nearly all of them out), follow the policy of the ruleset."""
        try:
            return self.expectations(seat, chance)[0].move
        except StateError:
            return PolicyBot().choose(seat, chance)

    def expectations(self, seat: Seat, chance: Random) -> list[Expectation]:
        """Return the moves that were compared, the best first. A move without an alternative takes no time."""
        question = seat.view.question
        moves = None if question is None else question.moves
        assert question is not None, "there is no question after the end of a game"
        assert moves, "only the seat to move can choose"
        if len(moves) == 1:
            return [Expectation(moves[0], 1 / seat.view.players, 1.0, 0)]
        until = time.perf_counter() + self._seconds
        left = every = [_Candidate(move) for move in _compared(moves, question.preferred or (), chance)]
        rounds = ceil(log2(len(every)))
        for _ in range(rounds):
            self._play(seat, left, max(1, self._games // (rounds * len(left))), until, chance)
            left = sorted(left, key=lambda one: -one.share)[: -(-len(left) // 2)]
            if time.perf_counter() > until:
                break
        first = {id(one): place for place, one in enumerate(left)}
        ranked = sorted(every, key=lambda one: (first.get(id(one), len(first)), -one.share))
        return [one.expectation() for one in ranked]

    def _play(self, seat: Seat, moves: Sequence[_Candidate], games: int, until: float, chance: Random) -> None:
        """Play each move on in the same worlds; every move is played at least once, whatever the time."""
        together = 1
        while games > 0:
            worlds = seat.worlds(min(games, together), chance.getrandbits(48))
            together = min(2 * together, TOGETHER)
            games -= len(worlds)
            seed = chance.getrandbits(63)
            apply = worlds[0].table.machine.apply
            for one in moves:
                number = _number(worlds[0], one.move)  # the same in all worlds, where the seat has the same moves
                states = [apply(list(world.cells), number) for world in worlds]
                one.shares += [_share(end, seat.view) for end in self._rollouts.play_all(states, seed)]
            if time.perf_counter() > until:
                return


def _compared(moves: Sequence[str], preferred: Sequence[str], chance: Random) -> list[str]:
    """Return the moves to compare: all, or some of too many, those first that the ruleset's policy prefers."""
    if len(moves) <= MOST_MOVES:
        return list(moves)
    liked = dict.fromkeys(_some(preferred, MOST_MOVES // 2, chance))
    return list(liked | dict.fromkeys(_some(moves, MOST_MOVES - len(liked), chance)))


def _some(moves: Sequence[str], n: int, chance: Random) -> list[str]:
    return [moves[k] for k in sorted(chance.sample(range(len(moves)), min(n, len(moves))))]


def _number(world: State, text: str) -> int:
    move = world.read(text)
    assert isinstance(move, Move), "a world has the moves that the seat has"
    return move.number


def _share(end: Rollout, view: View) -> float:
    """Return the share of the match that a seat won; its part of everything if the match was too long to play out."""
    outcome = end.outcome
    if outcome is None:
        return 1 / view.players
    return 1 / len(outcome.winners) if view.seat in outcome.winners else 0.0
