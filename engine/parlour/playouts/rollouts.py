"""Random games that go on from states, for programs that search: one call plays some, without threads or a summary."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from parlour import program as p
from parlour.analysis.control import gathered
from parlour.playouts.player import CUT, HIGH, LOW, GameChunk, Player, PlayoutError, StopSign, Task
from parlour.playouts.players import player_for
from parlour.program.following import after_questions
from parlour.states.outcomes import Outcome, outcome_with
from parlour.states.state import State, Table, saved_table
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
        if not 0 <= chunk.endings[row] < len(self._layout.program.endings):
            return None
        columns = len(chunk.values) // len(chunk.lengths)
        values = iter(chunk.values[row * columns : (row + 1) * columns])
        results = gathered(self._layout.program)
        return outcome_with(self._layout, chunk.endings[row], results, lambda result, key: next(values))

    @property
    def cells(self) -> Cells:
        """The last state, if the roll-outs have states."""
        return self._chunk.states[self._row]

    @property
    def fired(self) -> Sequence[int]:
        """How often each rule of the mix fired."""
        rules = len(self._layout.program.rules)
        return self._chunk.fired[self._row * rules : (self._row + 1) * rules]

    @property
    def was_cut(self) -> bool:
        """True if the game took too many decisions."""
        return self._chunk.endings[self._row] == CUT

    def __repr__(self) -> str:
        return f"<Rollout of {self.decisions} decisions>"


class Rollouts:
    """Plays on from states of one table. Several threads can use it."""

    def __init__(self, player: Player, table: Table, task: Task) -> None:
        """The task says how the players choose."""
        self.table = table
        self._player = player
        self._task = task
        self._layout = table.machine.layout

    @property
    def fast(self) -> bool:
        """True if native code plays."""
        return self._player.parallel

    def with_states(self, most: int | None = None) -> Rollouts:
        """Return the same, whose ends have `cells`, with another limit."""
        task = replace(self._task, states=True, most=self._task.most if most is None else most)
        return Rollouts(self._player, self.table, task)

    def until(self, stopped: StopSign) -> Rollouts:
        """Return the same, whose games are cut when something is set. Native code plays them to their end."""
        return Rollouts(self._player, self.table, replace(self._task, stopped=stopped))

    def of_hands(self) -> Rollouts | None:
        """Return roll-outs that end before all cards are dealt again, with states; None if they never are. Steps of
        their table end there too."""
        program, players = until_dealt(self._layout.program), self.table.machine.players
        if program is None:
            return None
        player = player_for(program, players, self._player.parallel)
        return Rollouts(player, saved_table(program, players), self._task).with_states()

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
        if machine is not self.table.machine and (
            machine.players != self.table.machine.players or machine.program.digest != self._layout.program.digest
        ):
            here, there = (f"{m.program.id} for {m.players}" for m in (self.table.machine, machine))
            raise PlayoutError(f"this is a state of {there}, not of this mix, {here}")
        return state._cells


def dealing(program: p.Program) -> set[int]:
    """Return the stages whose beginning gathers all cards again after a question."""
    entered = {_entered(program.code[pc]) for pc in after_questions(program)}
    return {stage for stage in entered if stage is not None and program.stages[stage].cards}


def _entered(instr: p.Instr) -> int | None:
    return instr.stmt.stage if isinstance(instr, p.Do) and isinstance(instr.stmt, p.EnterStage) else None


def until_dealt(program: p.Program) -> p.Program | None:
    """Return the Program that ends where all cards go back to be dealt again, with only the winners and the places as
    results; None if that can't happen after a question."""
    again = dealing(program)
    if not again:
        return None
    end = len(program.code)
    code = [p.Jump(end) if _entered(instr) in again else instr for instr in program.code]
    dealt = p.Do(p.Set(p.VarAt(program.ending), p.Const(len(program.endings))))  # a word that no match ends with
    results = tuple(result for result in program.results if result.name in ("winners", p.PLACE))
    digest = f"{program.digest}, one hand"
    return replace(program, digest=digest, code=(*code, dealt, p.Finish()), results=results)
