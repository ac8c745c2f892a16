"""Text to parse, a piece of it, and its problems. This module knows only that offsets have a place in a file."""

from __future__ import annotations

from typing import Protocol

from parlour.base.diagnostics import Diagnostic, Fix, Related, writing
from parlour.base.frozen import frozen
from parlour.base.source import Source, Span


class Text(Protocol):
    """A text to parse, such as the value of a YAML scalar. Texts with equal sources, places and values are the same
    text."""

    @property
    def value(self) -> str: ...

    @property
    def source(self) -> Source: ...

    @property
    def place(self) -> tuple[int, ...]: ...

    def at(self, start: int, end: int) -> Span:
        """Return the span of a stretch of the value; offsets count code points."""
        ...


@frozen
class Piece:
    """A stretch of another text."""

    whole: Text
    start: int
    end: int

    @property
    def value(self) -> str:
        return self.whole.value[self.start : self.end]

    @property
    def source(self) -> Source:
        return self.whole.source

    @property
    def place(self) -> tuple[int, ...]:
        return *self.whole.place, self.start, self.end

    def at(self, start: int, end: int) -> Span:
        return self.whole.at(self.start + start, self.start + end)


class TextProblems:
    """Adds the problems of one text to a list that can already hold others."""

    def __init__(self, text: Text, problems: list[Diagnostic]) -> None:
        self.text = text
        self.problems = problems
        self._before = len(problems)

    @property
    def count(self) -> int:
        """Return the number of problems of this text so far."""
        return len(self.problems) - self._before

    def error(
        self,
        code: str,
        message: str,
        start: int,
        end: int,
        help: str | None = None,
        other: Related | None = None,
        fixes: tuple[Fix, ...] = (),
    ) -> None:
        related = () if other is None else (other,)
        place = self.text.at(start, end)
        self.problems.append(Diagnostic(code, message, place, related=related, help=help, fixes=fixes))

    def writing(self, start: int, end: int, right: str) -> tuple[Fix, ...]:
        """Return the fix that writes this instead, if the file has the text there unchanged."""
        place = self.text.at(start, end)
        return writing(place, right) if place.text == self.text.value[start:end] else ()

    def joins_lines(self, start: int, end: int) -> bool:
        """True if a line of the file ends between two offsets, but no line of the text."""
        place = self.text.at(start, end + 1)
        return place.line < self.text.at(end, end + 1).line and "\n" not in self.text.value[start:end]

    def note(self, code: str, message: str, span: Span, help: str | None = None, other: Related | None = None) -> None:
        related = () if other is None else (other,)
        self.problems.append(Diagnostic(code, message, span, related=related, help=help))

    def related(self, message: str, start: int, end: int) -> Related:
        return Related(self.text.at(start, end), message)
