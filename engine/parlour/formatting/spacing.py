"""Blanks between the words and signs of code in the language, and the indentation of its lines.

Knows lexemes, not their grammar. Formats code only if the lexer finds no error in it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from parlour.base.diagnostics import Diagnostic
from parlour.documents.document import Scalar
from parlour.formatting.text_edits import TextEdit
from parlour.lang.lexer import Lexeme, LogicalLine, read_lines
from parlour.lang.text_to_parse import TextProblems

STEP = 2  # blanks for each level
_TIGHT_BEFORE = frozenset({",", ":", ";", ")", "]", ".", ".."})
_TIGHT_AFTER = frozenset({"(", "[", ".", ".."})
_CALLED = frozenset({"CALLEE", "RECORD"})


def lines_of(scalar: Scalar, one_line: bool) -> list[LogicalLine] | None:
    """Return the lines of some code, or None if it has an error."""
    problems: list[Diagnostic] = []
    lines = read_lines(TextProblems(scalar, problems), one_line)
    return None if problems or lines is None or any(line.bad for line in lines) else lines


def spaced(scalar: Scalar, one_line: bool) -> Iterator[TextEdit]:
    """Yield the edits that space the words of some code. Breaks between lines and comments stay."""
    for line in lines_of(scalar, one_line) or ():
        for at, (one, other) in enumerate(pairwise(line.lexemes)):
            if "\n" in scalar.value[one.end : other.start] or "#" in scalar.value[one.end : other.start]:
                continue
            start, end = scalar.at(one.start, one.end).end, scalar.at(other.start, other.end).start
            between = scalar.source.text[start:end]
            wanted = _between(line.lexemes, at)
            if between != wanted and not between.strip(" "):
                yield TextEdit(start, end, wanted)


def _between(lexemes: Sequence[Lexeme], at: int) -> str:
    """The blank between a lexeme and the next one."""
    one, other = lexemes[at], lexemes[at + 1]
    if (one.kind == "SIGN" and one.text in _TIGHT_AFTER) or (other.kind == "SIGN" and other.text in _TIGHT_BEFORE):
        return ""
    if other.text == "(" and other.kind == "SIGN":
        return "" if one.kind in _CALLED else " "
    return "" if one.text == "-" and one.kind == "SIGN" and _is_prefix(lexemes, at) else " "


def _is_prefix(lexemes: Sequence[Lexeme], at: int) -> bool:
    """True for a minus before a number or value, rather than between two."""
    if at == 0:
        return True
    before = lexemes[at - 1]
    return before.kind == "RESERVED" or (before.kind == "SIGN" and before.text not in (")", "]"))


def indented(scalar: Scalar) -> Iterator[tuple[int, int]]:
    """Yield the lines of some code by their offsets in its value, each with its distance to move to the right.

    A line that continues the one before moves with it.
    """
    for line in lines_of(scalar, one_line=False) or ():
        begin = scalar.value.rfind("\n", 0, line.start) + 1
        shift = STEP * line.level - (line.start - begin)
        stop = scalar.value.find("\n", line.end)
        at = begin
        while 0 <= at < (len(scalar.value) if stop < 0 else stop):
            yield at, shift
            after = scalar.value.find("\n", at)
            if after < 0:
                break
            at = after + 1
