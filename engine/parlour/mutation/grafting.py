"""The document of a mutant, read from its text in full, with the nodes of the original where both are alike.

Shared nodes keep the parsed texts and the places of the original, so that a mutant costs little more than its edit.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass

from parlour.base.diagnostics import Diagnostic
from parlour.base.source import Source
from parlour.documents import document as doc
from parlour.documents.composition import Document
from parlour.documents.document import Node, Scalar
from parlour.library.loading import File
from parlour.mutation.mutants import Mutant
from parlour.schema.document_text import read_document


@dataclass(frozen=True)
class Grafted:
    """The document of a mutant, or the problems that prevent Parlour from reading it."""

    document: Document | None
    problems: tuple[Diagnostic, ...]

    def files(self) -> Mapping[str, File]:
        """The file for `loading.as_of`, under each path that people can use for it."""
        document = self.document
        assert document is not None, "only readable documents have a file"
        data = document.source.text.encode("utf-8", "surrogatepass")
        file = File(document.path, document.source.name, None, data)
        file.found = document, self.problems
        path = str(document.path)
        return dict.fromkeys((path, os.path.abspath(path), os.path.relpath(path)), file)


def grafted(mutant: Mutant) -> Grafted:
    old, text = mutant.document, _text(mutant)
    source = Source(old.source.name, text)
    contents, problems = read_document(text.encode("utf-8", "surrogatepass"), source)
    if contents is None:
        return Grafted(None, problems)
    node = _graft(contents.node, old.node)
    assert isinstance(node, doc.Mapping), "the document is still a mapping"
    document = Document(
        contents.kind, contents.id, contents.title, contents.text, node, source, contents.id_span, old.path
    )
    return Grafted(document, problems)


def _text(mutant: Mutant) -> str:
    """The text of a mutant, without the examples if they come last: reading them takes longest, and they are known."""
    node, edit = mutant.document.node, mutant.edit
    last = node.entries[-1].key
    if last.value != "examples" or edit.span.end > last.span.start or node.span.text.startswith("{"):
        return mutant.text
    text = mutant.document.source.text
    return text[: edit.span.start] + edit.new + text[edit.span.end : last.span.start]


def _graft(new: Node, old: Node) -> Node:
    match new, old:
        case Scalar(), Scalar():
            return old if (new.value, new.plain) == (old.value, old.plain) else new
        case doc.Mapping(), doc.Mapping():
            pairs = tuple(_grafted_pair(pair, old.entry(pair.key.value)) for pair in new.entries)
            same = len(pairs) == len(old.entries) and all(a is b for a, b in zip(pairs, old.entries, strict=True))
            return old if same else doc.Mapping(pairs, new.span)
        case doc.Sequence(), doc.Sequence():
            items = _grafted_items(new.items, old.items)
            same = len(items) == len(old.items) and all(a is b for a, b in zip(items, old.items, strict=True))
            return old if same else doc.Sequence(items, new.span)
    return new


def _grafted_pair(new: doc.Pair, old: doc.Pair | None) -> doc.Pair:
    if old is None:
        return new
    value = _graft(new.value, old.value)
    return old if value is old.value else doc.Pair(old.key, value)


def _grafted_items(new: tuple[Node, ...], old: tuple[Node, ...]) -> tuple[Node, ...]:
    """Match the items of two sequences: they are in the same order, except for an item that an edit removes."""
    items: list[Node] = []
    left = list(old)
    missing = len(old) - len(new)
    for item in new:
        node = _graft(item, left[0]) if left else item
        while missing and left and node is not left[0]:
            missing -= 1
            del left[0]
            node = _graft(item, left[0]) if left else item
        items.append(node)
        del left[:1]
    return tuple(items)
