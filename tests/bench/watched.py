"""Watches comparisons of a mix with itself, and counts false alarms and the games that real differences need.

    python tests/bench/watched.py [--game crazy-eights] [--comparisons 10000] [--pairs 50]

First plays many games. Each comparison takes two random parts of them and looks after every 100 games whether the
shares of a seat differ: at most 5 % may ever look so. Then it moves one part by two margins of a plan with a fixed
number of games, and counts the games until the difference is certain.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from random import Random
from statistics import median

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "engine"))

import parlour
from parlour.experiments.sequences import Series

MOST, LOOK = 4000, 100
Z = 1.959964


def needed(one: list[float], other: list[float], shift: float) -> int | None:
    """Return the number of games after which the difference is certain, or None."""
    series = Series(scale=1.0)
    for number, (a, b) in enumerate(zip(one, other, strict=True), 1):
        series.add(a - b + shift)
        if number % LOOK == 0 and abs(series.mean) > series.radius():
            return number
    return None


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--game", default="crazy-eights")
    parser.add_argument("--comparisons", type=int, default=10_000)
    parser.add_argument("--pairs", type=int, default=50)
    asked = parser.parse_args()
    played = parlour.load(asked.game).playouts(200_000, seed=1)
    wins = [float(winners & 1) for winners in played.winners]
    chance = Random(1)
    alarms = sum(
        needed(chance.choices(wins, k=MOST), chance.choices(wins, k=MOST), 0.0) is not None
        for _ in range(asked.comparisons)
    )
    what = f"{asked.comparisons:,} comparisons of {asked.game} with itself"
    what = f"{asked.comparisons:,} comparisons of {asked.game} with itself"
    print(f"{alarms} of {what} looked different at some time")
    share = sum(wins) / len(wins)
    margin = Z * (2 * share * (1 - share) / MOST) ** 0.5
    games = []
    for _ in range(asked.pairs):
        one, other = chance.choices(wins, k=MOST), chance.choices(wins, k=MOST)
        games.append(needed(one, other, 2 * margin) or MOST)
    print(f"two margins of {MOST:,} games need {median(games):,.0f} games, the median of {asked.pairs}")


if __name__ == "__main__":
    main()
