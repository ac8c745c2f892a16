"""Compares worlds with the true states in all shipped games, and measures them.

    python tests/bench/worlds.py [games] [--positions 100] [--worlds 10]

A row has the positions, the worlds, how many of them weren't the true state, the milliseconds for a world, and for the
first world of a position, which works out what the seat remembers.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parents[1]), str(Path(__file__).parents[2] / "engine")]

import parlour
from laws_of_worlds import worlds_look_the_same


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("games", nargs="*")
    parser.add_argument("--positions", type=int, default=100)
    parser.add_argument("--worlds", type=int, default=10)
    args = parser.parse_args()
    failed = False
    print(f"{'game':32}{'players':>8}{'positions':>11}{'worlds':>8}{'others':>8}{'ms each':>9}{'ms first':>10}")
    for id_ in args.games or parlour.Library.standard().ids("game"):
        game = parlour.load(id_)
        players = [n for n in game.program.players if n > 1]
        if not players:
            continue
        try:
            count = worlds_look_the_same(game.table(players[0]), 1, args.positions, args.worlds, 3)
        except (AssertionError, parlour.StateError) as wrong:
            failed = True
            print(f"{id_:32}{players[0]:>8}  {type(wrong).__name__}: {str(wrong)[:300]}")
            continue
        each, first = count.seconds / count.worlds * 1e3, count.first / count.positions * 1e3
        print(
            f"{id_:32}{players[0]:>8}{count.positions:>11}{count.worlds:>8}{count.different:>8}{each:>9.3f}{first:>10.1f}",
            flush=True,
        )
    sys.exit(failed)


if __name__ == "__main__":
    main()
