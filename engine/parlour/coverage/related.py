"""Finds the examples that exercise a frame: those of its games and rules, because nobody can play a frame by itself."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from parlour.documents.composition import Document
from parlour.examples.finding import Case, cases_of
from parlour.library.description import Summary, read_summary
from parlour.library.library import Library
from parlour.library.loading import load


def examples_on(frames: Sequence[Document], library: Library) -> tuple[Case, ...]:
    """The examples of all games and rules that the library lists for these frames."""
    if not frames:
        return ()
    wanted = {frame.id for frame in frames}
    listed = library.listed("frame", "game", "rule")
    summaries = {(entry.kind, entry.id): read_summary(entry.path) for entry in listed}
    below = {id: s.extends for (kind, id), s in summaries.items() if kind != "rule" and s is not None and s.extends}
    cases: list[Case] = []
    for entry in listed:
        summary = summaries[entry.kind, entry.id]
        if entry.kind == "frame" or summary is None or not wanted & _frames(entry.id, entry.kind, summary, below):
            continue
        document, _ = load(entry.path)
        cases += cases_of(document) if document is not None else ()
    return tuple(cases)


def _frames(id: str, kind: str, summary: Summary, below: Mapping[str, str]) -> set[str]:
    """Return the frames below a game or a rule, those that these extend included."""
    return set(_chain(summary.wanted if kind == "rule" else (id,), below))


def _chain(ids: Iterable[str], below: Mapping[str, str]) -> Iterable[str]:
    for id in ids:
        passed: set[str] = set()
        while id not in passed:
            passed.add(id)
            yield id
            id = below.get(id, id)


def without_repeats(cases: Iterable[Case]) -> tuple[Case, ...]:
    """Return each example once, even if several subjects have its file."""
    return tuple({(case.document.source.name, case.node.span.start): case for case in cases}.values())
