"""Finds the examples that exercise a frame: those of its games and rules, because nobody can play a frame by itself."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from parlour.base.place import real
from parlour.documents.composition import Document
from parlour.examples.finding import Case, cases_of
from parlour.library.library import Library, frames_of
from parlour.library.loading import load


def examples_on(frames: Sequence[Document], library: Library) -> tuple[Case, ...]:
    """The examples of all games and rules for these frames: those that the library lists, and those beside a frame."""
    wanted = {real(frame.path) for frame in frames}
    for frame in frames:
        library = library.beside(frame.path)
    documents = (load(entry.path)[0] for entry in library.listed("game", "rule")) if frames else ()
    return tuple(
        case
        for document in documents
        if document is not None and wanted & {real(frame.path) for frame in frames_of(document, library)}
        for case in cases_of(document)
    )


def without_repeats(cases: Iterable[Case]) -> tuple[Case, ...]:
    """Return each example once, even if several subjects have its file."""
    return tuple({(case.document.source.name, case.node.span.start): case for case in cases}.values())
