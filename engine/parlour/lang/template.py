"""Parses texts for people that have holes in braces. The parser decides which expressions can be in a hole.

`{n}` is a value, and `{n > 1: cards}` are words that are only there if the condition holds.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from parlour.base.diagnostics import Diagnostic
from parlour.lang.syntax import Expr, Hole, Template, Words
from parlour.lang.text_to_parse import Piece, Text, TextProblems

_OPENING, _CLOSING = "([", ")]"

Parse = Callable[[Text, list[Diagnostic]], Expr | None]
Part = str | Hole | Words


def read_template(text: Text, problems: list[Diagnostic], parse: Parse) -> Template:
    """Return the parts of a template. A hole that can't be parsed is reported and stays as written."""
    parts, _ = _Reader(text, problems, parse).words(0, inside=False)
    return Template(text.at(0, len(text.value)), parts)


@dataclass
class _Reader:
    text: Text
    problems: list[Diagnostic]
    parse: Parse

    def words(self, start: int, inside: bool) -> tuple[tuple[Part, ...], int]:
        """Return the parts from a place on, and the place where they end: with `inside`, at the closing brace."""
        value, parts, at = self.text.value, list[Part](), start
        while at < len(value):
            sign = value[at]
            if sign == "}" and inside:
                return _joined(parts), at
            if sign in "{}" and value[at : at + 2] == sign * 2:
                parts.append(sign)
                at += 2
            elif sign == "{":
                part, at = self._hole(at)
                parts.append(part)
            elif sign == "}":
                self._wrong("unexpected `}`: no brace is open", at, sign)
                parts.append(sign)
                at += 1
            else:
                end = _next_brace(value, at)
                parts.append(value[at:end])
                at = end
        return _joined(parts), at

    def _hole(self, start: int) -> tuple[Part, int]:
        """Return the part that the brace at this place opens, and the place after that part."""
        value, end = self.text.value, self._end(start + 1)
        if end == len(value) or value[end] == "{":
            self._wrong("`{` is never closed", start, "{")
            return "{", start + 1
        if value[end] == "}":
            shown = self.parse(Piece(self.text, start + 1, end), self.problems)
            whole = value[start : end + 1]
            return whole if shown is None else Hole(self.text.at(start, end + 1), shown), end + 1
        test = self.parse(Piece(self.text, start + 1, end), self.problems)
        after = end + 1 + (value[end + 1 : end + 2] == " ")
        parts, close = self.words(after, inside=True)
        if close == len(value):
            self._wrong("`{` is never closed", start, "{")
        if test is None or close == len(value):
            return value[start : close + 1], close + 1
        words = Template(self.text.at(after, close), parts)
        return Words(self.text.at(start, close + 1), test, words), close + 1

    def _end(self, start: int) -> int:
        """Return the place of the brace or colon that ends the expression in a hole."""
        value, depth = self.text.value, 0
        for at in range(start, len(value)):
            depth += (value[at] in _OPENING) - (value[at] in _CLOSING)
            if value[at] in "{}" or (value[at] == ":" and depth <= 0):
                return at
        return len(value)

    def _wrong(self, fault: str, at: int, brace: str) -> None:
        help = f"for a brace in the text itself, write `{brace * 2}`"
        TextProblems(self.text, self.problems).error("syntax-brace", fault, at, at + 1, help)


def _next_brace(value: str, start: int) -> int:
    """Return the place of the next brace, or of the end."""
    places = (value.find(brace, start) for brace in "{}")
    return min((at for at in places if at >= 0), default=len(value))


def _joined(parts: list[Part]) -> tuple[Part, ...]:
    """Join neighbouring strings, and drop empty ones."""
    joined: list[Part] = []
    for part in parts:
        if isinstance(part, str) and joined and isinstance(joined[-1], str):
            joined[-1] += part
        elif part:
            joined.append(part)
    return tuple(joined)
