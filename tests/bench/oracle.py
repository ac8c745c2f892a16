"""Plays random rulesets in all executions and in the oracle, and counts the constructs that play meets.

    python tests/bench/oracle.py [--rulesets 5000] [--expressions 100000] [--first SEED] [--table] [--cover N]
                                 [--verbose]

The rulesets are those of `oracle.written` from `--first` on; each measures 16 expressions. After them come rulesets
with 200 expressions each, until `--expressions` are compared. Prints each difference with its seed, and the counts. A
run can continue where another one stopped: `--first` is the number of its last line.

`--table` also prints how often each construct was met with each kind of cards, zones and keys. `--cover N` prints the
seeds among the first N that together meet everything that is documented: the `SEEDS` of tests/oracle/test_written.py.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "engine")]

from oracle.constructs import Counted, documented
from oracle.packs import PACKS
from oracle.side_by_side import Difference, compare_natively, play_in_step
from oracle.written import written
from parlour import RulesetError, load

NATIVELY = 4  # one ruleset in so many is also played by native code
MOST, WIDEST = 30, 300  # decisions in a game, moves of a question
FEW, MANY = 16, 200  # expressions that a ruleset measures
EVERY = 100  # rulesets between two lines
COLUMNS = ("all", *(pack.name for pack in PACKS), "zone: set", "zone: pile", "zone: columns", "zone: shared",
           "zone: keyed", "key: player", "key: side", "key: rank", "key: suit", "key: number", "key: word")  # fmt: skip


@dataclass
class Tally:
    """What a run has compared and met."""

    met: Counter[tuple[str, str]] = field(default_factory=Counter)
    counts: Counter[str] = field(default_factory=Counter)

    def play(self, seed: int, expressions: int, verbose: bool) -> set[str]:
        """Compare one ruleset, and return the constructs that it meets."""
        ruleset = written(seed, expressions)
        try:
            game = load("random-game", documents=ruleset.documents)
        except RulesetError as error:
            self.counts["refused"] += 1
            if verbose:
                print(f"{seed}: {next(d.message for d in error.diagnostics if str(d.severity) == 'error')}", flush=True)
            return set()
        play = Counted(game.composition, ruleset.players, seed)
        try:
            tally = play_in_step(game, ruleset.players, seed, MOST, play, WIDEST)
            if seed % NATIVELY == 0 and find_spec("llvmlite") is not None:
                compare_natively(game, ruleset.players, seed)
                self.counts["by native code too"] += 1
        except (Difference, AssertionError, LookupError, TypeError, AttributeError, RuntimeError) as difference:
            name = "" if isinstance(difference, Difference) else f"{type(difference).__name__}: "
            print(f"{seed} ({ruleset.pack.name}, {expressions} expressions): {name}{difference}", flush=True)
            self.counts["differences"] += 1
            return set()
        self.counts["rulesets"] += 1
        self.counts["expressions"] += expressions if "measure" in play.run else 0
        self.counts["decisions"] += tally.decisions
        self.counts[tally.ending] += 1
        for (construct, column), count in play.met.items():
            self.met[construct, column] += count
            if column == "all":
                self.met[construct, ruleset.pack.name] += count
        return {construct for construct, _ in play.met}

    def __str__(self) -> str:
        return ", ".join(f"{count:,} {name}" for name, count in self.counts.items())

    def table(self) -> str:
        """Return how often play met each construct, with each kind of cards, zones and keys."""
        lines = ["construct | " + " | ".join(COLUMNS)]
        for construct in sorted(documented() | {construct for construct, _ in self.met}):
            cells = (f"{self.met[construct, column]:,}" if self.met[construct, column] else "·" for column in COLUMNS)
            lines.append(f"{construct} | " + " | ".join(cells))
        return "\n".join(lines)


def cover(count: int) -> list[int]:
    """Return few of the first seeds that together meet all that is documented, those of short games first."""
    tally, wanted = Tally(), documented()
    seeds: dict[int, set[str]] = {}
    costs: dict[int, float] = {}
    for seed in range(count):
        began = time.process_time()
        seeds[seed] = tally.play(seed, FEW, verbose=False) & wanted
        costs[seed] = 0.2 + time.process_time() - began
    left, chosen = set().union(*seeds.values()), list[int]()
    print(f"never met: {sorted(wanted - left)}")
    while left:
        chosen.append(max(seeds, key=lambda seed: len(seeds[seed] & left) / costs[seed]))
        left -= seeds[chosen[-1]]
    print(f"{len(chosen)} rulesets, {sum(costs[seed] for seed in chosen):.0f} s")
    return sorted(chosen)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rulesets", type=int, default=5000)
    parser.add_argument("--expressions", type=int, default=100_000)
    parser.add_argument("--first", type=int, default=0, metavar="SEED")
    parser.add_argument("--table", action="store_true")
    parser.add_argument("--cover", type=int, metavar="N")
    parser.add_argument("--verbose", action="store_true", help="also print why a ruleset is refused")
    args = parser.parse_args()
    if args.cover is not None:
        print(f"SEEDS = {tuple(cover(args.cover))}")
        return 0
    tally, seed, began = Tally(), args.first, time.perf_counter()
    while seed < args.rulesets or tally.counts["expressions"] < args.expressions:
        tally.play(seed, FEW if seed < args.rulesets else MANY, args.verbose)
        seed += 1
        if seed % EVERY == 0:
            print(f"{seed}: {tally}, {time.perf_counter() - began:.0f} s", flush=True)
    if args.table:
        print(tally.table())
    print(f"never met: {sorted(documented() - {construct for construct, _ in tally.met})}")
    print(f"{tally}, {time.perf_counter() - began:.0f} s")
    return int(tally.counts["differences"] > 0)


if __name__ == "__main__":
    sys.exit(main())
