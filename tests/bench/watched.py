"""Watches comparisons of a mix with itself, and counts false alarms and the games that real differences need.

    python tests/bench/watched.py [--game crazy-eights] [--comparisons 10000] [--pairs 50] [--jobs 2] [--record FILE]

First plays many games. Each comparison takes two random parts of them and looks after every 100 games whether the
shares of a seat differ: at most 5 % may ever look so. Then it moves one part by two margins of a plan with a fixed
number of games, and counts the games until the difference is certain. The result is the same for any number of
processes. A stopped run with `--record` continues with the rest; delete the record when rules or intervals change.
"""

from functools import cache
from pathlib import Path
from random import Random
from statistics import median

from checkout import Record, options

import parlour
from parlour.base.parallel import workers
from parlour.experiments.sequences import Series

GAMES, MOST, LOOK = 200_000, 4000, 100
CHUNK = 100  # comparisons of a task
Z = 1.959964
Task = tuple[str, bool, int, int]
"""The game, whether the parts differ, and the first comparison and the one after the last, of all of them."""


@cache
def wins(game: str) -> list[float]:
    """Return whether the first seat has won, of many games."""
    return [float(winners & 1) for winners in parlour.load(game).playouts(GAMES, seed=1).winners]


def needed(one: list[float], other: list[float], shift: float) -> int | None:
    """Return the number of games after which the difference is certain, or None."""
    series = Series(scale=1.0)
    for number in range(LOOK, len(one) + 1, LOOK):
        new = slice(number - LOOK, number)
        series.extend(a - b + shift for a, b in zip(one[new], other[new], strict=True))
        if abs(series.mean) > series.radius():
            return number
    return None


def compared(task: Task) -> list[int | None]:
    """Return for each comparison after how many games it looked different."""
    game, differ, first, end = task
    all_ = wins(game)
    share = sum(all_) / len(all_)
    shift = 2 * Z * (2 * share * (1 - share) / MOST) ** 0.5 if differ else 0.0
    chance = Random(1)
    for _ in range(first * 2 * MOST):  # what the comparisons before have drawn
        chance.random()
    return [
        needed(chance.choices(all_, k=MOST), chance.choices(all_, k=MOST), shift) for _ in range(first, end)
    ]  # fmt: skip


def tasks(game: str, differ: bool, numbers: range) -> list[Task]:
    return [(game, differ, at, min(at + CHUNK, numbers.stop)) for at in numbers[::CHUNK]]


def main() -> None:
    asked = options(__doc__, game="crazy-eights", comparisons=10_000, pairs=50, jobs=2, record=Path)
    record = Record(asked.record)
    done: dict[Task, list[int | None]] = {tuple(task): results for task, results in record.lines}
    alike = tasks(asked.game, False, range(asked.comparisons))
    apart = tasks(asked.game, True, range(asked.comparisons, asked.comparisons + asked.pairs))
    with workers(compared, asked.jobs, fresh=True) as those:
        for task, results in those.results([task for task in (*alike, *apart) if task not in done]):
            done[task] = results
            record.add([task, results])
    alarms = sum(games is not None for task in alike for games in done[task])
    print(f"{alarms} of {asked.comparisons:,} comparisons of {asked.game} with itself looked different at some time")
    games = median(games or MOST for task in apart for games in done[task])
    print(f"two margins of {MOST:,} games need {games:,.0f} games, the median of {asked.pairs}")


if __name__ == "__main__":
    main()
