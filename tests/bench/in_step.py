"""Plays every shipped game and random mixes in the engine and in the oracle, and compares all that both say.

    python tests/bench/in_step.py [--decisions 2000] [--mixes 50] [--mix-decisions 2000] [--only GAME …]
                                  [--first 0] [--jobs 1] [--record FILE] [--page FILE]

Each game is played at its smallest and its largest table, with seeds from 1 on, until it has answered `--decisions`
questions. Prints a line for each table, and a difference where there is one; it exits with 1 if there was any.

`--record` saves each table at once, and a stopped run continues with the rest; delete the record when rules or the
engine have changed. `--page docs/figures.md` writes the sums into that page.
"""

import argparse
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path

from checkout import Record, options

from figures_page import table, write_section
from oracle.side_by_side import Difference, play_in_step
from parlour.game import load
from random_mixes import random_mix
from scaffold.mixes import games_on_frames

LONGEST = 400  # decisions of one game
SECTION = "Games beside the oracle"
COMMAND = ".venv/bin/python tests/bench/in_step.py{} --record played.jsonl --page docs/figures.md"
MIXES = 50


@dataclass(frozen=True)
class Task:
    """One table to play: of a shipped game, or the smallest one of a random mix with a number."""

    game: str | int
    players: int
    decisions: int

    @property
    def key(self) -> str:
        return f"{self.game} {self.players} {self.decisions}"


@dataclass(frozen=True)
class Compared:
    """A table that was played, and where the engine and the oracle differ."""

    title: str
    players: int
    decisions: int
    seconds: float
    difference: str | None

    def __str__(self) -> str:
        line = f"{self.title}, {self.players} players: {self.decisions} decisions, {self.seconds:.0f} s"
        return line if self.difference is None else f"{self.difference}\n{line}"


def tasks(args: argparse.Namespace) -> Iterator[Task]:
    """Yield each game at its smallest and largest table, then random mixes."""
    for name in args.only or games_on_frames():
        sizes = load(name).players
        for players in sorted({sizes[0], sizes[-1]}):
            yield Task(name, players, args.decisions)
    for number in range(args.first, args.first + args.mixes):
        yield Task(number, 0, args.mix_decisions)


def compared(task: Task) -> Compared:
    if isinstance(task.game, str):
        title, game, players = task.game, load(task.game), task.players
    else:
        mix = random_mix(1, task.game)
        title, players = str(mix), mix.players[0]
        game = load(mix.game, with_=mix.rules, without=mix.without, options=mix.options)
    began, done, seed, difference = time.perf_counter(), 0, 0, None
    while done < task.decisions and difference is None:
        seed += 1
        try:
            done += max(1, play_in_step(game, players, seed, min(LONGEST, task.decisions - done)).decisions)
        except Difference as different:
            difference = str(different)
    return Compared(title, players, done, time.perf_counter() - began, difference)


def section(games: list[Compared], mixes: list[Compared]) -> str:
    """Return what docs/figures.md says."""
    command = COMMAND.format("" if len(mixes) == MIXES else f" --mixes {len(mixes)}")
    rows = [
        (of, len(each), sum(one.decisions for one in each), sum(one.difference is not None for one in each))
        for of, each in (("shipped games, smallest and largest table", games), ("random mixes", mixes))
    ]
    return f"""\
The oracle of `tests/oracle` evaluates the syntax trees of a mix as [language.md](language.md)
explains them. It shares nothing else with the engine. One script plays games in both and compares
them after each decision:

```sh
{command}
```

{table(("", "tables", "decisions", "differences"), rows)}"""


def main() -> int:
    args = options(
        "Play the engine beside the oracle.", decisions=2000, mixes=MIXES, mix_decisions=2000, only=[str], first=0,
        jobs=1, record=Path, page=Path,
    )  # fmt: skip
    record, wanted = Record(args.record), list(tasks(args))
    known = {line.pop("key"): Compared(**line) for line in record.lines}
    with ProcessPoolExecutor(args.jobs) as pool:
        new = pool.map(compared, (task for task in wanted if task.key not in known))
        for task in wanted:
            if task.key not in known:
                one = known[task.key] = next(new)
                record.add({"key": task.key, **asdict(one)})
            print(known[task.key], flush=True)
    games = [known[task.key] for task in wanted if isinstance(task.game, str)]
    mixes = [known[task.key] for task in wanted if isinstance(task.game, int)]
    differences = sum(one.difference is not None for one in [*games, *mixes])
    print(f"{sum(one.decisions for one in [*games, *mixes]):,} decisions, {differences} differences")
    if args.page is not None:
        write_section(args.page, SECTION, section(games, mixes))
    return int(differences > 0)


if __name__ == "__main__":
    sys.exit(main())
