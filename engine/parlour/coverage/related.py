"""Finds the examples that exercise a frame: those of its games and rules, because nobody can play a frame by itself."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from parlour.documents.composition import Document, Kind
from parlour.examples.finding import Case, cases_of
from parlour.library.description import Summary, read_summary
from parlour.library.library import Library, is_path
from parlour.library.loading import load
from parlour.library.shelves import Listed

KINDS: tuple[Kind, ...] = ("frame", "game", "rule")


def examples_on(frames: Sequence[Document], library: Library) -> tuple[Case, ...]:
    """The examples of all games and rules for these frames: those that the library lists, and those beside a frame."""
    if not frames:
        return ()
    wanted = {frame.id for frame in frames}
    beside = (entry for frame in frames for entry in library.beside(frame.path).listed(*KINDS))
    listed = {entry.path.resolve(): entry for entry in (*library.listed(*KINDS), *beside)}
    ids = {path: entry.id for path, entry in listed.items()} | {frame.path.resolve(): frame.id for frame in frames}
    summaries = {path: read_summary(path) for path in listed}
    below = {
        listed[path].id: _id(summary.extends, path, ids)
        for path, summary in summaries.items()
        if listed[path].kind != "rule" and summary is not None and summary.extends
    }
    cases: list[Case] = []
    for path, entry in listed.items():
        summary = summaries[path]
        if entry.kind == "frame" or summary is None or not wanted & _frames(entry, summary, below, ids):
            continue
        document, _ = load(entry.path)
        cases += cases_of(document) if document is not None else ()
    return tuple(cases)


def _id(reference: str, path: Path, ids: Mapping[Path, str]) -> str:
    """Return the id of a ruleset that a file refers to by its id, or by its path."""
    return ids.get((path.parent / reference).resolve(), reference) if is_path(reference) else reference


def _frames(entry: Listed, summary: Summary, below: Mapping[str, str], ids: Mapping[Path, str]) -> set[str]:
    """Return the frames below a game or a rule, those that these extend included."""
    names = [_id(name, entry.path.resolve(), ids) for name in summary.wanted]
    return set(_chain(names if entry.kind == "rule" else (entry.id,), below))


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
