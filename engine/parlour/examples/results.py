"""The result of an example, as data and in words: expected and actual side by side."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from parlour.base.diagnostics import Diagnostic, Related, diagnostic_data, render_text
from parlour.base.printable import picked
from parlour.base.source import Span
from parlour.examples.mixes import PLAYED_HERE


@dataclass(frozen=True)
class Failure:
    """A difference between the result of play and the expected result of an example."""

    what: str
    expected: str
    actual: str
    span: Span
    details: tuple[str, ...] = ()

    @property
    def diagnostic(self) -> Diagnostic:
        message = f"{self.what}: expected {self.expected}; actual {self.actual}"
        return Diagnostic("example-failed", message, self.span, help="\n".join(self.details) or None)

    def lines(self) -> list[str]:
        """Return the place and the line, then both sides one below the other."""
        place = render_text((Diagnostic("example-failed", self.what, self.span),)).splitlines()
        return [*place, f"  expected  {self.expected}", f"  actual    {self.actual}", *(f"  {d}" for d in self.details)]


@dataclass(frozen=True)
class CaseResult:
    """The result of one example.

    `failures` are differences from what it expects; `problems` say why it couldn't run. An example without either has
    passed.
    """

    name: str
    document: str  # the id of its ruleset, or the name of its file
    span: Span
    failures: tuple[Failure, ...]
    problems: tuple[Diagnostic, ...]

    @property
    def passed(self) -> bool:
        return not self.failures and not self.problems

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        return (*self.problems, *(failure.diagnostic for failure in self.failures))


def render(results: Sequence[CaseResult], verbose: bool = False) -> str:
    """Return the failures and a count, for people; with `verbose`, also the examples that passed."""
    lines: list[str] = []
    before: set[_Reason] = set()
    for result in results:
        if result.passed:
            lines += [f"ok      {result.document}: {result.name}"] if verbose else []
            continue
        lines.append(f"FAILED  {result.document}: {result.name}")
        for lines_of_problem in _reported(result, before):
            lines += [f"  {line}".rstrip() for line in lines_of_problem]
    failed = sum(not result.passed for result in results)
    count = "1 example" if len(results) == 1 else f"{len(results)} examples"
    lines.append(f"{count}: {f'{failed} failed' if failed else 'all passed' if results else 'nothing to run'}")
    return "\n".join(lines)


_Reason = tuple[str, str, Span | None, tuple[Related, ...]]


def _reported(result: CaseResult, before: set[_Reason]) -> Iterable[list[str]]:
    """Report a ruleset error under the first example that meets it, and only count it under the others."""
    again = 0
    for problem in result.problems:
        elsewhere = any(related.message == PLAYED_HERE for related in problem.related)
        others = tuple(related for related in problem.related if related.message != PLAYED_HERE)
        reason = problem.code, problem.message, problem.span if elsewhere else None, others
        of_mix = problem.related or not problem.code.startswith("example-")
        if of_mix and reason in before:
            again += 1
            continue
        before.add(reason)
        yield render_text((problem,)).splitlines()
    if again:
        yield [f"its mix has {'the error' if again == 1 else f'{again} errors'} reported above"]
    for failure in result.failures:
        yield failure.lines()


def to_json(results: Sequence[CaseResult]) -> str:
    """Return a JSON list with one object for each example."""
    return json.dumps([_data(result) for result in results], ensure_ascii=False, indent=2)


def _data(result: CaseResult) -> dict[str, object]:
    failures = [picked(f, "what", "expected", "actual", "details") | {"at": f.span.data} for f in result.failures]
    return {
        **picked(result, "name", "document"), "at": result.span.data, "passed": result.passed, "failures": failures,
        "problems": [diagnostic_data(problem) for problem in result.problems],
    }  # fmt: skip
