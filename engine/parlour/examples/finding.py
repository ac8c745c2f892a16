"""Finds examples: in rulesets, in their parts for other rules (`with:`), and in files of their own.

Runs nothing, and doesn't read what the examples say.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from parlour.base.diagnostics import Diagnostic, has_errors
from parlour.documents import document as doc
from parlour.documents.composition import Document
from parlour.documents.document import Scalar
from parlour.library.library import Library
from parlour.library.subjects import subjects


@dataclass(frozen=True)
class Case:
    """An example as written, and its document.

    `beside` is the other rule of the mix if the example is under `with:`.
    """

    document: Document
    node: doc.Mapping
    beside: str | None = None

    @property
    def name(self) -> str:
        name = self.node.get("name")
        return name.value.strip() if isinstance(name, Scalar) else ""

    @property
    def proves(self) -> tuple[str, ...]:
        node = self.node.get("proves")
        if isinstance(node, Scalar):
            return (node.value,)
        items = node.items if isinstance(node, doc.Sequence) else ()
        return tuple(item.value for item in items if isinstance(item, Scalar))


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
    cases = [Case(document, node) for node in _items(document.node.get("examples"))]
    with_ = document.node.get("with")
    for entry in with_.entries if isinstance(with_, doc.Mapping) else ():
        if isinstance(entry.value, doc.Mapping):
            cases += [Case(document, n, entry.key.value.strip()) for n in _items(entry.value.get("examples"))]
    return tuple(cases)


def _items(node: doc.Node | None) -> list[doc.Mapping]:
    items = node.items if isinstance(node, doc.Sequence) else ()
    return [item for item in items if isinstance(item, doc.Mapping)]
