"""Plays the blocks of an experiment, in this process, in several, or on other machines, and stops what is decided.

Results count in the order of the blocks, so it doesn't matter who plays them, or which are done first.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Protocol

from parlour.base.processes import workers
from parlour.experiments.arms import Arm
from parlour.experiments.blocks import BlockTask, Columns, play_block
from parlour.experiments.ledger import Ledger
from parlour.experiments.series_of_mixes import Results

AGAIN = 3  # times that a block is played again after its process has died


class Submit(Protocol):
    """Gives a task to somebody who plays it."""

    def __call__(self, task: BlockTask) -> Future[Columns]: ...


@dataclass(frozen=True)
class Plan:
    """How to play the mixes. `games` is the most for each of them; if it isn't `early`, all of them get as many."""

    players: int
    seed: int
    games: int
    policy: str = "ruleset"
    level: int = 0
    skill: bool = False
    early: bool = True


@dataclass
class Experiment:
    """Mixes that are played on the same deals. The first one is what the others are compared with."""

    arms: Sequence[Arm]
    plan: Plan
    ledger: Ledger = field(default_factory=Ledger)

    def run(self, submit: Submit, ahead: int, progress: Callable[[Results], object] = lambda results: None) -> Results:
        """Play until all is decided or the games are over. `ahead` is the number of blocks to play at the same time.
        Ctrl-C returns what there is."""
        results = Results(self.arms, self.plan.players, self.plan.early)
        tasks = self._tasks(results)
        waiting: deque[tuple[int, BlockTask, Future[Columns] | None]] = deque()
        try:
            while True:
                while len(waiting) < ahead and (following := next(tasks, None)) is not None:
                    at, task = following
                    waiting.append((at, task, None if self.ledger.get(task.key) is not None else submit(task)))
                if not waiting:
                    break
                at, task, playing = waiting.popleft()
                columns = self._columns(task, playing, submit)
                if not results.decided(at):
                    results.add(at, columns)
                    progress(results)
        except KeyboardInterrupt:
            results.stopped = True
        finally:
            for _, _, playing in waiting:
                if playing is not None:
                    playing.cancel()
        return results

    def _tasks(self, results: Results) -> Iterator[tuple[int, BlockTask]]:
        """Yield the blocks of all mixes in turn; those that are decided when their turn comes are left out."""
        plan = self.plan
        number = 0
        while results.open():
            tasks = [
                BlockTask(arm.game, plan.players, plan.seed, number, plan.policy, plan.level, plan.skill)
                for arm in self.arms
            ]
            if number * tasks[0].games >= plan.games:
                return
            yield from ((at, task) for at, task in enumerate(tasks) if not results.decided(at))
            number += 1

    def _columns(self, task: BlockTask, playing: Future[Columns] | None, submit: Submit) -> Columns:
        known = self.ledger.get(task.key)
        if known is not None:
            return known
        assert playing is not None, "what the ledger lacks is played"
        for _ in range(AGAIN):
            try:
                columns = playing.result()
                break
            except BrokenProcessPool:
                playing = submit(task)
        else:
            columns = playing.result()
        self.ledger.add(task.key, columns)
        return columns


def at_once(task: BlockTask) -> Future[Columns]:
    """Play a block in this process."""
    played: Future[Columns] = Future()
    played.set_result(play_block(task))
    return played


@contextmanager
def in_processes(jobs: int) -> Iterator[Submit]:
    """Play blocks in processes of this machine. One that dies is replaced."""
    pools = [workers(jobs, fresh=True)]
    executor = pools[-1].__enter__()

    def submit(task: BlockTask) -> Future[Columns]:
        nonlocal executor
        try:
            return executor.submit(play_block, task)
        except BrokenProcessPool:
            pools[-1].__exit__(None, None, None)
            pools.append(workers(jobs, fresh=True))
            executor = pools[-1].__enter__()
            return executor.submit(play_block, task)

    try:
        yield submit
    finally:
        pools[-1].__exit__(None, None, None)
