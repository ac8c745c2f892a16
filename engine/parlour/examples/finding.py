"""Finds examples in rulesets, in their sections for other rules (`with:`), and in separate files.

Runs nothing, and doesn't read the content of the examples.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from parlour.base.diagnostics import Diagnostic, has_errors
from parlour.documents import document as doc
from parlour.documents.composition import Document
from parlour.documents.document import Scalar
from parlour.examples.move_lists import in_steps
from parlour.library.library import Library
from parlour.library.subjects import examples_of, subjects


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
        node = self.node.get("shown")
        return isinstance(node, Scalar) and node.value == "true"


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
    with_ = document.node.get("with")
    for entry in with_.entries if isinstance(with_, doc.Mapping) else ():
        if isinstance(entry.value, doc.Mapping):
            beside = entry.key.value.strip()
            cases += [Case(document, node, beside) for node in unfolded(document.node, entry.value)]
    apart, _ = examples_of(document)
    if apart is not None:
        cases += [Case(document, node, apart=apart) for node in unfolded(apart.node, apart.node)]
    return tuple(cases)


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
                    yield in_steps(_over(shared, own, ("given", "set")))
        else:
            yield in_steps(_over(above, item))


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
