"""The wording of what the parser can't read."""

from __future__ import annotations

from dataclasses import dataclass

from parlour.lang.lexer import Lexeme, Line
from parlour.lang.text import Report


@dataclass(frozen=True)
class Failure:
    """Where the parser could not go on."""

    terminal: str
    lexeme: Lexeme
    possible: frozenset[str]
    line: Line | None
    index: int
    before: Line | None

    @property
    def blamed(self) -> Line | None:
        return self.line


def explain(failure: Failure, report: Report) -> None:
    lexeme = failure.lexeme
    report.error("syntax", f"did not expect `{lexeme.text}` here", lexeme.start, lexeme.end)
