"""How many mutants of the shipped rulesets their examples notice.

    python tests/bench/mutated.py [RULESET ...] [--record FILE] [--again] [--survivors FILE] [--sample N] [--jobs N]

Runs `parlour mutate` over each ruleset, with the examples of all rulesets and of tests/rulesets, and prints a Markdown
table with a line for each family and the sum; `--each` adds a line for each ruleset. `--survivors` gets the report
about the mutants that nothing noticed.

All of them take long. `--record` gets each verdict as soon as it is there, and a run that was stopped continues with
the rest. After new examples, `--again` tries those that survived once more. Delete the record when rules have changed.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "engine")]

from parlour.commands.mutate import explain
from parlour.library.library import Library
from parlour.mutation.mutants import Mutant
from parlour.mutation.report import Tried, percent, survivors
from parlour.mutation.verdicts import STATUSES, Verdict, score
from parlour.mutation.work import MutationPlan, Work
from parlour.mutation.workers import results

EXAMPLES = sorted(
    path for path in (ROOT / "tests" / "rulesets").glob("*.yaml") if "examples:" in path.read_text("utf-8")
)


@dataclass(frozen=True)
class Record:
    """The verdicts of this run and of those before it, by what each mutant changes."""

    path: Path | None
    verdicts: dict[str, Verdict]

    @classmethod
    def of(cls, path: Path | None, again: bool) -> Record:
        known: dict[str, Verdict] = {}
        if path is not None and path.exists():
            for line in path.read_text("utf-8").splitlines():
                entry = json.loads(line)
                change = entry.pop("change")
                known[change] = Verdict(**entry)
        return cls(path, {change: v for change, v in known.items() if not (again and v.status == "survived")})

    def add(self, change: str, verdict: Verdict) -> None:
        self.verdicts[change] = verdict
        if self.path is not None:
            with self.path.open("a", encoding="utf-8") as file:
                print(json.dumps({"change": change, **asdict(verdict)}, ensure_ascii=False), file=file)


def changes(mutants: Sequence[Mutant]) -> Iterator[tuple[str, Mutant]]:
    """Each mutant with what it changes. That stays the same when lines are added elsewhere; an id may not."""
    seen: Counter[str] = Counter()
    for mutant in mutants:
        words = f"{mutant.document.id}: {mutant.operator}: {mutant.sentence}"
        seen[words] += 1
        yield f"{words} ({seen[words]})", mutant


def tried(work: Work, record: Record, args: argparse.Namespace) -> Tried:
    """Try mutants of a ruleset that the record doesn't know: all, or as many as a sample still lacks."""
    (target,) = work.targets
    named = {mutant.id: change for change, mutant in changes(target.mutants)}
    left = tuple(mutant for mutant in target.mutants if named[mutant.id] not in record.verdicts)
    if args.sample is not None:
        lacking = max(0, min(args.sample - (len(target.mutants) - len(left)), len(left)))
        left = tuple(Random(f"{args.seed} {target.name}").sample(left, lacking))
    work.targets = (replace(target, mutants=left),)
    for _, done, _ in results(work, args.jobs):
        for verdict in done:
            record.add(named[verdict.id], verdict)
    known = [(mutant, record.verdicts.get(named[mutant.id])) for mutant in target.mutants]
    return Tried(target, tuple((m, replace(verdict, id=m.id)) for m, verdict in known if verdict is not None))


def family(each: Tried) -> str:
    parts = each.target.document.path.parts
    return parts[parts.index("rulesets") + 1]


def line(name: str, mutants: int, verdicts: list[Verdict]) -> str:
    counts = " | ".join(str(sum(verdict.status == status for verdict in verdicts)) for status in STATUSES)
    share = score(verdicts)
    return f"| {name} | {mutants} | {len(verdicts)} | {counts} | {percent(share) if share is not None else '–'} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rulesets", nargs="*", help="ids; all shipped rulesets when left out")
    parser.add_argument(
        "--sample", type=int, help="mutants of each ruleset, those of the record included; 0: only print the table"
    )
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--record", type=Path, help="where to write each verdict, and to continue from")
    parser.add_argument("--again", action="store_true", help="try again what survived so far")
    parser.add_argument("--survivors", type=Path, help="where to write the report about survivors")
    parser.add_argument("--each", action="store_true", help="a line for each ruleset")
    args = parser.parse_args()
    rulesets = tuple(args.rulesets or Library.standard().ids())
    families: dict[str, list[Verdict]] = defaultdict(list)
    sizes: Counter[str] = Counter()
    report: list[str] = []
    lines: list[str] = []
    record = Record.of(args.record, args.again)
    for work in Work.of_each(
        MutationPlan(rulesets, tuple(EXAMPLES), (), None, args.games, args.seed, args.sample != 0)
    ):
        (each,), _ = explain([tried(work, record, args)], complete=False)
        verdicts = [verdict for _, verdict in each.verdicts]
        lines.append(line(each.target.name, len(each.target.mutants), verdicts))
        sizes[family(each)] += len(each.target.mutants)
        print(lines[-1], file=sys.stderr, flush=True)
        families[family(each)] += verdicts
        report += survivors(each)
        if args.survivors:
            args.survivors.write_text("\n".join(report) + "\n", encoding="utf-8")
    lines = lines if args.each else [line(name, sizes[name], verdicts) for name, verdicts in families.items()]
    print(f"| {'ruleset' if args.each else 'family'} | mutants | tried | {' | '.join(STATUSES)} | share killed |")
    print("| --- |" + " ---: |" * (len(STATUSES) + 3))
    every = [verdict for verdicts in families.values() for verdict in verdicts]
    print("\n".join([*lines, line("all", sizes.total(), every)]))


if __name__ == "__main__":
    main()
