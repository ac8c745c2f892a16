"""`parlour check`: everything that is to be said about rulesets, without playing them."""

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
                        help="ids, files or folders; without any, everything that `parlour list` finds")  # fmt: skip
    add_mix(parser)
    parser.add_argument("--strict", action="store_true",
                        help="notes and warnings are errors, and options are set to their limits too")  # fmt: skip
    parser.add_argument("--format", choices=("text", "json"), default="text", help="json is for programs")
    parser.add_argument("--json", dest="format", action="store_const", const="json", help="the same as --format json")


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
    """All that is to be said about a document and its examples, as far as it was kept.

    What is `named` on the command line is looked at in other games too, and with `strict` at the limits of its options.
    """

    def work() -> Findings:
        from parlour.commands.checking import findings  # slow to import, and not needed for what is kept

        return findings(document, reference, library, mix, named, strict)

    question = (reference, str(document.path), mix.with_, mix.without, tuple(mix.options.items()), named, strict)
    return answer("check", question, library, work).value


def _in_earnest(d: Diagnostic) -> Diagnostic:
    return replace(d, severity="error")


def _summary(documents: Sequence[Document], findings: Sequence[Diagnostic]) -> str:
    counts = {kind: sum(d.kind == kind for d in documents) for kind in ("game", "frame", "rule", "examples")}
    words = [_count(n, kind) for kind, n in counts.items() if n]
    checked = f"checked {', '.join(words)}" if words else "nothing was checked"
    kinds = {severity: sum(d.severity == severity for d in findings) for severity in ("error", "warning", "note")}
    found = ", ".join(_count(n, severity) for severity, n in kinds.items() if n)
    return f"{checked}: {found or 'all is well'}" if words or found else f"{checked}"


def _count(n: int, word: str) -> str:
    if word == "examples":
        return "1 file of examples" if n == 1 else f"{n} files of examples"
    return f"{n} {word}" if n == 1 else f"{n} {word}s"


COMMAND = Command(
    "check",
    "Looks for mistakes: misspelt words, wrong types, rules that get in each other's way, questions without an answer. "
    "A rule is checked in the smallest mix in which it makes sense. Ends with 0 when there is nothing but notes, 1 "
    "when there are errors or warnings, 2 when it can't read what was asked for.",
    (
        ("parlour check", "everything that is found, also your own"),
        ("parlour check ./mine.yaml", "a file; a folder works as well"),
        ("parlour check GAME --with ./mine.yaml", "a mix"),
        ("parlour check GAME --with RULE --strict", "may a table that wants no odd mixes play this?"),
    ),
    arguments,
    run,
)
