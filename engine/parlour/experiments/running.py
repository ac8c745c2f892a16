"""Plays the blocks of an experiment, in this process, in several, or on other machines, and stops what is decided.

Results count in the order of the blocks, so it doesn't matter who plays them, or which are done first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from parlour.base.parallel import Workers
from parlour.experiments.arms import Arm
from parlour.experiments.blocks import WATCHED, BlockTask, Columns
from parlour.experiments.ledger import Ledger
from parlour.experiments.series_of_mixes import Results
from parlour.session.packed_game import PackedGame

Players = Workers[BlockTask, Columns]


@dataclass(frozen=True)
class Plan:
    """How to play the mixes. `games` is the most for each of them; if it isn't `early`, all of them get as many. Some
    games of each block are `watched` on their way, which takes long without native code."""

    players: int
    seed: int
    games: int
    policy: str = "ruleset"
    level: int = 0
    skill: bool = False
    early: bool = True
    watched: int = WATCHED


@dataclass
class Experiment:
    """Mixes that are played on the same deals. The first one is what the others are compared with."""

    arms: Sequence[Arm]
    plan: Plan
    ledger: Ledger = field(default_factory=Ledger)

    def run(self, players: Players, progress: Callable[[Results], object] = lambda results: None) -> Results:
        """Play until all is decided or the games are over. `progress` sees the results after each block, and ends the
        experiment if it returns True. Ctrl-C returns what there is."""
        results = Results(self.arms, self.plan.players, self.plan.early)
        blocks = players.results(self._tasks(results), known=lambda task: self.ledger.get(task.key))
        try:
            for task, columns in blocks:
                self.ledger.add(task.key, columns)
                if not results.decided(task.arm):
                    results.add(task.arm, columns)
                    if progress(results) is True:
                        results.stopped = True
                        break
        except KeyboardInterrupt:
            results.stopped = True
        finally:
            blocks.close()
        return results

    def _tasks(self, results: Results) -> Iterator[BlockTask]:
        """Yield the blocks of all mixes in turn; those that are decided when their turn comes are left out."""
        plan = self.plan
        packed = [PackedGame.of(arm.game) for arm in self.arms]
        number = 0
        while results.open():
            tasks = [
                BlockTask(
                    at, rules, plan.players, plan.seed, number, plan.policy, plan.level, plan.skill, plan.watched
                )
                for at, rules in enumerate(packed)
            ]
            if number * tasks[0].games >= plan.games:
                return
            yield from (task for task in tasks if not results.decided(task.arm))
            number += 1
