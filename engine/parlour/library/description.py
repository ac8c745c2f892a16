"""The description of a ruleset at the top level of its file, read without the rest.

Listing needs this for many files. The rest of the file isn't checked here.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from parlour.base.diagnostics import has_errors
from parlour.base.source import Source
from parlour.documents import document as doc
from parlour.documents.composition import scalars
from parlour.documents.contents import read_bytes
from parlour.documents.document import Scalar, walk
from parlour.library.loading import load, shown

_KEY = re.compile(r"([a-z-]+):(?=[ \t\r\n]|$)")


@dataclass(frozen=True)
class Summary:
    title: str | None
    text: str
    also_called: tuple[str, ...]
    wanted: tuple[str, ...]
    """The frames of a rule."""
    extends: str | None
    status: str | None
    topics: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    uses: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    options: doc.Mapping | None = field(default=None, compare=False)
    """The declarations of its options."""
    set: doc.Mapping | None = field(default=None, compare=False)
    """The options that it sets."""


_SAID = (
    "title", "text", "status", "also-called", "topics", "for", "extends", "needs", "uses", "without", "options", "set",
)  # fmt: skip


def read_summary(path: Path) -> Summary | None:
    """Return the summary of a file, or None if it can't be read."""
    node = _part(path)
    if node is None:  # its layout might be unusual
        document, _ = load(path)
        if document is None:
            return None
        node = document.node
    extends, status = _texts(node, "extends"), _texts(node, "status")
    title, text, options, set_ = _texts(node, "title"), _texts(node, "text"), node.get("options"), node.get("set")
    return Summary(
        title[0] if title else None,
        text[0] if text else "",
        _texts(node, "also-called"),
        _texts(node, "for"),
        extends[0] if extends else None,
        status[0] if status else None,
        _texts(node, "topics"),
        _texts(node, "needs"),
        _texts(node, "uses"),
        _texts(node, "without"),
        options if isinstance(options, doc.Mapping) else None,
        set_ if isinstance(set_, doc.Mapping) else None,
    )


def _texts(node: doc.Mapping, key: str) -> tuple[str, ...]:
    return tuple(scalar.value.strip() for scalar in scalars(node.get(key)))


def sheet_text(path: Path) -> str:
    """Return the texts that a file gives to the rule sheet, or nothing if it can't be read."""
    node = _part(path, ("title", "sheet"))
    entries = doc.entries_in(doc.node_at(node, "sheet"))
    return "\n".join(text.value for entry in entries for text in walk(entry.value) if isinstance(text, Scalar))


def _part(path: Path, keys: Collection[str] = _SAID) -> doc.Mapping | None:
    """Return only the entries with these keys, by default those that a summary needs."""
    data = read_bytes(path, "")
    try:
        text = data.decode("utf-8-sig") if isinstance(data, bytes) else None
    except UnicodeDecodeError:
        return None
    return None if text is None else _with_title(shown(path), "".join(_kept(text, keys)))


@lru_cache(1 << 10)
def _with_title(name: str, text: str) -> doc.Mapping | None:
    """Return the content of a text with a title. Commands ask for the descriptions of a whole family several times."""
    from parlour.documents.yaml_text import read_text  # slow to import, and not needed for cached summaries

    node, problems = read_text(Source(name, text))
    title = node.get("title") if isinstance(node, doc.Mapping) and not has_errors(problems) else None
    return node if isinstance(node, doc.Mapping) and isinstance(title, Scalar) else None


def _kept(text: str, keys: Collection[str]) -> Iterator[str]:
    wanted = False
    for line in text.splitlines(keepends=True):
        key = _KEY.match(line)
        if key is not None:
            wanted = key[1] in keys
        if wanted:
            yield line
