"""Random games that go on from states, for programs that search: one call plays some, without threads or a summary."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from parlour.lowering.counting import gathered
from parlour.playouts.player import CUT, HIGH, LOW, GameChunk, Player, PlayoutError, Task
from parlour.states.outcomes import Outcome, outcome_with
from parlour.states.state import State, Table
from parlour.table.cells import Cells
from parlour.table.layout import Layout


class Rollout:
    """The end of a game. It reads its results from those of all games of the call when somebody asks for them."""

    __slots__ = ("_chunk", "_layout", "_row")

    def __init__(self, layout: Layout, chunk: GameChunk, row: int) -> None:
        self._layout = layout
        self._chunk = chunk
        self._row = row

    @property
    def decisions(self) -> int:
        """The number of decisions after the state."""
        return self._chunk.lengths[self._row]

    @property
    def outcome(self) -> Outcome | None:
        """The outcome, without results that are cards, zones or records; None if the game was cut off."""
        chunk, row = self._chunk, self._row
        if chunk.endings[row] == CUT:
            return None
        columns = len(chunk.values) // len(chunk.lengths)
        values = iter(chunk.values[row * columns : (row + 1) * columns])
        results = gathered(self._layout.program)
        return outcome_with(self._layout, chunk.endings[row], results, lambda result, key: next(values))

    def __repr__(self) -> str:
        return f"<Rollout of {self.decisions} decisions>"


class Rollouts:
    """Plays on from states of one table. Several threads can use it."""

    def __init__(self, player: Player, table: Table, task: Task) -> None:
        """The task says how the players choose."""
        self._player = player
        self._table = table
        self._task = task
        self._layout = table.machine.layout

    def play(self, state: State | Cells, seed: int) -> Rollout:
        """Play one game to its end. The same state and seed give the same game."""
        return self.play_all((state,), seed)[0]

    def play_all(self, states: Sequence[State | Cells], seed: int) -> list[Rollout]:
        """Play a game from each state. Game k is that of `playout(k, seed=seed, from_state=states[k])`."""
        if not LOW <= seed <= HIGH:
            raise PlayoutError(f"`seed` must fit in 64 bits, found {seed}")
        if not states:
            return []
        task = self._task
        task = replace(task, seed=seed, begins=[self._cells(state) for state in states])
        chunk = self._player.play(task, 0, len(states))
        return [Rollout(self._layout, chunk, row) for row in range(len(states))]

    def _cells(self, state: State | Cells) -> Cells:
        """Return the cells of a state, or of a list of its machine."""
        if not isinstance(state, State):
            if len(state) != self._layout.size:
                raise PlayoutError(f"a state of this table has {self._layout.size} cells, not {len(state)}")
            return state
        machine = state.table.machine
        if machine is not self._table.machine and (
            machine.players != self._table.machine.players or machine.program.digest != self._layout.program.digest
        ):
            here, there = (f"{m.program.id} for {m.players}" for m in (self._table.machine, machine))
            raise PlayoutError(f"this is a state of {there}, not of this mix, {here}")
        return state._cells
