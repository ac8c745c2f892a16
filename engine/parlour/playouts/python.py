"""Plays games by generated Python, one after the other, since Python runs one thread at a time."""

from __future__ import annotations

from array import array

from parlour import program as p
from parlour.analysis.control import gathered, results_of
from parlour.playouts.player import CUT, Choosing, GameChunk, PlayoutFault, Task, game_seed
from parlour.playouts.policy import Policy, by_policy
from parlour.python.execution import Execution
from parlour.storage.cache import Cache
from parlour.table.beginning import blank
from parlour.table.cells import Cells
from parlour.table.chance import seed_state
from parlour.table.faults import STEPS, RulesetFault
from parlour.table.layout import QUESTION, RANDOM


class PythonPlayer:
    parallel = False

    def __init__(
        self, program: p.Program, players: int, cache: Cache | None = None, choosing: Choosing | None = None
    ) -> None:
        """Save generated source in this cache, by default the user's. Without `choosing`, players follow the policy."""
        self.program = program
        self.execution = Execution(program, players, counting=True, saving="all", cache=cache)
        self.layout = self.execution.layout
        self.policy = Policy(self.execution.functions)
        self._choosing = choosing or by_policy(self.policy)
        self._outcome = self.execution.results
        self._ending = self.layout.variables[program.ending].at
        self._columns = sum(len(results_of(self.layout, result)) for result in gathered(program))

    def play(self, task: Task, first: int, games: int) -> GameChunk:
        rules, columns = len(self.program.rules), self._columns
        chunk = GameChunk.of(games, columns, rules)
        for row in range(games):
            number = first + row
            try:
                s, length = self._game(task, number)
                over = s[QUESTION] < 0
                if over:
                    chunk.values[row * columns : (row + 1) * columns] = array("q", self._outcome(s))
            except RulesetFault as fault:
                raise PlayoutFault(fault, task.seed, number) from fault
            chunk.lengths[row] = length
            chunk.endings[row] = s[self._ending] if over else CUT
            counters = self.layout.size + 1
            chunk.fired[row * rules : (row + 1) * rules] = array("q", s[counters : counters + rules])
            if task.states:
                chunk.states.append(s[: self.layout.size])
        return chunk

    def _game(self, task: Task, number: int) -> tuple[Cells, int]:
        """Play a game; return its final state with the extra cells, and the number of decisions."""
        begin = task.begin if task.begins is None else task.begins[number]
        if begin is None:
            s = blank(self.layout, game_seed(task.seed, number))
            self.execution.extend(s)
            self.execution.advance(s)
        else:
            s = list(begin)
            s[RANDOM] = seed_state(game_seed(task.seed, number))
            self.execution.extend(s)
        choose, length = self._choosing(task, number), 0
        while s[QUESTION] >= 0 and length < task.most and not task.stopped.is_set():
            s[self.layout.size] = STEPS
            self.execution.advance(s, choose(s, self.execution.answers(s)))
            length += 1
        return s, length
