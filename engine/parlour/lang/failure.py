"""Describes the place where the parser failed: the words that it read, and those that it expected."""

from __future__ import annotations

from parlour.base.frozen import frozen
from parlour.lang.lexer import Lexeme, LogicalLine

_ENDS = ("_NEWLINE", "_DEDENT", "$END")


@frozen
class ParseFailure:
    """A place where parsing failed. `possible` and `beginnings` hold words and signs as written, and other terminals by
    name."""

    kind: str  # the kind of text: the start rule of the grammar
    terminal: str  # the token that didn't fit
    lexeme: Lexeme
    possible: frozenset[str]  # what would have fitted
    beginnings: frozenset[str]  # what the line can begin with
    line: LogicalLine | None  # None after the last one
    index: int  # position in the line
    above: LogicalLine | None

    @property
    def at_end(self) -> bool:
        """True if the line ended too early."""
        return self.terminal in _ENDS

    @property
    def in_actions(self) -> bool:
        return "include" in self.beginnings

    @property
    def earlier(self) -> list[Lexeme]:
        """Return the lexemes before it on the line."""
        return self.line.lexemes[: self.index] if self.line else []

    @property
    def previous(self) -> Lexeme | None:
        return self.earlier[-1] if self.earlier else None

    @property
    def first(self) -> str:
        return self.line.lexemes[0].text if self.line else ""

    @property
    def verb(self) -> str:
        """Return the first word of its statement."""
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
        """True if the line above ends in a colon and nothing is indented below it."""
        return self.possible == {"_INDENT"}

    @property
    def blamed(self) -> list[LogicalLine]:
        """Return the lines without which the others can be read; none if there are no such lines."""
        lines = [self.line]
        if self.terminal == "_INDENT":
            lines = [self.above]
        elif self.lacks_block:  # and the steps that should be indented might look wrong
            lines = [self.above, self.line]
        return [line for line in lines if line is not None]

    def same_brackets(self) -> list[Lexeme]:
        """Return the lexemes before the failure inside the same brackets, the nearest first."""
        brackets: list[Lexeme] = []
        depth = 0
        for lexeme in reversed(self.earlier):
            if lexeme.text in (")", "]"):
                depth += 1
            if depth == 0:
                brackets.append(lexeme)
            if lexeme.text in ("(", "["):
                depth -= 1
            if depth < 0:
                return brackets[:-1]
        return brackets
