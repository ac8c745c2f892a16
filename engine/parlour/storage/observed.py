"""What an answer about rulesets rests on: the files that were read for it, and the folders that were searched.

Whoever reads a file or searches folders for rulesets says so here, every time, also where the result is at hand.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from pathlib import Path

Folders = tuple[tuple[str, int], ...]
"""Folders that are searched in this order, each with how many levels down."""


@dataclass
class Observed:
    files: dict[str, str] = field(default_factory=dict)
    """The digest of each file by its path."""
    folders: dict[Folders, str] = field(default_factory=dict)
    """The digest of what a search has found."""


_watching: ContextVar[tuple[Observed, ...]] = ContextVar("watching", default=())


@contextmanager
def watching() -> Iterator[Observed]:
    """All that is read and searched meanwhile."""
    observed = Observed()
    token = _watching.set((*_watching.get(), observed))
    try:
        yield observed
    finally:
        _watching.reset(token)


def watched() -> bool:
    return bool(_watching.get())


def file(path: Path, digest: str) -> None:
    for observed in _watching.get():
        observed.files[str(path)] = digest


def search(folders: Folders, digest: str) -> None:
    for observed in _watching.get():
        observed.folders[folders] = digest


def again(known: Observed) -> None:
    """What an answer rests on that wasn't worked out again."""
    for observed in _watching.get():
        observed.files |= known.files
        observed.folders |= known.folders
