"""Plays random rulesets in all executions and in the oracle, and counts the constructs that play meets.

    python tests/bench/oracle.py [--rulesets 5300] [--expressions 100000] [--first SEED] [--jobs 1] [--record FILE]
                                 [--page FILE] [--cover N] [--verbose]

The rulesets are those of `oracle.written` from the seed `--first` up to `--rulesets`; each measures 16 expressions.
After them come rulesets with 100 expressions each, until `--expressions` are compared. Prints each difference with its
seed, and the counts.

`--record` saves each part of the run at once, and a stopped run continues with the rest; delete the record when the
engine, the oracle or the forms have changed. `--page docs/figures.md` writes the counts into that page, with a table:
how often each construct was met with each kind of cards, zones and keys. `--cover N` prints the seeds among the first
N that together meet everything that is documented: the `SEEDS` of tests/oracle/test_written.py.
"""

from __future__ import annotations

import argparse
import gc
import json
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path

from checkout import options

from figures_page import table, write_section
from oracle.constructs import Counted, documented
from oracle.packs import PACKS
from oracle.side_by_side import Difference, compare_natively, play_in_step
from oracle.written import written
from parlour import RulesetError, load

NATIVELY = 4  # one ruleset in so many is also played by native code
MOST, WIDEST = 30, 300  # decisions in a game, moves of a question
FEW, MANY = 16, 100  # expressions that a ruleset measures
TOGETHER = 50  # rulesets in a part of the run
SECTION, MET = "Random rulesets beside the oracle", "Constructs in random rulesets"
COMMAND = ".venv/bin/python tests/bench/oracle.py{} --record rulesets.jsonl --page docs/figures.md"
RULESETS, ENOUGH = 5300, 100_000  # rulesets, some of which are refused, and expressions
COLUMNS = ("all", *(pack.name for pack in PACKS), "zone: set", "zone: pile", "zone: columns", "zone: shared",
           "zone: keyed", "key: player", "key: side", "key: rank", "key: suit", "key: number", "key: word")  # fmt: skip


@dataclass
class Tally:
    """What a run has compared and met."""

    met: Counter[tuple[str, str]] = field(default_factory=Counter)
    counts: Counter[str] = field(default_factory=Counter)
    differences: list[str] = field(default_factory=list)

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
            self.differences.append(f"{seed} ({ruleset.pack.name}, {expressions} expressions): {name}{difference}")
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

    def add(self, other: Tally) -> None:
        self.met += other.met
        self.counts += other.counts
        self.differences += other.differences

    def __str__(self) -> str:
        counts = ", ".join(f"{count:,} {name}" for name, count in self.counts.items())
        return f"{counts}, {len(self.differences)} differences"

    def to_json(self) -> str:
        met = [[*key, count] for key, count in self.met.items()]
        return json.dumps({"met": met, "counts": self.counts, "differences": self.differences}, ensure_ascii=False)

    @classmethod
    def from_json(cls, text: str) -> Tally:
        data = json.loads(text)
        met = Counter({(construct, column): count for construct, column, count in data["met"]})
        return cls(met, Counter(data["counts"]), data["differences"])

    def constructs(self) -> str:
        """Return how often play met each construct, with each kind of cards, zones and keys."""
        rows = ((construct, *(self.met[construct, column] or "·" for column in COLUMNS))
                for construct in sorted(documented() | {construct for construct, _ in self.met}))  # fmt: skip
        return table(("", *COLUMNS), rows)

    def section(self, asked: argparse.Namespace) -> str:
        """Return what docs/figures.md says."""
        counts = [*self.counts.items(), ("differences", len(self.differences))]
        missing = sorted(documented() - {construct for construct, _ in self.met})
        fewer = f" --rulesets {asked.rulesets} --expressions {asked.expressions}"
        command = COMMAND.format("" if (asked.rulesets, asked.expressions) == (RULESETS, ENOUGH) else fewer)
        return f"""\
Random rulesets contain every construct that [language.md](language.md) documents. One script plays
them in the engine and in the oracle, and compares positions, moves, events and views. Each ruleset
also measures random expressions. Games are over, stopped by a runtime error, or left after 30
decisions; `check` refuses a few rulesets.

```sh
{command}
```

{table(("", "count"), counts)}

Documented constructs that no ruleset met: {", ".join(missing) or "none"}."""


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


@dataclass(frozen=True)
class Part:
    """Some rulesets of a run."""

    first: int
    end: int
    expressions: int
    verbose: bool

    @property
    def key(self) -> str:
        return f"{self.first} {self.end} {self.expressions} "

    def tally(self) -> Tally:
        gc.set_threshold(200_000)  # trees and code live as long as their ruleset: looking for garbage took a third
        tally = Tally()
        for seed in range(self.first, self.end):
            tally.play(seed, self.expressions, self.verbose)
        return tally


def tallies(parts: list[Part], jobs: int, record: Path | None) -> Iterator[Tally]:
    """Yield the tally of each part: from the record, or played now."""
    lines = record.read_text(encoding="utf-8").splitlines() if record is not None and record.exists() else []
    known = {part.key: line.removeprefix(part.key) for part in parts for line in lines if line.startswith(part.key)}
    with ProcessPoolExecutor(jobs, max_tasks_per_child=1) as pool:  # a process remembers what it has loaded
        new = pool.map(Part.tally, (part for part in parts if part.key not in known))
        for part in parts:
            if part.key in known:
                yield Tally.from_json(known[part.key])
                continue
            tally = next(new)
            if record is not None:
                with record.open("a", encoding="utf-8") as file:
                    file.write(f"{part.key}{tally.to_json()}\n")
            yield tally


def main() -> int:
    args = options(
        __doc__, rulesets=RULESETS, expressions=ENOUGH, first=0, jobs=1, record=Path, page=Path, cover=int,
        verbose=False,
    )  # fmt: skip
    if args.cover is not None:
        print(f"SEEDS = {tuple(cover(args.cover))}")
        return 0
    total, first, began = Tally(), args.first, time.perf_counter()
    while first < args.rulesets or total.counts["expressions"] < args.expressions:
        few = first < args.rulesets
        end = args.rulesets if few else first + args.jobs * TOGETHER
        parts = [
            Part(seed, min(seed + TOGETHER, end), FEW if few else MANY, args.verbose)
            for seed in range(first, end, TOGETHER)
        ]
        first = end
        for part, tally in zip(parts, tallies(parts, args.jobs, args.record), strict=True):
            total.add(tally)
            for difference in tally.differences:
                print(difference)
            print(f"{part.end}: {total}, {time.perf_counter() - began:.0f} s", flush=True)
    print(f"never met: {sorted(documented() - {construct for construct, _ in total.met})}")
    if args.page is not None:
        write_section(args.page, SECTION, total.section(args))
        write_section(args.page, MET, total.constructs())
    return int(bool(total.differences))


if __name__ == "__main__":
    sys.exit(main())
