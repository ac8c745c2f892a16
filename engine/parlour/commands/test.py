"""`parlour test`: runs the examples in rulesets and in files of their own."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace

from parlour.base.diagnostics import RulesetError, has_errors
from parlour.cli.console import Console
from parlour.cli.usage import UsageError
from parlour.commands import Command
from parlour.examples import CaseResult, Mixes, find_cases, render, run_case, to_json
from parlour.library.library import Library
from parlour.library.subjects import library_of


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("subjects", metavar="RULESET", nargs="*",
                        help="ids, files or folders (default: everything that `parlour list` shows)")  # fmt: skip
    parser.add_argument("-k", metavar="WORDS", dest="words", default="",
                        help="only examples with these words in their name")  # fmt: skip
    parser.add_argument("-v", "--verbose", action="store_true", help="also list the examples that pass")
    parser.add_argument("--format", choices=("text", "json"), default="text", help="json: output for programs")
    parser.add_argument("--json", dest="format", action="store_const", const="json", help="same as --format json")


def run(asked: Namespace, console: Console) -> int:
    library = library_of(asked.subjects, Library.standard())
    cases, problems = find_cases(asked.subjects or None, library)
    if has_errors(problems):
        raise RulesetError(problems)
    every, cases = cases, tuple(case for case in cases if asked.words.casefold() in case.name.casefold())
    mixes = Mixes(library)
    results: list[CaseResult] = []
    for case in cases:
        console.busy(f"{len(results)}/{len(cases)} {case.document.id}: {case.name}")
        results.append(run_case(case, mixes))
    console.busy()
    if asked.format == "json":
        console.say_json(json.loads(to_json(results)))
    else:
        console.say(render(results, asked.verbose))
    if not cases:
        has = f"none of the {len(every)} examples has `{asked.words}` in its name" if every else "no examples found"
        raise UsageError(has + (f" in {', '.join(map(str, asked.subjects))}" if asked.subjects else ""))
    return 0 if all(result.passed for result in results) else 1


COMMAND = Command(
    "test",
    "Runs the examples of rulesets: a position, moves, and the expected result. For each failure it shows the expected "
    "and the actual result. Exit code: 0 if all examples pass, 1 if one fails, 2 if there are none.",
    (
        ("parlour test", "all examples"),
        ("parlour test GAME", "the examples of a game"),
        ("parlour test ./mine.yaml -k king", "the examples of a file with this word in their name"),
    ),
    arguments,
    run,
)
