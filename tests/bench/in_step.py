"""Plays every shipped game and random mixes in the engine and in the oracle, and compares all that both say.

    python tests/bench/in_step.py [--decisions 2000] [--mixes 50] [--mix-decisions 200] [--only GAME …] [--first 0]

Each game is played at its smallest and its largest table, with seeds from 1 on, until it has answered `--decisions`
questions. Prints a line for each table, and a difference where there is one; it exits with 1 if there was any.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "engine")]

from oracle.side_by_side import Difference, play_in_step
from parlour.game import Game, load
from random_mixes import random_mix
from scaffold.mixes import games_on_frames

LONGEST = 400  # decisions of one game


def tables(only: list[str], first: int, mixes: int) -> Iterator[tuple[str, Game, int, bool]]:
    """Yield each game at its smallest and largest table, then random mixes at their smallest."""
    for name in only or games_on_frames():
        game = load(name)
        for players in sorted({game.players[0], game.players[-1]}):
            yield name, game, players, True
    for number in range(first, first + mixes):
        mix = random_mix(1, number)
        yield str(mix), load(mix.game, with_=mix.rules, without=mix.without, options=mix.options), mix.players[0], False


def main() -> int:
    parser = argparse.ArgumentParser(description="Play the engine beside the oracle.")
    parser.add_argument("--decisions", type=int, default=2000)
    parser.add_argument("--mixes", type=int, default=50)
    parser.add_argument("--mix-decisions", type=int, default=200)
    parser.add_argument("--only", nargs="*", default=[])
    parser.add_argument("--first", type=int, default=0)
    args = parser.parse_args()
    total = differences = 0
    for name, game, players, shipped in tables(args.only, args.first, args.mixes):
        wanted, done, seed = args.decisions if shipped else args.mix_decisions, 0, 0
        began = time.perf_counter()
        while done < wanted:
            seed += 1
            try:
                done += max(1, play_in_step(game, players, seed, min(LONGEST, wanted - done)).decisions)
            except Difference as difference:
                print(difference, flush=True)
                differences += 1
                break
        total += done
        print(f"{name}, {players} players: {done} decisions, {time.perf_counter() - began:.0f} s", flush=True)
    print(f"{total:,} decisions, {differences} differences")
    return int(differences > 0)


if __name__ == "__main__":
    sys.exit(main())
