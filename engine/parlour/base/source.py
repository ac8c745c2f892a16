"""Sources and places in them.

Positions are offsets in code points; lines and columns are counted from 1. This module knows
nothing about YAML or the ruleset language; of files it knows only how to show their names.
"""

from __future__ import annotations

import filecmp
import os
from bisect import bisect_right
from contextlib import suppress
from dataclasses import field
from functools import cached_property

from parlour.base.frozen import frozen
from parlour.base.place import elsewhere, own_folder, relative, whole
from parlour.base.printable import printable


def short_path(path: str) -> str:
    """Return a path as people write it: `eights/frame.yaml` for a file of Parlour's own, else relative to the working
    directory if it is inside."""
    name = path[len(own_folder()) :] if is_from_own_folder(path) else _copied(path)
    short = path
    if name is not None:
        short = name.replace(os.sep, "/")
    elif os.path.isabs(path):
        with suppress(OSError, ValueError):
            short = relative(path)
    return printable(path if short.startswith("..") else short)


def is_from_own_folder(path: str) -> bool:
    """True if this is the whole path of a ruleset file that comes with Parlour."""
    return path.startswith(own_folder())


def is_shipped(path: str) -> bool:
    """True if this ruleset file comes with Parlour, so that users can't change it."""
    return whole(path).startswith(own_folder()) or _copied(path) is not None


def _copied(path: str) -> str | None:
    """Return the path in Parlour's own folder of which a file in `rulesets` here is an unchanged copy. A checkout has
    such files, and people run an installed Parlour there."""
    own, rulesets, place = own_folder(), os.path.join(whole("rulesets"), ""), elsewhere()
    name = whole(path).removeprefix(rulesets)
    if os.path.isabs(name) or rulesets == own:
        return None
    if place is not None:
        return name if whole(path) in place.shipped_again else None
    try:
        return name if filecmp.cmp(path, own + name, shallow=False) else None
    except (OSError, ValueError):
        return None


@frozen
class Source:
    """A source: its content, and its name, which is a path, or `outside` of files an argument such as `--set
    cards=3`."""

    name: str
    text: str = field(repr=False)
    outside: bool = False
    excerpted: bool = False
    """True for an argument that messages show with a marker, because it has several parts."""

    def __getstate__(self) -> dict[str, object]:
        return {"name": self.name, "text": self.text, "outside": self.outside, "excerpted": self.excerpted}

    @cached_property
    def line_starts(self) -> tuple[int, ...]:
        return (0, *(i + 1 for i, ch in enumerate(self.text) if ch == "\n"))

    def line_of(self, offset: int) -> int:
        return bisect_right(self.line_starts, offset)

    def line_text(self, line: int) -> str:
        start = self.line_starts[line - 1]
        end = self.text.find("\n", start)
        return self.text[start:] if end < 0 else self.text[start:end]


@frozen
class Span:
    """A half-open range of a source."""

    source: Source
    start: int
    end: int

    @property
    def line(self) -> int:
        return self.source.line_of(self.start)

    @property
    def column(self) -> int:
        return self.line_and_column[1]

    @property
    def line_and_column(self) -> tuple[int, int]:
        line = self.source.line_of(self.start)
        return line, self.start - self.source.line_starts[line - 1] + 1

    @property
    def end_place(self) -> tuple[int, int]:
        """The line and the column after its last character."""
        line = self.source.line_of(max(self.start, self.end))
        return line, self.end - self.source.line_starts[line - 1] + 1

    @property
    def text(self) -> str:
        return self.source.text[self.start : self.end]

    @property
    def place(self) -> str:
        source = self.source
        return printable(source.name) if source.outside else f"{short_path(source.name)}:{self.line}:{self.column}"

    @property
    def data(self) -> dict[str, object]:
        """The place for programs."""
        return {"file": self.source.name, "line": self.line, "column": self.column}

    def to(self, other: Span) -> Span:
        """Return the smallest span that covers both."""
        return Span(self.source, min(self.start, other.start), max(self.end, other.end))
