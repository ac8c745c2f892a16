"""Changes shipped rulesets as authors do by mistake, and plays the mutants that `check` accepts.

    python tests/bench/fuzzed.py [--mutants 100] [--first 0] [--games 50] [--most 300] [--seconds 120] [--seed 1]
                                 [--tables N] [--only NUMBER ...] [--into FOLDER]

Each mutant is a random mix of a family in which one document was changed (tests/mutants.py): a condition negated, a
step dropped, an expression replaced by another, and the like. Mutants that the checker refuses are counted by the code
of its first finding. The others are played at every number of players, `--games` games each, by code as it is written,
generated Python and native code, which must agree after each decision. Findings are runtime errors, internal errors,
executions that disagree, and tables that take more than `--seconds` of processor time.

Prints a line for each finding, then a summary of them by kind, until `--mutants` clean ones have been played. Runtime
errors that the checker can't know are listed with the reason, and are no failure. Ctrl-C ends it, with the summary.
`--into` gets a folder for each mutant with a finding: its `mutant.yaml` can be checked and played (`parlour check
FOLDER/7/mutant.yaml`). `--only 7 12` plays these mutants again.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
import time
from collections import Counter
from dataclasses import asdict, dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "engine")]

from fuzzing import Finding, Plan, at_most, checked, is_clean, made, play, raised
from scaffold.mixes import families

PROGRESS = 20  # clean mutants between two lines of progress

# Runtime errors that depend on the course of play, and the reasons why the checker can't find them.
UNKNOWABLE = {
    "this loop has reached its limit": "the course of the game decides whether a loop reaches its limit",
    "the number n is too large": "how often something is added depends on the course of the game",
    "division by zero": "whether a divisor becomes 0 depends on the course of the game",
    "expected at most n cards": "the author said that there are no more cards than that",
}


@dataclass
class Tally:
    """The results of all mutants so far. `findings` has the numbers of the mutants with findings, by kind."""

    refused: Counter[str] = field(default_factory=Counter)
    counts: Counter[str] = field(default_factory=Counter)
    findings: dict[str, list[int]] = field(default_factory=dict)

    def __str__(self) -> str:
        codes = ", ".join(f"{n} {code}" for code, n in self.refused.most_common(12))
        lines = [
            ", ".join(f"{n} {name}" for name, n in self.counts.items()),
            f"{self.refused.total()} mutants were not clean: {codes}",
        ]
        for kind, numbers in sorted(self.findings.items(), key=lambda item: -len(item[1])):
            lines.append(f"{len(numbers):4} mutants: {kind}: {' '.join(map(str, numbers))}")
            if unknowable(kind):
                lines.append(f"     the checker can't know: {unknowable(kind)}")
        return "\n".join(lines)

    @property
    def failed(self) -> bool:
        return any(not unknowable(kind) for kind in self.findings)


def unknowable(kind: str) -> str | None:
    return next((reason for words, reason in UNKNOWABLE.items() if words in kind), None)


def run(number: int, plan: Plan, folder: Path) -> dict[str, object]:
    """Make one mutant and play its games."""
    mutant = made(plan.seed, number)
    if mutant is None:
        return {"refused": "not made"}
    path = mutant.write(folder)
    compiled = checked(path)
    if not is_clean(compiled):
        return {"refused": next(f.code for f in compiled.findings if f.severity != "note")}
    assert compiled.program is not None, "it is clean"
    report: dict[str, int] = {}
    findings = [asdict(finding) for finding in play(compiled.program, plan, report)]
    return {"report": report, "findings": findings}


def apart(number: int, plan: Plan, folder: Path) -> dict[str, object]:
    """Run a mutant in a process of its own, which can hang or die."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        answer: dict[str, object]
        try:
            with at_most(plan.seconds):
                answer = run(number, plan, folder)
        except KeyboardInterrupt:
            os._exit(1)
        except BaseException as error:
            kind = f"internal error before play: {type(error).__name__}: {error}"
            answer = {"report": {}, "findings": [asdict(Finding(kind, raised(error), raised(error)))]}
        with os.fdopen(writing, "w") as pipe:
            json.dump(answer, pipe)
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as pipe:
        text = pipe.read()
    _, status = os.waitpid(child, 0)
    if text:
        answer = json.loads(text)
        assert isinstance(answer, dict)
        return answer
    return {"report": {}, "findings": [asdict(Finding("the process died", str(status), f"status {status}"))]}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--mutants", type=int, default=100, help="that are clean and played")
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--games", type=int, default=50, help="at each table")
    parser.add_argument("--most", type=int, default=300, help="decisions in a game")
    parser.add_argument("--seconds", type=int, default=120, help="of the processor, for one mutant")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tables", type=int, help="only so many numbers of players")
    parser.add_argument("--only", type=int, nargs="+", metavar="NUMBER")
    parser.add_argument("--into", type=Path, help="where mutants with findings are written")
    args = parser.parse_args()
    plan = Plan(args.games, args.most, args.seconds, args.seed, tables=args.tables)
    tally = Tally()
    began = time.perf_counter()
    families()  # computed once, before each mutant gets a process of its own
    try:
        with tempfile.TemporaryDirectory() as scratch:
            numbers = iter(args.only) if args.only else iter(range(args.first, 1 << 30))
            for number in numbers:
                if not args.only and tally.counts["clean mutants"] >= args.mutants:
                    break
                folder = (args.into or Path(scratch)) / str(number)
                answer = apart(number, plan, folder)
                keep = bool(answer.get("findings")) and args.into is not None
                tell(tally, number, answer)
                if not keep and folder.exists():
                    for path in folder.iterdir():
                        path.unlink()
                    folder.rmdir()
    except KeyboardInterrupt:
        print("stopped")
    print(f"{time.perf_counter() - began:.0f} s\n{tally}")
    return 1 if tally.failed else 0


def tell(tally: Tally, number: int, answer: dict[str, object]) -> None:
    if "refused" in answer:
        tally.refused[str(answer["refused"])] += 1
        return
    report, findings = answer["report"], answer["findings"]
    assert isinstance(report, dict)
    assert isinstance(findings, list)
    tally.counts["clean mutants"] += 1
    tally.counts.update(report)
    for kind in dict.fromkeys(finding["kind"] for finding in findings):
        tally.findings.setdefault(kind, []).append(number)
    if tally.counts["clean mutants"] % PROGRESS == 0:
        print(f"{tally.counts['clean mutants']} clean ones played, up to mutant {number}", flush=True)
    for finding in findings[:1]:
        print(f"{number}: {finding['kind']}\n      {finding['text']}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
