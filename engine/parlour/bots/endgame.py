"""The rest of a hand in which a seat knows all cards: where each move leads if every side then plays its best."""

from __future__ import annotations

from collections.abc import Iterable

from parlour.bots.standings import Standing, Standings
from parlour.playouts.player import StopSign
from parlour.playouts.rollouts import Rollout
from parlour.table.cells import Cells
from parlour.table.faults import RulesetFault
from parlour.table.layout import OVER, QUESTION, RANDOM

DEEPEST = 200  # decisions to the end of the hand
FEW = 64  # states between two looks at the clock

End = tuple[list[float], Rollout]  # what each side has then


class _TooLongError(Exception):
    """There are too many states, or the end depends on chance, on a sealed answer, or on an error of the ruleset."""


class Endgame:
    """Searches the rest of a hand from one world, in at most so many states."""

    def __init__(self, standings: Standings, standing: Standing | None, most: int, stopped: StopSign) -> None:
        self._standings, self._standing = standings, standing
        self._machine = standings.rollouts.table.machine
        self._most, self._stopped = most, stopped
        self._ends: dict[tuple[int, ...], End] = {}

    def ends(self, world: Cells, moves: Iterable[int], side: int) -> list[Rollout]:
        """Return the end after each move; nothing if that takes too long. Of ends that are as good for the side that
        chooses, it takes the worst one for `side`."""
        self._chance, self._side = world[RANDOM], side
        try:
            return [self._best(self._machine.apply(list(world), move), 0)[1] for move in moves]
        except (_TooLongError, RulesetFault):
            return []

    def _best(self, s: Cells, depth: int) -> End:
        if s[RANDOM] != self._chance:
            raise _TooLongError
        if s[QUESTION] == OVER:
            end = self._standings.rollouts.play(s, 0)
            return [self._standings.value(end, side, self._standing) for side in range(self._standings.sides)], end
        key = tuple(s)
        if key not in self._ends:
            self._ends[key] = self._chosen(s, depth)
        return self._ends[key]

    def _chosen(self, s: Cells, depth: int) -> End:
        machine, best = self._machine, None
        sealed = machine.program.questions[s[QUESTION]].sealed is not None
        self._most -= 1
        over = self._most < 0 or (self._most % FEW == 0 and self._stopped.is_set())
        if over or depth > DEEPEST or sealed:
            raise _TooLongError
        mover = self._standings.layout.side_of[machine.seat(s)]
        for move in machine.legal(s):
            end = self._best(machine.apply(list(s), move), depth + 1)
            if best is None or (end[0][mover], -end[0][self._side]) > (best[0][mover], -best[0][self._side]):
                best = end
            if best[0][mover] == 1:  # nobody has more than the whole match
                break
        if best is None:
            raise _TooLongError
        return best
