"""The line of a file at a place, with a marker below it, as a terminal shows it."""

from __future__ import annotations

import unicodedata

from parlour.base.printable import is_printable
from parlour.base.source import Span

LONGEST = 160  # a longer line is cut
SHOWN = 140
BEFORE = 60  # what stays before the place
CUT = "…"


def excerpt(span: Span) -> list[str]:
    """Return the first line of a place and a marker below it; nothing for most text outside of files."""
    if span.source.outside and not span.source.excerpted:
        return []
    line = span.line
    text = span.source.line_text(line).removesuffix("\r")
    start = min(span.column - 1, len(text))
    end = max(start + 1, min(start + span.end - span.start, len(text)))
    if len(text) > LONGEST:
        text, start, end = _cut(text, start, end)
    gutter = f"{line:>5} | "
    before = "".join("\t" if char == "\t" else " " * _columns(char) for char in text[:start])
    marker = "^" * max(1, sum(_columns(char) for char in text[start:end]))
    return [gutter + "".join(map(_visible, text)), " " * (len(gutter) - 2) + "| " + before + marker]


def _cut(text: str, start: int, end: int) -> tuple[str, int, int]:
    """Return the part of a long line around a place, and where the place is in it."""
    first = max(0, start - BEFORE)
    part = text[first : first + SHOWN]
    head, tail = CUT if first else "", CUT if first + SHOWN < len(text) else ""
    start += len(head) - first
    return head + part + tail, start, max(start + 1, min(end + len(head) - first, len(head) + len(part)))


def _columns(char: str) -> int:
    """Return the number of terminal columns that a character takes."""
    if not is_printable(char):
        return 1
    if unicodedata.combining(char) or unicodedata.category(char) in ("Cf", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def _visible(char: str) -> str:
    """Return a character that is safe to print: a control character becomes a visible one."""
    return char if char == "\t" or is_printable(char) else "\N{REPLACEMENT CHARACTER}"
