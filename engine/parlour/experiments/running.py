"""Plays the blocks of an experiment, in this process, in several, or on other machines, and stops what is decided. A
`Ledger` has the blocks that are done, so that a stopped run continues where it was.

Results count in the order of the blocks, so it doesn't matter who plays them, or which are done first.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from parlour.base.parallel import Workers
from parlour.base.usage import UsageError
from parlour.base.whole_files import put
from parlour.experiments.arms import Arm
from parlour.experiments.blocks import BlockFault, BlockTask, Columns, Playing
from parlour.experiments.series_of_mixes import Results
from parlour.session.packed_game import PackedGame

KIND = "parlour experiment"


class LedgerError(UsageError):
    """A file that isn't a ledger. The message says what it is."""


class Ledger:
    """Blocks by their keys; without a file, only in memory. Each line of the file is a block with its key; one that a
    stopped process has left half written doesn't count."""

    def __init__(self, path: Path | None = None) -> None:
        """Raise LedgerError if the file is something else, OSError if it can't be read or written."""
        self._path = path
        self._done: dict[str, Columns] = {}
        if path is None:
            return
        if path.exists() and path.stat().st_size:
            self._read(path)
        else:
            put(path, f"{json.dumps({'kind': KIND})}\n".encode())

    def _read(self, path: Path) -> None:
        text = path.read_text(encoding="utf-8", errors="replace")
        first, _, rest = text.partition("\n")
        if _parsed(first).get("kind") != KIND:
            raise LedgerError(f"{path} isn't a record of `parlour compare`")
        for line in rest.splitlines():
            entry = _parsed(line)
            key, columns = entry.get("key"), entry.get("columns")
            if isinstance(key, str) and isinstance(columns, dict):
                self._done[key] = columns
        if not text.endswith("\n"):
            with path.open("a", encoding="utf-8") as file:
                file.write("\n")

    def get(self, key: str) -> Columns | None:
        return self._done.get(key)

    def add(self, key: str, columns: Columns) -> None:
        new = key not in self._done
        self._done[key] = columns
        if new and self._path is not None:
            with self._path.open("a", encoding="utf-8") as file:
                file.write(json.dumps({"key": key, "columns": columns}) + "\n")


def _parsed(line: str) -> dict[str, object]:
    try:
        data = json.loads(line)
    except ValueError:
        return {}
    return data if isinstance(data, dict) else {}


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
