"""Plays many games of one table: by native code where possible, otherwise by generated Python.

A policy, seed and number identify a game, which is the same in every execution.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from functools import cached_property

from parlour.playouts.player import CUT, GameChunk, Player, PlayoutFault, Task, chooser_state, game_seed
from parlour.playouts.players import player_for
from parlour.playouts.python import PythonPlayer
from parlour.states.outcomes import outcome_of
from parlour.table.faults import RulesetFault
from parlour.trials import strategies
from parlour.trials.course import NOWHERE, RARE, TrialCourse, TrialTable, trouble_of
from parlour.trials.outcome_findings import OutcomeCounts, ResultColumns

LONG = 20_000  # decisions in a game of playouts; then it is cut off
SHORT = 600  # … of a policy that generated Python plays


@dataclass
class Batch:
    """The results of some games. `counts` are those of the counters, `wins` of each seat."""

    games: int = 0
    decisions: int = 0
    counts: Counter[int] = field(default_factory=Counter)
    wins: Counter[int] = field(default_factory=Counter)
    outcomes: OutcomeCounts = field(default_factory=OutcomeCounts)
    asked: Counter[int] = field(default_factory=Counter)  # the decisions of each seat, where somebody watched
    troubled: list[tuple[int, TrialCourse]] = field(default_factory=list)  # by the numbers of the games

    def add(self, other: Batch) -> None:
        self.games += other.games
        self.decisions += other.decisions
        self.counts.update(other.counts)
        self.wins.update(other.wins)
        self.outcomes.add(other.outcomes)
        self.asked.update(other.asked)
        self.troubled += other.troubled


@dataclass
class Games:
    """Plays the games of one table. `native` says whether native code plays: True, False, or None for where it can."""

    table: TrialTable
    native: bool | None = None

    @cached_property
    def player(self) -> Player:
        made = player_for(self.table.counted.program, self.table.players, self.native, NOWHERE)
        if isinstance(made, PythonPlayer):
            self.table.player = made
        return made

    @property
    def is_native(self) -> bool:
        return not isinstance(self.player, PythonPlayer)

    # ------------------------------------------------------------ games by number

    def play(self, policy: str, seed: int, first: int, games: int) -> Batch:
        """Play games `first`, `first` + 1, … up to the first one that fails."""
        if policy in strategies.PLAYOUTS:
            return self._playouts(policy, seed, first, games)
        batch = Batch()
        for number in range(first, first + games):
            course = self.course(policy, seed, number, SHORT)
            self._count(batch, course)
            if course.trouble is not None:
                batch.troubled.append((number, course))
                break
        return batch

    def course(self, policy: str, seed: int, number: int, most: int) -> TrialCourse:
        """Play one game move by move, and notice its problems."""
        return self.dealt(policy, game_seed(seed, number), chooser_state(seed, number), most)

    def dealt(self, policy: str, deal: int, chance: int, most: int) -> TrialCourse:
        """Play the game of a deal; the players choose by this random state."""
        choose = strategies.POLICIES[policy]
        course = TrialCourse(self.table, deal)
        player = strategies.PolicyPlayer(self.table, [chance])
        while course.trouble is None and not course.over:
            if len(course.moves) >= most:
                course.cut()
                break
            try:
                move = choose(player, course)
            except RulesetFault as fault:  # of the policy
                course.trouble = trouble_of(fault)
            else:
                course.make(move)
        return course

    def _count(self, batch: Batch, course: TrialCourse) -> None:
        layout = self.table.layout
        batch.games += 1
        batch.decisions += len(course.moves)
        batch.asked.update(course.asked)
        batch.counts.update({n: count for n, count in enumerate(course.s[layout.size + 1 :]) if count})
        if course.over:
            outcome = outcome_of(layout, course.s[: layout.size], self.table.table.machine.evaluate)
            batch.wins.update(seat - 1 for seat in outcome.winners)

    # ------------------------------------------------------------ playouts

    def _playouts(self, policy: str, seed: int, first: int, games: int) -> Batch:
        task = Task(seed, None, policy == "ruleset", LONG, states=False)
        chunk: GameChunk | None
        try:
            chunk, failed = self.player.play(task, first, games), None
        except PlayoutFault as fault:
            before = fault.number - first
            chunk, failed = self.player.play(task, first, before) if before else None, fault.number
        batch = self._batch(chunk) if chunk is not None else Batch()
        number = failed if failed is not None else self._endless(task, chunk, first)
        if number is not None:
            course = self.course(policy, seed, number, LONG)
            if course.trouble is not None:
                batch.troubled.append((number, course))
        return batch

    def _batch(self, chunk: GameChunk) -> Batch:
        games, counters = len(chunk.lengths), len(self.table.counted.program.rules)
        sums = {n: sum(chunk.fired[n::counters]) for n in range(counters)}
        batch = Batch(games, sum(chunk.lengths), Counter({n: count for n, count in sums.items() if count}))
        columns = self._columns
        for game, ending in enumerate(chunk.endings):
            if ending != CUT:
                row = chunk.values[game * columns.width : (game + 1) * columns.width]
                batch.wins.update(columns.winners(row))
                columns.note(batch.outcomes, row)
        return batch

    @cached_property
    def _columns(self) -> ResultColumns:
        return ResultColumns.of(self.table.layout)

    def _endless(self, task: Task, chunk: GameChunk | None, first: int) -> int | None:
        """Return the first game that the search cut off in the middle of a very long part."""
        if chunk is None:
            return None
        counters, stages = len(self.table.counted.program.rules), self.table.counted.stages
        for row, ending in enumerate(chunk.endings):
            if ending == CUT and chunk.fired[row * counters + stages] * RARE <= chunk.lengths[row]:
                (cells,) = self.player.play(replace(task, states=True), first + row, 1).states
                if not self.table.loops.ends(self.table.loops.running(cells)):
                    return first + row
        return None
