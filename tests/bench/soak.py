"""Plays every shipped game many times at every number of players and checks all laws.

    python tests/bench/soak.py [--games 10000] [--only GAME ...] [--players N] [--checked 1.0] [--reference]

Games are played by generated source, or with `--reference` by the machine of closures. `--checked` is the share of the
games in which every single state is examined; the others are checked at their end and replayed. Prints one line for
each table and stops at the first law that is broken, with the seed.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "engine")]

import laws
from parlour.library import Library


def soak(game: str, players: int, games: int, checked: float, reference: bool) -> str:
    m = laws.machine(game, players) if reference else laws.generated(game, players)
    chooser = Random(f"{game} {players}")
    endings: Counter[str] = Counter()
    decisions = 0
    began = time.perf_counter()
    for seed in range(games):
        played = laws.play(m, seed, chooser, checked=chooser.random() < checked)
        laws.replay(m, played)
        endings[played.ending] += 1
        decisions += len(played.moves)
    seconds = time.perf_counter() - began
    share = ", ".join(f"{word} {100 * n / games:.1f} %" for word, n in endings.most_common())
    return f"{game:24} {players:2} players {games:6} games {decisions:10} decisions {seconds:7.0f} s   {share}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--only", nargs="+", metavar="GAME", help="these games")
    parser.add_argument("--players", type=int, help="one number of players")
    parser.add_argument("--checked", type=float, default=1.0)
    parser.add_argument("--reference", action="store_true")
    args = parser.parse_args()
    for game in args.only or Library.standard().ids("game"):
        for players in laws.sizes(game):
            if args.players in (None, players):
                print(soak(game, players, args.games, args.checked, args.reference), flush=True)


if __name__ == "__main__":
    main()
