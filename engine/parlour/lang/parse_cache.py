"""A cache of parsed texts, within a run and between runs.

A document is in many mixes, and parsing takes longer than everything else for a mix. This module can't parse.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

from parlour.base.diagnostics import Diagnostic
from parlour.base.source import Source
from parlour.storage.cache_entries import CacheEntry

MOST = 4_000  # sources

Key = tuple[str, tuple[int, ...], str]
"""The kind of text, its place in its source, and the text itself."""
Parsed = tuple[object | None, tuple[Diagnostic, ...]]
"""The node, if there is one, and the diagnostics of the text."""

_parsed: dict[Source, dict[Key, Parsed]] = {}
_saved: dict[Source, int] = {}  # how many of them are saved


def of(source: Source) -> dict[Key, Parsed]:
    """Return the parsed texts of a source; the parser adds to them."""
    parsed = _parsed.get(source)
    if parsed is None:
        if len(_parsed) >= MOST:
            _parsed.clear()
            _saved.clear()
        saved = None if source.outside else _entry(source).read(lambda: [source])
        parsed = _parsed[source] = cast("dict[Key, Parsed]", saved or {})
        _saved[source] = len(parsed)
    return parsed


def keep(sources: Iterable[Source]) -> None:
    """Save the parsed texts of these sources, if there are new ones."""
    for source in sources:
        parsed = _parsed.get(source, {})
        if len(parsed) > _saved.get(source, 0):
            _entry(source).write(parsed, [source])
            _saved[source] = len(parsed)


def _entry(source: Source) -> CacheEntry:
    return CacheEntry("parsed", source.text.encode("utf-8", "surrogatepass"))
