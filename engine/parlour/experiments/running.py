"""Plays the blocks of an experiment, in this process, in several, or on other machines, and stops what is decided.

Results count in the order of the blocks, so it doesn't matter who plays them, or which are done first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from parlour.base.parallel import Workers
from parlour.experiments.arms import Arm
from parlour.experiments.blocks import BlockFault, BlockTask, Columns, Playing
from parlour.experiments.ledger import Ledger
from parlour.experiments.series_of_mixes import Results
from parlour.session.packed_game import PackedGame

Players = Workers[BlockTask, Columns]


@dataclass(frozen=True)
class Plan:
    """How to play the mixes. `games` is the most for each of them; if it isn't `early`, all of them get as many.
    `begun` says from which position they continue, if they don't begin with a deal."""

    playing: Playing
    games: int
    early: bool = True
    begun: str = ""


@dataclass
class Experiment:
    """Mixes that are played on the same deals. The first one is what the others are compared with."""

    arms: Sequence[Arm]
    plan: Plan
    ledger: Ledger = field(default_factory=Ledger)

    def run(self, players: Players, progress: Callable[[Results], object] = lambda results: None) -> Results:
        """Play until all is decided or the games are over. `progress` sees the results after each block, and ends the
        experiment if it returns True. Ctrl-C returns what there is."""
        results = Results(self.arms, self.plan.playing.players, self.plan.early)
        blocks = players.results(self._tasks(results), known=lambda task: self.ledger.get(task.key))
        try:
            for task, columns in blocks:
                self.ledger.add(task.key, columns)
                if not results.decided(task.arm):
                    results.add(task.arm, columns)
                    if progress(results) is True:
                        results.stopped = True
                        break
        except BlockFault as fault:
            raise BlockFault(fault.playout_fault, fault.arm, self.arms[fault.arm].game.recipe.in_one_line) from None
        except KeyboardInterrupt:
            results.stopped = True
        finally:
            blocks.close()
        return results

    def _tasks(self, results: Results) -> Iterator[BlockTask]:
        """Yield the blocks of all mixes in turn; those that are decided when their turn comes are left out."""
        playing, games = self.plan.playing, range(self.plan.games)
        packed = [(PackedGame(arm.game), None if arm.begin is None else arm.begin.cells) for arm in self.arms]
        while games and results.open():
            block, games = games[: playing.block], games[playing.block :]
            for at, (rules, begin) in enumerate(packed):
                if not results.decided(at):
                    yield BlockTask(at, rules, begin, playing, block)
