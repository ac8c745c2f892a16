"""Reading documents: a file becomes a checked document, once.

How documents are found, and how they go together, is not known here.
"""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

from parlour import document as doc
from parlour.composition import Document
from parlour.diagnostics import Diagnostic, has_errors
from parlour.document import Scalar
from parlour.schema import check_structure, kind_of
from parlour.source import Span
from parlour.yaml_text import read_file

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
    try:
        status = path.stat()
    except (OSError, ValueError):
        return None
    return status.st_mtime_ns, status.st_size, status.st_ino


def _read(path: Path, name: str) -> Found:
    source, node, problems = read_file(path, name)
    if source is None or node is None or has_errors(problems):
        return None, problems
    problems = (*problems, *check_structure(node))
    if has_errors(problems) or not isinstance(node, doc.Mapping):
        return None, problems
    kind = kind_of(node)
    entry = node.entry(kind) if kind != "examples" else None
    id_node = entry.value if entry else None
    id = id_node.value if isinstance(id_node, Scalar) else ""
    id_span = id_node.span if id_node else node.entries[0].key.span
    return Document(kind, id, _text(node, "title") or id, _text(node, "text"), node, source, path, id_span), problems


def _text(node: doc.Mapping, key: str) -> str:
    value = node.get(key)
    return value.value.strip() if isinstance(value, Scalar) else ""


def shown(path: Path) -> str:
    """A path as a person would write it: seen from the working directory where that is shorter."""
    text = os.path.normpath(path)
    try:
        here = os.path.relpath(text)
    except (OSError, ValueError):
        return text
    return text if here.startswith("..") and os.path.isabs(text) else here
