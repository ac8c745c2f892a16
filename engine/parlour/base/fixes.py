"""Corrections of findings as data. Only corrections without doubt are fixes; all other advice is help."""

from __future__ import annotations

from parlour.base.frozen import frozen
from parlour.base.source import Span


@frozen
class SourceEdit:
    """A change of a source: this text replaces the span."""

    span: Span
    text: str


@frozen
class Fix:
    """Edits of one source that correct a finding, and their effect in words such as ``write `draw` ``."""

    words: str
    edits: tuple[SourceEdit, ...]


def writing(span: Span, text: str) -> tuple[Fix, ...]:
    """Return the fix that writes something else in this place."""
    return (Fix(f"write `{text}`" if text else f"delete `{span.text}`", (SourceEdit(span, text),)),)


def deleting_line_end(span: Span) -> tuple[Fix, ...]:
    """Return the fix that deletes a comment with the blanks before it, and its line if nothing else is on it."""
    text, start = span.source.text, span.start
    while start > 0 and text[start - 1] in " \t":
        start -= 1
    alone = start == 0 or text[start - 1] == "\n"
    end = span.end
    if alone and text.startswith(("\n", "\r\n"), end):
        end = text.index("\n", end) + 1
    return (Fix("delete this comment", (SourceEdit(Span(span.source, start, end), ""),)),)
