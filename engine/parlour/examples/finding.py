"""Finds examples in rulesets, in their sections for other rules (`with:`), and in separate files.

Runs nothing, and doesn't read the content of the examples.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path

from parlour.base.diagnostics import Diagnostic, has_errors
from parlour.base.source import Source
from parlour.documents import document as doc
from parlour.documents.composition import Document
from parlour.documents.document import Scalar
from parlour.documents.yaml_text import read_text
from parlour.library.library import Library
from parlour.library.subjects import examples_of, subjects

_NEXT_SEAT = re.compile(r"\s*;\s*(?=\d+\s*:)")


@dataclass(frozen=True)
class Case:
    """An example as written, and its document.

    `beside` is the other rule of the mix if the example is under `with:`.
    """

    document: Document
    node: doc.Mapping
    beside: str | None = None
    apart: Document | None = None
    """The file of examples that has it, if that isn't the document itself."""

    @property
    def name(self) -> str:
        name = doc.scalar_at(self.node, "name")
        return name.value.strip() if name is not None else ""

    @property
    def shown(self) -> bool:
        """True if its author chose it to show the rule."""
        return doc.string_at(self.node, "shown") == "true"


Cases = tuple[tuple[Case, ...], tuple[Diagnostic, ...]]


def find_cases(names: Sequence[str | Path] | None, library: Library) -> Cases:
    """Return the examples of these rulesets, files and folders; without any, those of the whole library."""
    cases: list[Case] = []
    problems: list[Diagnostic] = []
    seen: set[str] = set()
    for subject in subjects(names or (), library):
        document = subject.document
        problems.extend(subject.problems)
        if document is None or has_errors(subject.problems) or document.source.name in seen:
            continue
        seen.add(document.source.name)
        cases.extend(cases_of(document))
    return tuple(cases), tuple(problems)


def cases_of(document: Document) -> tuple[Case, ...]:
    cases = [Case(document, node) for node in unfolded(document.node, document.node)]
    for entry in doc.entries_in(document.node.get("with")):
        if isinstance(entry.value, doc.Mapping):
            beside = entry.key.value.strip()
            cases += [Case(document, node, beside) for node in unfolded(document.node, entry.value)]
    apart, _ = examples_of(document)
    if apart is not None:
        cases += [Case(document, node, apart=apart) for node in unfolded(apart.node, apart.node)]
    return tuple(cases)


def case_of(example: str, document: Document) -> Case | None:
    """Return an example from its text, as if it were in the file of a document; None if it can't be read."""
    node, problems = read_text(Source(document.source.name, f"examples:\n{example}"))
    cases = unfolded(node, node) if isinstance(node, doc.Mapping) and not problems else iter(())
    return next((Case(document, case) for case in cases), None)


def unfolded(document: doc.Mapping, section: doc.Mapping) -> Iterator[doc.Mapping]:
    """Yield the examples in a section of a document, each with the keys of its group and the game of the document. Its
    own keys replace those; under `given` and `set`, single entries do. Its moves are a list of steps."""
    game = document.entry("in")
    above = doc.Mapping((game,) if game is not None else (), document.span)
    for item in _mappings(section.get("examples")):
        cases = item.get("cases")
        if isinstance(cases, doc.Mapping):
            shared = _over(above, doc.Mapping(tuple(e for e in item.entries if e.key.value != "cases"), item.span))
            for case in cases.entries:
                if isinstance(case.value, doc.Mapping):
                    name = replace(case, key=replace(case.key, value="name"), value=case.key)
                    own = doc.Mapping((name, *case.value.entries), case.value.span)
                    yield _in_steps(_over(shared, own, ("given", "set")))
        else:
            yield _in_steps(_over(above, item))


def _over(base: doc.Mapping, upper: doc.Mapping, within: tuple[str, ...] = ()) -> doc.Mapping:
    """Return the entries of `base` that `upper` doesn't replace, and then those of `upper`."""
    below = {_key(entry): entry.value for entry in base.entries}
    own = {_key(entry) for entry in upper.entries}
    entries = [entry for entry in base.entries if _key(entry) not in own]
    for entry in upper.entries:
        under, value = below.get(_key(entry)), entry.value
        if _key(entry) in within and isinstance(under, doc.Mapping) and isinstance(value, doc.Mapping):
            entry = replace(entry, value=_over(under, value))
        entries.append(entry)
    return doc.Mapping(tuple(entries), upper.span)


def _key(entry: doc.Pair) -> str:
    return " ".join(entry.key.value.split())


def _mappings(node: doc.Node | None) -> list[doc.Mapping]:
    items = node.items if isinstance(node, doc.Sequence) else ()
    return [item for item in items if isinstance(item, doc.Mapping)]


# ---------------------------------------------------------------- the moves, in any of the ways to write them


def _in_steps(example: doc.Mapping) -> doc.Mapping:
    """Return an example with its moves as a list of the moves of single seats and of checks. A result after the last
    moves becomes its `then`."""
    moves = example.entry("moves")
    if moves is None:
        return example
    items = doc.items_in(moves.value)
    steps = [step for item in items for step in _steps(item)]
    last = items[-1].entries[-1] if items and isinstance(items[-1], doc.Mapping) else None
    then: tuple[doc.Pair, ...] = ()
    if last is not None and last.key.value != "check" and example.get("then") is None:
        then = (replace(last, key=replace(last.key, value="then")),)
        steps.pop()
    listed = replace(moves, value=doc.Sequence(tuple(steps), moves.value.span))
    return doc.Mapping((*(listed if entry is moves else entry for entry in example.entries), *then), example.span)


def _steps(item: doc.Node) -> Iterator[doc.Node]:
    """Yield the moves of each seat in a string; the moves and then the check in a mapping."""
    if isinstance(item, Scalar):
        yield from _of_seats(item)
    elif isinstance(item, doc.Mapping):
        for entry in item.entries:
            yield from () if entry.key.value == "check" else _of_seats(entry.key)
            yield doc.Mapping((replace(entry, key=replace(entry.key, value="check")),), entry.value.span)


def _of_seats(moves: Scalar) -> Iterator[Scalar]:
    """Yield the parts of `1: play 4♦; 2: draw; pass`: the moves of seat 1, and those of seat 2."""
    breaks = [match.span() for match in _NEXT_SEAT.finditer(moves.value)]
    if not breaks:
        yield moves  # with the places of all its characters
        return
    for (_, start), (end, _) in pairwise([(0, 0), *breaks, (len(moves.value), 0)]):
        yield Scalar(moves.value[start:end], moves.plain, moves.at(start, end))
