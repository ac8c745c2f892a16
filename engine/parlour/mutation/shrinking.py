"""The smallest position found that shows a difference: few cards, few variables, few moves.

Positions follow `given:`. It starts as the position before the last moves of a game, and loses all parts that the
difference doesn't need.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from parlour import program as p
from parlour.base.diagnostics import RulesetError
from parlour.base.shrinking import smallest
from parlour.examples.mixing import ExampleMix
from parlour.examples.position import position_of
from parlour.examples.state_as_given import SEED, Given, state_as_given, with_less
from parlour.mutation.lockstep import Lockstep, Split, Step
from parlour.mutation.mutated_mixes import MutatedMixes
from parlour.states.positions import PositionError
from parlour.states.state import Table
from parlour.table.faults import RulesetFault

LAST_MOVES = 6  # positions to start from


@dataclass(frozen=True)
class Small:
    """A position, the moves from there, and the two states after them."""

    given: Given
    split: Split


@dataclass(frozen=True)
class _MixGame:
    """A mix as examples see it."""

    mixes: MutatedMixes
    mix: ExampleMix

    @property
    def program(self) -> p.Program:
        return self.mixes.game(self.mix).program

    def table(self, players: int | None = None) -> Table:
        return self.mixes.table(self.mix, players)


class Shrinker:
    def __init__(self, baseline: MutatedMixes, mixes: MutatedMixes, mix: ExampleMix, players: int) -> None:
        self.games = _MixGame(baseline, mix), _MixGame(mixes, mix)
        self.players = players
        self.step = Lockstep(*(game.table(players) for game in self.games))

    def smallest(self, steps: Sequence[Step]) -> Small | None:
        """Return the smallest position from which the last of these moves lead to a difference."""
        for count in range(1, min(LAST_MOVES, len(steps)) + 1):
            last = steps[-count:]
            moves = [move.text for move in last]
            small = self._tried(state_as_given(last[0].state, self.games[0]), moves)
            if small is not None:
                return self._shrunk(small, moves)
        return None

    def _shrunk(self, small: Small, moves: Sequence[str]) -> Small:
        """Leave out what the difference doesn't need, until nothing more can go."""
        return smallest(small, lambda of: (self._tried(given, moves) for given in with_less(of.given)))

    def _tried(self, given: Given, moves: Sequence[str]) -> Small | None:
        """The position with these moves, if the tables differ after them and not before."""
        try:
            states = [position_of(given, game, self.players, SEED) for game in self.games]
            split = self.step.replayed(states[0], states[1], moves)
        except (RulesetError, RulesetFault, PositionError, ValueError, TypeError):
            return None  # there is no such position, or no such move
        return Small(given, split) if split is not None else None
