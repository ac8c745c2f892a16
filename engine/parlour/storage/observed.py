"""The dependencies of an answer about rulesets: the files read for it, and the folders searched.

Code that reads a file or searches folders for rulesets must report it here every time, even if it has the result.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from pathlib import Path

Folders = tuple[tuple[str, int], ...]
"""The folders of a search, in order, each with the number of levels to descend."""


@dataclass
class Observed:
    files: dict[str, str] = field(default_factory=dict)
    """The digest of each file, by path."""
    folders: dict[Folders, str] = field(default_factory=dict)
    """The digest of the results of each search."""


_watching: ContextVar[tuple[Observed, ...]] = ContextVar("watching", default=())


@contextmanager
def watching() -> Iterator[Observed]:
    """Record every file read and every search made inside the `with` block."""
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
    """Report the dependencies of an answer that came from a cache."""
    for observed in _watching.get():
        observed.files |= known.files
        observed.folders |= known.folders
