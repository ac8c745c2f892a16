"""The rulesets that a command line names: by id, by file or by folder, or everything in the library.

Every command that takes several rulesets finds them here, so that all commands use the same files. Nothing here knows
how documents are combined.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from parlour.base.diagnostics import Diagnostic
from parlour.documents.composition import Document
from parlour.documents.contents import path_of
from parlour.documents.document import Mapping
from parlour.library.library import Library, is_path
from parlour.library.loading import load
from parlour.library.shelves import Folder, Walk


@dataclass(frozen=True)
class Subject:
    """A ruleset, or the reasons why it can't be read. A position in a folder has neither: it isn't a ruleset."""

    document: Document | None
    reference: str | Path
    """The id, name or path that found it."""
    problems: tuple[Diagnostic, ...]


def library_of(names: Sequence[str | Path], library: Library) -> Library:
    """Return a library that searches the folders among these names first."""
    return library.over([path for name in names if os.path.isdir(path := path_of(name))])


def subjects(names: Sequence[str | Path], library: Library) -> Iterator[Subject]:
    """Yield the rulesets that these names refer to; without names, everything that the library lists."""
    if not names:
        for listed in library.listed():
            document, problems = load(listed.path)
            yield Subject(document, listed.path, problems)
    for name in names:
        path = path_of(name)
        if os.path.isdir(path):
            yield from _in_folder(name, path)
        elif isinstance(name, Path) or is_path(name):
            document, problems = load(path)
            yield Subject(document, path, problems)
        else:
            document, problems = library.find(name, ("game", "rule", "frame", "deck"))
            yield Subject(document, name, problems)


def _in_folder(name: str | Path, folder: Path) -> Iterator[Subject]:
    walk = Walk()
    files = sorted(file for file in walk.files(Folder(folder)) if not os.path.isdir(file))
    for file in files:
        document, problems = load(file)
        aside = {d.code for d in problems} == {"schema-kind"} and is_position(file)
        yield Subject(document, file, () if aside else problems)
    if walk.problems:
        yield Subject(None, folder, tuple(walk.problems))
    elif not files:
        yield Subject(None, folder, (Diagnostic("file-missing", f"no ruleset in the folder {name}"),))


_KEYS = frozenset({"given", "to move", "parlour game"})  # of an example, of its `given`, and of a saved game


def is_position(path: Path) -> bool:
    """True if a file that is no ruleset has a position or a saved game."""
    from parlour.documents.yaml_text import read_file  # slow to import, and needed for files of other kinds only

    node = read_file(path)[1]
    names = node.keys() if isinstance(node, Mapping) else ()
    return any(" ".join(name.split()) in _KEYS for name in names)
