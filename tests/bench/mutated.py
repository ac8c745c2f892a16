"""How many mutants of the shipped rulesets their examples notice.

    python tests/bench/mutated.py [RULESET ...] [--sample N] [--seed N] [--jobs N] [--survivors FILE]

Runs `parlour mutate` over each ruleset, with the examples of all rulesets and of tests/rulesets, and prints a Markdown
table with a line for each family and the sum. `--survivors` gets the report about the mutants that nothing noticed.
All of them take about half an hour on two cores.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "engine")]

from parlour.library.library import Library
from parlour.mutation.report import Tried, percent, survivors
from parlour.mutation.verdicts import STATUSES, Verdict, score
from parlour.mutation.work import Plan, Work
from parlour.mutation.workers import results

EXAMPLES = sorted(
    path for path in (ROOT / "tests" / "rulesets").glob("*.yaml") if "examples:" in path.read_text("utf-8")
)


def tried(ruleset: str, args: argparse.Namespace) -> Tried:
    plan = Plan((ruleset,), tuple(EXAMPLES), (), args.sample, args.games, args.seed)
    work = Work.of(plan)
    (target,) = work.targets
    verdicts = {verdict.id: verdict for _, done, _ in results(work, args.jobs) for verdict in done}
    return Tried(target, tuple((mutant, verdicts[mutant.id]) for mutant in target.mutants))


def family(each: Tried) -> str:
    parts = each.target.document.path.parts
    return parts[parts.index("rulesets") + 1]


def line(name: str, verdicts: list[Verdict]) -> str:
    counts = " | ".join(str(sum(verdict.status == status for verdict in verdicts)) for status in STATUSES)
    share = score(verdicts)
    return f"| {name} | {len(verdicts)} | {counts} | {percent(share) if share is not None else '–'} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rulesets", nargs="*", help="ids; all shipped rulesets when left out")
    parser.add_argument("--sample", type=int, help="mutants of each ruleset")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--survivors", type=Path, help="where to write the report about survivors")
    args = parser.parse_args()
    families: dict[str, list[Verdict]] = defaultdict(list)
    report: list[str] = []
    for ruleset in args.rulesets or Library.standard().ids():
        each = tried(ruleset, args)
        verdicts = [verdict for _, verdict in each.verdicts]
        print(line(ruleset, verdicts), file=sys.stderr, flush=True)
        families[family(each)] += verdicts
        report += survivors(each)
    print(f"| family | mutants | {' | '.join(STATUSES)} | killed |")
    print("| --- |" + " ---: |" * (len(STATUSES) + 2))
    for name, verdicts in families.items():
        print(line(name, verdicts))
    print(line("all", [verdict for verdicts in families.values() for verdict in verdicts]))
    if args.survivors:
        args.survivors.write_text("\n".join(report) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
