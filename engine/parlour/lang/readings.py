"""What the texts of documents were read as, kept within a run and between runs.

A document is in many mixes, and reading its texts takes longer than all else that is done for a mix. How texts are read
is not known here.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

from parlour.base.diagnostics import Diagnostic
from parlour.base.source import Source
from parlour.storage.entries import Entry

MOST = 4_000  # sources

Key = tuple[str, tuple[int, ...], str]
"""As what a text is read, where it stands in its source, and what it says."""
Reading = tuple[object | None, tuple[Diagnostic, ...]]
"""The node, if there is one, and what is wrong with the text."""

_readings: dict[Source, dict[Key, Reading]] = {}
_kept: dict[Source, int] = {}  # how many of them are in the cache


def of(source: Source) -> dict[Key, Reading]:
    """The readings of one source, to be looked up and added to."""
    readings = _readings.get(source)
    if readings is None:
        if len(_readings) >= MOST:
            _readings.clear()
            _kept.clear()
        kept = None if source.outside else _entry(source).read(lambda: [source])
        readings = _readings[source] = cast("dict[Key, Reading]", kept or {})
        _kept[source] = len(readings)
    return readings


def keep(sources: Iterable[Source]) -> None:
    """Put what was read of these sources into the cache, where it has become more."""
    for source in sources:
        readings = _readings.get(source, {})
        if len(readings) > _kept.get(source, 0):
            _entry(source).write(readings, [source])
            _kept[source] = len(readings)


def _entry(source: Source) -> Entry:
    return Entry("readings", source.text.encode("utf-8", "surrogatepass"))
