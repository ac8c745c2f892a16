"""Compares the show of Cribbage with brute force, over hands of which many have runs, pairs and flushes.

python tests/bench/cribbage.py [--hands 10000]
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "engine")]

from cribbage_show import Shown, dealt, points


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hands", type=int, default=10_000)
    hands, random, shown = parser.parse_args().hands, Random(1), Shown()
    found: Counter[int] = Counter()
    for _ in range(hands):
        hand = dealt(random)
        wanted, counted = points(*hand), shown.points(*hand)
        found[wanted] += 1
        if wanted != counted:
            print(f"{hand}: {counted}, but {wanted} by brute force")
            return 1
    print(f"{hands:,} hands agree; points: " + ", ".join(f"{n} ({found[n]:,})" for n in sorted(found)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
