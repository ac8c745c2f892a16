"""Reading documents: a file becomes a checked document, once.

What a file says is kept in the user's cache, by its content. How documents are found, and how they go together, is not
known here.
"""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from typing import cast

from parlour.composition import Document, Said
from parlour.contents import MARK, is_stdin, read_bytes
from parlour.diagnostics import Diagnostic
from parlour.entries import Entry
from parlour.source import Source, Span

Found = tuple[Document | None, tuple[Diagnostic, ...]]

_Stamp = tuple[int, int, int]
_loaded: dict[tuple[str, str], tuple[_Stamp, Found]] = {}
_MAX_LOADED = 4_000


def load(path: Path, at: Span | None = None) -> Found:
    """The document in a file, its structure checked, and its problems. A file is read again only when it has changed.

    A problem that has no place in the file, such as that there is none, is shown at `at`.
    """
    name = shown(path)
    key = (os.path.abspath(path), name)
    stamp = _stamp(path)
    if stamp is None or key not in _loaded or _loaded[key][0] != stamp:
        found = _read(path, name)
        if stamp is None:
            return _placed(found, at)
        if len(_loaded) >= _MAX_LOADED:
            _loaded.clear()
        _loaded[key] = stamp, found
    return _placed(_loaded[key][1], at)


def _placed(found: Found, at: Span | None) -> Found:
    if at is None:
        return found
    return found[0], tuple(d if d.span else replace(d, span=at) for d in found[1])


def _stamp(path: Path) -> _Stamp | None:
    if is_stdin(path):
        data = read_bytes(path, "")
        return (hash(data), 0, 0) if isinstance(data, bytes) else None
    try:
        status = path.stat()
    except (OSError, ValueError):
        return None
    return status.st_mtime_ns, status.st_size, status.st_ino


def _read(path: Path, name: str) -> Found:
    data = read_bytes(path, name)
    if isinstance(data, Diagnostic):
        return None, (data,)
    entry = Entry("documents", data)
    kept = entry.read(lambda: [Source(name, data.removeprefix(MARK).decode())])
    if kept is not None:
        return _document(*cast("tuple[Said, tuple[Diagnostic, ...]]", kept), path)
    from parlour.document_text import read_document  # slow to import, and not needed for what is kept

    said, problems = read_document(data, name)
    if said is None:
        return None, problems
    entry.write((said, problems), [said.source])
    return _document(said, problems, path)


def _document(said: Said, problems: tuple[Diagnostic, ...], path: Path) -> Found:
    return Document(said.kind, said.id, said.title, said.text, said.node, said.source, said.id_span, path), problems


def shown(path: Path) -> str:
    """A path as a person would write it: seen from the working directory where that is shorter."""
    text = os.path.normpath(path)
    try:
        here = os.path.relpath(text)
    except (OSError, ValueError):
        return text
    return text if here.startswith("..") and os.path.isabs(text) else here
