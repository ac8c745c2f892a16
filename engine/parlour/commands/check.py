"""`parlour check`: reports errors, warnings and notes about rulesets without playing them."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from parlour.base.diagnostics import Diagnostic, has_errors, in_order
from parlour.cli.arguments import Mix, add_mix, mix_of
from parlour.cli.console import Console
from parlour.cli.findings import diagnostic_data, exit_code, print_findings
from parlour.commands import Command
from parlour.documents.composition import Document
from parlour.library.library import Library
from parlour.library.remembered import answer
from parlour.library.subjects import library_of, subjects

Findings = tuple[Diagnostic, ...]


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("subjects", metavar="RULESET", nargs="*",
                        help="ids, files or folders (default: everything that `parlour list` shows)")  # fmt: skip
    add_mix(parser)
    parser.add_argument("--strict", action="store_true",
                        help="treat notes and warnings as errors; also check options at their limits")  # fmt: skip
    parser.add_argument("--format", choices=("text", "json"), default="text", help="json: output for programs")
    parser.add_argument("--json", dest="format", action="store_const", const="json", help="same as --format json")


def run(asked: Namespace, console: Console) -> int:
    library = library_of(asked.subjects, Library.standard())
    mix = mix_of(asked)
    findings: list[Diagnostic] = [] if asked.subjects else list(library.problems)
    documents: list[Document] = []
    for subject in subjects(asked.subjects, library):
        document = subject.document
        findings += subject.problems
        if document is None or has_errors(subject.problems):
            continue
        documents.append(document)
        console.busy(f"checking {document.id or document.source.name}")
        findings += findings_of(document, subject.reference, library, mix, bool(asked.subjects), asked.strict)
    console.busy()
    told = in_order(map(_in_earnest, findings) if asked.strict else findings)
    if asked.format == "json":
        console.say_json([diagnostic_data(d) for d in told])
    else:
        print_findings(told, console)
        console.say(_summary(documents, told))
    return max(exit_code(findings), 1 if has_errors(told) else 0)


def findings_of(
    document: Document, reference: str | Path, library: Library, mix: Mix, named: bool, strict: bool
) -> Findings:
    """Return the findings about a document and its examples, from the cache if they are there.

    A rule `named` on the command line is also checked in other games; with `strict`, options are tried at their limits.
    """

    def work() -> Findings:
        from parlour.commands.checking import findings  # slow to import, and not needed for cached findings

        return findings(document, reference, library, mix, named, strict)

    question = (reference, str(document.path), mix.with_, mix.without, tuple(mix.options.items()), named, strict)
    return answer("check", question, library, work).value


def _in_earnest(d: Diagnostic) -> Diagnostic:
    return replace(d, severity="error")


def _summary(documents: Sequence[Document], findings: Sequence[Diagnostic]) -> str:
    counts = {kind: sum(d.kind == kind for d in documents) for kind in ("game", "frame", "rule", "examples")}
    words = [_count(n, kind) for kind, n in counts.items() if n]
    checked = f"checked {', '.join(words)}" if words else "nothing to check"
    kinds = {severity: sum(d.severity == severity for d in findings) for severity in ("error", "warning", "note")}
    found = ", ".join(_count(n, severity) for severity, n in kinds.items() if n)
    return f"{checked}: {found or 'all is well'}" if words or found else f"{checked}"


def _count(n: int, word: str) -> str:
    if word == "examples":
        return "1 file of examples" if n == 1 else f"{n} files of examples"
    return f"{n} {word}" if n == 1 else f"{n} {word}s"


COMMAND = Command(
    "check",
    "Finds errors: misspelt words, wrong types, rules that conflict, questions without an answer. It checks a rule in "
    "the smallest mix where the rule works. Exit code: 0 without findings or with notes only, 1 for errors or "
    "warnings, 2 if it can't read the rulesets.",
    (
        ("parlour check", "all rulesets, including your own"),
        ("parlour check ./mine.yaml", "a file, or all files in a folder"),
        ("parlour check GAME --with ./mine.yaml", "a mix"),
        ("parlour check GAME --with RULE --strict", "a mix; notes and warnings are errors too"),
    ),
    arguments,
    run,
)
