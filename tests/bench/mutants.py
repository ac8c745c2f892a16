"""Breaks shipped rulesets in small ways and lists the mutants that no example of theirs notices.

    python tests/bench/mutants.py [RULESET ...] [--wide] [--seconds 20] [--lines 10..40]

Each mutant is a shipped ruleset with one small change: a clause, a hook, a power, an action or a step is dropped; a
condition is negated or loses a part; a number grows or shrinks by one; the next player takes the place of this one; one
of two alternatives always holds. Then the examples that name the ruleset are run:

- its own;
- those of other documents with the ruleset under `with:` or `in:`;
- those of the games in tests/rulesets that are made with it;
- for a frame, those of the games that extend it;
- with `--wide`, all others of its family.

A mutant counts as noticed when it doesn't check or when an example fails. The script prints a line for each other
mutant and a summary for each ruleset. Such a line can be harmless: some changes change nothing that a player could
notice. `--lines` keeps to mutants of these lines of the file.
"""

from __future__ import annotations

import argparse
import shutil
import signal
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path
from types import FrameType

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "engine")]

from parlour.base.diagnostics import has_errors
from parlour.base.source import Span
from parlour.documents import document as doc
from parlour.documents.composition import scalars
from parlour.documents.document import Scalar
from parlour.examples import Case, Mixes, find_cases, run_case
from parlour.lang import syntax as s
from parlour.lang.parser import Problems, parse_actions, parse_expression, parse_statements
from parlour.library.library import Library
from parlour.library.loading import load
from parlour.mixing.compose import compose

TESTS = ROOT / "tests" / "rulesets"
STEPS = ("procedures", "stages", "misplay", "when")
EXPRESSIONS = ("functions", "may", "possible", "outcome", "powers", "melding")
DROPPED = ("may", "when", "powers", "classes")
SPOKEN = ("says", "text", "group", "despite", "earlier-than", "later-than", "over", "unless-stuck")
NEGATED = {"==": "!=", "!=": "==", "in": "not in", "not in": "in"}
NUDGED = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "+": "-", "-": "+"}
OTHER_KIND = {"any": "all", "all": "any", "no": "any", "most": "least", "least": "most"}
OTHER_KIND |= {"from": "after", "after": "from"}


@dataclass(frozen=True)
class Mutant:
    span: Span
    new: str

    def __str__(self) -> str:
        old = " ".join(self.span.text.split())
        return f"{self.span.place}: `{old[:70]}` → `{self.new[:70]}`"

    def of(self, text: str) -> str:
        return text[: self.span.start] + self.new + text[self.span.end :]


# ---------------------------------------------------------------- what can be changed


def mutants(node: doc.Mapping) -> Iterator[Mutant]:
    """All mutants of a document, in the order of its lines."""
    found = dict.fromkeys([*_dropped(node), *(m for scalar, section in texts(node) for m in _of_text(scalar, section))])
    yield from sorted(found, key=lambda mutant: (mutant.span.start, -mutant.span.end))


def texts(node: doc.Node) -> Iterator[tuple[Scalar, str]]:
    """The texts of a document in the language, with the section that each is in."""
    for entry in node.entries if isinstance(node, doc.Mapping) else ():
        if entry.key.value == "with" and isinstance(entry.value, doc.Mapping):
            for rule in entry.value.entries:
                yield from texts(rule.value)
        elif entry.key.value in (*STEPS, *EXPRESSIONS, "prompts"):
            yield from _in_section(entry.value, entry.key.value)


def _in_section(node: doc.Node, section: str) -> Iterator[tuple[Scalar, str]]:
    if isinstance(node, Scalar):
        yield node, section
    elif isinstance(node, doc.Sequence):
        for item in node.items:
            yield from _in_section(item, section)
    else:
        for entry in node.entries:
            if entry.key.value not in SPOKEN:
                yield from _in_section(entry.value, EXPRESSIONS[0] if entry.key.value == "if" else section)


def _dropped(node: doc.Mapping) -> Iterator[Mutant]:
    """A document without one clause, hook, power or member of a class."""
    for section in node.entries:
        if section.key.value == "with" and isinstance(section.value, doc.Mapping):
            for rule in section.value.entries:
                if isinstance(rule.value, doc.Mapping):
                    yield from _dropped(rule.value)
        elif section.key.value in DROPPED and isinstance(section.value, doc.Mapping):
            for entry in section.value.entries:
                parts = entry.value
                if isinstance(parts, doc.Mapping) and len(parts.entries) > 1 and section.key.value != "when":
                    yield from (_without(part, parts) for part in parts.entries)
                else:
                    yield _without(entry, section.value)


def _without(entry: doc.Pair, among: doc.Node) -> Mutant:
    span = entry.key.span.to(entry.value.span)
    if isinstance(among, doc.Mapping) and len(among.entries) == 1:
        return Mutant(among.span, "{}")
    text = span.source.text
    flow = text[span.end :].lstrip(" \n")
    if flow.startswith(","):
        return Mutant(Span(span.source, span.start, span.end + text[span.end :].index(",") + 1), "")
    before = text[: span.start].rstrip(" \n")
    if flow.startswith("}") and before.endswith(","):
        return Mutant(Span(span.source, len(before) - 1, span.end), "")
    start = text.rindex("\n", 0, span.start) + 1
    return Mutant(Span(span.source, start, max(span.end, start)), "")


def _of_text(scalar: Scalar, section: str) -> Iterator[Mutant]:
    for tree in _parsed(scalar, section):
        for node in _nodes(tree):
            for new in _instead(node):
                if new != node.span.text:
                    yield Mutant(node.span, new)


def _parsed(scalar: Scalar, section: str) -> list[object]:
    problems: Problems = []
    if section == "prompts":
        return [parse_actions(scalar, problems)]
    if section in STEPS:
        return [parse_statements(scalar, problems)]
    tree: object = parse_expression(scalar, problems)
    if tree is None and section == "powers":
        tree = parse_statements(scalar, problems)
    return [tree]


def _nodes(node: object) -> Iterator[s.Node]:
    if isinstance(node, tuple):
        for item in node:
            yield from _nodes(item)
    elif isinstance(node, s.Node):
        yield node
        for field in fields(node):
            if field.name not in ("limit", "notation", "wording") and not field.name.endswith("span"):
                yield from _nodes(getattr(node, field.name))


def _instead(node: s.Node) -> Iterator[str]:
    """The texts that may stand in the place of a node."""
    text = node.span.text
    match node:
        case s.Number(value=n):
            yield str(n + 1)
            if n > 0:
                yield str(n - 1)
        case s.Truth(value=value):
            yield "false" if value else "true"
        case s.Not(value=value):
            yield value.span.text
        case s.Is() | s.May() | s.Possible():
            yield f"(not ({text}))"
        case s.Binary(op="and" | "or", left=left, right=right):
            yield f"({left.span.text})"
            yield f"({right.span.text})"
        case s.Binary(op=op, left=left, right=right) if op in NEGATED or op in NUDGED:
            yield f"({left.span.text} {(NEGATED | NUDGED)[op]} {right.span.text})"
        case s.Choice(then=then, other=other):
            yield f"({then.span.text})"
            yield f"({other.span.text})"
        case s.Call(name="next", args=(player,)):
            yield f"({player.span.text})"
            yield f"next({text})"
        case s.Quantified(kind=kind) | s.Total(kind=kind) | s.Seats(kind=kind) if kind in OTHER_KIND:
            yield OTHER_KIND[kind] + text[len(kind) :]
        case s.Each(where=where) if where is not None and text.endswith(where.span.text):
            yield text[: where.span.start - node.span.start].rstrip().removesuffix("where").rstrip()
        case s.Field(name="top" | "bottom" as name):
            yield text[: -len(name)] + ("bottom" if name == "top" else "top")
        case s.ListLit(items=items) if len(items) > 1:
            for item in items:
                yield "[" + ", ".join(other.span.text for other in items if other is not item) + "]"
        case s.Changed(value=value):
            yield f"({value.span.text})"
        case s.If(test=test):
            yield text.replace(test.span.text, "true", 1)
            yield "nothing"
        case s.Action(test=test, where=where):
            for dropped in (test, where):
                if dropped is not None:
                    yield text.replace(dropped.span.text, "true", 1)
            if node.last:
                yield text.replace(" only if nothing else", "", 1)
            yield ""
        case s.Include(where=where):
            if where is not None:
                yield text.replace(where.span.text, "true", 1)
            yield ""
        case s.Let() | s.Pass() | s.ResumeHere() | s.Proceed():
            pass
        case _ if isinstance(node, s.Stmt.__args__):
            yield "nothing"


# ---------------------------------------------------------------- who notices


class StoppedError(Exception):
    """An example took too long."""


@contextmanager
def at_most(seconds: int) -> Iterator[None]:
    def stop(number: int, frame: FrameType | None) -> None:
        raise StoppedError

    signal.signal(signal.SIGALRM, stop)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)


def names(case: Case, id: str) -> bool:
    """True if an example says that the ruleset is in its mix. The games of the tests say so of all their rules."""
    said = [*scalars(case.node.get("with")), *scalars(case.node.get("in")), *scalars(case.document.node.get("in"))]
    return case.beside == id or any(item.value == id for item in said) or id in mixed(case.document.path)


@cache
def mixed(path: Path) -> frozenset[str]:
    """The documents that a game of the tests is made of."""
    document = load(path)[0] if path.is_relative_to(TESTS) else None
    composition = compose(Library.standard(ROOT), path)[0] if document is not None and document.kind == "game" else None
    return frozenset(document.id for document in composition.documents) if composition is not None else frozenset()


def judges(id: str, cases: list[Case], library: Library, wide: bool) -> list[Case]:
    """The examples that name a ruleset, its own first."""
    document = library.find(id, ("frame", "game", "rule"))[0]
    assert document is not None, f"there is no {id}"

    def distance(case: Case) -> int:
        if case.document.path == document.path:
            return 0
        if names(case, id):
            return 1
        said = case.document.node.get("extends")
        if document.kind == "frame" and isinstance(said, Scalar) and said.value == id:
            return 2
        return 3 if wide and case.document.path.parent == document.path.parent else 4

    return sorted((case for case in cases if distance(case) < 4), key=distance)


def is_noticed(judged: list[Case], library: Library, seconds: int) -> bool:
    """True if some example doesn't pass; that one comes first the next time."""
    mixes = Mixes(library)
    for case in judged:
        try:
            with at_most(seconds):
                passed = run_case(case, mixes).passed
        except StoppedError:
            passed = False
        if not passed:
            judged.remove(case)
            judged.insert(0, case)
            return True
    return False


def tried(id: str, folder: Path, args: argparse.Namespace) -> tuple[int, int]:
    """How many mutants of a ruleset there are, and how many nothing noticed."""
    library = Library([folder / "rulesets"])
    cases, problems = find_cases([folder / "rulesets", *sorted(TESTS.glob("*.yaml"))], library)
    assert not has_errors(problems)
    judged = judges(id, list(cases), library, args.wide)
    document = library.find(id, ("frame", "game", "rule"))[0]
    assert document is not None
    if is_noticed(judged, library, args.seconds):
        raise SystemExit(f"{id}: an example fails without any change: {judged[0].name}")
    text = document.source.text
    first, last = args.lines or (1, 1_000_000)
    all_mutants = [m for m in mutants(document.node) if first <= m.span.line <= last]
    survivors = 0
    try:
        for mutant in all_mutants:
            document.path.write_text(mutant.of(text), encoding="utf-8")
            broken, _ = load(document.path)
            if broken is not None and not is_noticed(judged, library, args.seconds):
                survivors += 1
                print(f"{mutant}".replace(str(folder) + "/", ""), flush=True)
    finally:
        document.path.write_text(text, encoding="utf-8")
    return len(all_mutants), survivors


def lines(text: str) -> tuple[int, int]:
    first, _, last = text.partition("..")
    return int(first), int(last or first)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rulesets", nargs="*", help="ids; all shipped rulesets when left out")
    parser.add_argument("--wide", action="store_true", help="ask the other examples of the family too")
    parser.add_argument("--seconds", type=int, default=20, help="for one example")
    parser.add_argument("--lines", type=lines, help="only mutants of these lines, as in 10..40")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        shutil.copytree(ROOT / "rulesets", folder / "rulesets")
        for id in args.rulesets or Library([folder / "rulesets"]).ids():
            number, survivors = tried(id, folder, args)
            print(f"{id}: {number - survivors} of {number} mutants noticed", flush=True)


if __name__ == "__main__":
    main()
