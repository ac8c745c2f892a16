"""Measures the coverage of the shipped rulesets, and counts the mutants that their examples notice.

    python tests/bench/mutated.py [RULESET ...] [--record FILE] [--again] [--page FILE] [--survivors FILE] [--jobs N]

Runs `parlour mutate` over each ruleset, with the examples of all rulesets and of tests/rulesets, and prints a Markdown
table with a line for each family and the sum. `--page docs/figures.md` writes it into that page, and a table with a
line for each ruleset. `--survivors` writes the report about the survivors. All mutants take long. `--record` saves each
verdict at once, and a stopped run continues with the rest. After new examples, `--again` tries those once more that no
example noticed. Delete the record when rules have changed.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from random import Random

from checkout import ROOT, Record, options

from figures_page import write_section
from parlour.commands.mutate import explain
from parlour.coverage.figures import CODE, NOTHING, Figure, gaps, rulesets
from parlour.library.library import Library
from parlour.mutation.mutants import STATUSES, Mutant, Verdict, score
from parlour.mutation.report import Tried, percent, survivors
from parlour.mutation.work import MutationPlan, Target, Work, results
from parlour.reporting.suppressions import sift

EXAMPLES = sorted(
    path for path in (ROOT / "tests" / "rulesets").glob("*.yaml") if "examples:" in path.read_text("utf-8")
)

UNNOTICED = ("survived", "not told apart", "the same game")


class Verdicts:
    """The verdicts of this run and earlier ones, by the change of each mutant."""

    def __init__(self, path: Path | None, again: Sequence[str]) -> None:
        self.record = Record(path)
        known = {line["change"]: Verdict(**{key: line[key] for key in line if key != "change"})
                 for line in self.record.lines}  # fmt: skip
        self.known = {change: v for change, v in known.items() if v.status not in again}

    def add(self, change: str, verdict: Verdict) -> None:
        self.known[change] = verdict
        self.record.add({"change": change, **asdict(verdict)})


def changes(mutants: Sequence[Mutant]) -> Iterator[tuple[str, Mutant]]:
    """Return each mutant with its change. New lines elsewhere don't affect the change, but they can affect the id."""
    seen: Counter[str] = Counter()
    for mutant in mutants:
        words = f"{mutant.document.id}: {mutant.edit.operator}: {mutant.edit.sentence}"
        seen[words] += 1
        yield f"{words} ({seen[words]})", mutant


def tried(work: Work, record: Verdicts, args: argparse.Namespace) -> Tried:
    """Try mutants of a ruleset that the record doesn't know: all, or as many as a sample still lacks."""
    (target,) = work.targets
    named = {mutant.id: change for change, mutant in changes(target.mutants)}
    left = tuple(mutant for mutant in target.mutants if named[mutant.id] not in record.known)
    if args.sample is not None:
        lacking = max(0, min(args.sample - (len(target.mutants) - len(left)), len(left)))
        left = tuple(Random(f"{args.seed} {target.name}").sample(left, lacking))
    if left:
        work.targets = (replace(target, mutants=left),)
        for _, (done, _) in results(work, args.jobs):
            for verdict in done:
                record.add(named[verdict.id], verdict)
    known = [(mutant, record.known.get(named[mutant.id])) for mutant in target.mutants]
    return Tried(target, tuple((m, replace(verdict, id=m.id)) for m, verdict in known if verdict is not None))


@dataclass(frozen=True)
class Row:
    """A line of the table: a ruleset, a family, or all."""

    name: str
    covered: Figure
    mutants: int
    verdicts: tuple[Verdict, ...]

    def __add__(self, other: Row) -> Row:
        covered = self.covered + other.covered
        return Row(self.name, covered, self.mutants + other.mutants, self.verdicts + other.verdicts)

    @property
    def line(self) -> str:
        counts = [sum(verdict.status == status for verdict in self.verdicts) for status in STATUSES]
        share = score(list(self.verdicts))
        cells = [
            self.name, f"{self.covered.percent} %", self.mutants, self.mutants - len(self.verdicts), *counts,
            "–" if share is None else percent(share),
        ]  # fmt: skip
        return f"| {' | '.join(map(str, cells))} |"


HEADING = f"| | covered | mutants | not tried | {' | '.join(STATUSES)} | share killed |"


def covered(target: Target) -> Figure:
    """The parts of a ruleset that examples exercise, as the number that `parlour test --coverage` shows."""
    coverage = target.pool.coverage
    if coverage is None:
        return NOTHING
    sifted = sift(gaps(coverage), [target.document.source], {CODE})
    reasons = {ignored.finding: ignored.by.reason for ignored in sifted.ignored}
    return rulesets(coverage, reasons)[0].figures.all


def family(each: Tried) -> str:
    parts = each.target.document.path.parts
    return parts[parts.index("rulesets") + 1]


def table(rows: Sequence[Row]) -> str:
    return "\n".join([HEADING, "| --- |" + " ---: |" * (len(STATUSES) + 4), *(row.line for row in rows)])


def main() -> None:
    args = options(
        __doc__, "rulesets", sample=int, games=100, seed=1, jobs=os.cpu_count() or 1, record=Path, again=False,
        survivors=Path, page=Path,
    )  # fmt: skip
    rows: list[Row] = []
    families: dict[str, Row] = {}
    report: list[str] = []
    record = Verdicts(args.record, UNNOTICED if args.again else ())
    named = tuple(args.rulesets or (each.id for each in Library.standard().listed("frame", "game", "rule")))
    plan = MutationPlan(named, tuple(EXAMPLES), (), None, args.games, args.seed)
    for work in Work.of_each(plan, args.jobs):
        (found,), _ = explain([tried(work, record, args)], complete=False)
        verdicts = tuple(verdict for _, verdict in found.verdicts)
        rows.append(Row(found.target.name, covered(found.target), len(found.target.mutants), verdicts))
        name = family(found)
        families[name] = families.get(name, Row(name, NOTHING, 0, ())) + rows[-1]
        print(rows[-1].line, file=sys.stderr, flush=True)
        report += survivors(found)
        if args.survivors:
            args.survivors.write_text("\n".join(report) + "\n", encoding="utf-8")
    sums = table([*families.values(), sum(families.values(), Row("all", NOTHING, 0, ()))])
    print(sums)
    if args.page:
        write_section(args.page, "Families", sums)
        write_section(args.page, "Rulesets", table(rows))


if __name__ == "__main__":
    main()
