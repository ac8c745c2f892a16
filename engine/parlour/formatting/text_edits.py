"""Edits of a text: stretches and their replacements."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, order=True)
class TextEdit:
    start: int
    end: int
    text: str


def applied(edits: Iterable[TextEdit], text: str) -> str:
    """Return the text with the edits made. They must not overlap."""
    parts: list[str] = []
    done = 0
    for edit in sorted(set(edits)):
        assert edit.start >= done, "two edits overlap"
        parts += [text[done : edit.start], edit.text]
        done = edit.end
    return "".join([*parts, text[done:]])
