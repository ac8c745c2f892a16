"""How many decisions a second the machine makes in random games, one process.

    python tests/bench/machine_speed.py [--seconds 3] [GAME PLAYERS]...

Without games: the hand-written Program of tests/machine/eights.py for two players. The best of several rounds is told,
in processor time: the figures of a busy computer would say little.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from random import Random

TESTS = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(TESTS), str(TESTS / "machine")]

import eights

import laws
from parlour.machine.machine import Machine


def decisions(m: Machine, chooser: Random, seed: int) -> int:
    """Plays one random game."""
    random, legal, step = chooser.random, m.legal, m.step
    s = m.start(seed)
    count = 0
    while not m.over(s):
        moves = legal(s)
        step(s, moves[int(random() * len(moves))])
        count += 1
    return count


def best_rate(m: Machine, seconds: float) -> float:
    """Decisions a second in the best tenth of a second or game, whichever is longer."""
    chooser = Random(1)
    best = 0.0
    seed = 0
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        began = time.process_time()
        count = 0
        while time.process_time() - began < 0.1:
            count += decisions(m, chooser, seed)
            seed += 1
        best = max(best, count / (time.process_time() - began))
    return best


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("tables", nargs="*", metavar="GAME PLAYERS")
    args = parser.parse_args()
    pairs = zip(args.tables[::2], args.tables[1::2], strict=True)
    tables = [(f"{game}, {n} players", laws.machine(game, int(n))) for game, n in pairs]
    for name, m in tables or [("hand-written eights, 2 players", Machine(eights.RULES, 2))]:
        print(f"{name:40} {best_rate(m, args.seconds):10,.0f} decisions/s")


if __name__ == "__main__":
    main()
