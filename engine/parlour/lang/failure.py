"""Where the parser could not go on: what it saw, and what it could have used instead."""

from __future__ import annotations

from dataclasses import dataclass

from parlour.lang.lexer import Lexeme, Line

_ENDS = ("_NEWLINE", "_DEDENT", "$END")


@dataclass(frozen=True)
class ParseFailure:
    """`possible` and `beginnings` hold words and signs as they are written, and other terminals by name."""

    kind: str  # of text: the start rule of the grammar
    terminal: str  # that did not fit
    lexeme: Lexeme
    possible: frozenset[str]  # what would have fitted
    beginnings: frozenset[str]  # what the line may begin with
    line: Line | None  # none after the last one
    index: int  # of the lexeme in the line
    above: Line | None

    @property
    def at_end(self) -> bool:
        """True if the line ended too early."""
        return self.terminal in _ENDS

    @property
    def in_actions(self) -> bool:
        return "include" in self.beginnings

    @property
    def earlier(self) -> list[Lexeme]:
        """What stands before it on the line."""
        return self.line.lexemes[: self.index] if self.line else []

    @property
    def previous(self) -> Lexeme | None:
        return self.earlier[-1] if self.earlier else None

    @property
    def first(self) -> str:
        return self.line.lexemes[0].text if self.line else ""

    @property
    def verb(self) -> str:
        """The word that its statement begins with."""
        verb = ""
        depth = 0
        for lexeme in self.earlier:
            depth += {"(": 1, "[": 1, ")": -1, "]": -1}.get(lexeme.text, 0)
            if depth == 0 and lexeme.text in (":", ";"):
                verb = ""
            elif not verb:
                verb = lexeme.text
        return verb

    @property
    def lacks_block(self) -> bool:
        """The line above ends in a colon, and nothing is indented under it."""
        return self.possible == {"_INDENT"}

    @property
    def blamed(self) -> list[Line]:
        """The lines to set aside so that the others can be read; none where that would not help."""
        lines = [self.line]
        if self.terminal == "_INDENT":
            lines = [self.above]
        elif self.lacks_block:  # and what should be indented might look wrong where it is
            lines = [self.above, self.line]
        return [line for line in lines if line is not None]

    def same_brackets(self) -> list[Lexeme]:
        """What stands before it inside the same brackets, the nearest first."""
        found: list[Lexeme] = []
        depth = 0
        for lexeme in reversed(self.earlier):
            if lexeme.text in (")", "]"):
                depth += 1
            if depth == 0:
                found.append(lexeme)
            if lexeme.text in ("(", "["):
                depth -= 1
            if depth < 0:
                return found[:-1]
        return found
