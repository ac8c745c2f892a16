"""Parses texts for people, with holes in braces. The parser decides which expressions can be in a hole."""

from __future__ import annotations

import re
from collections.abc import Callable

from parlour.base.diagnostics import Diagnostic
from parlour.lang.syntax import Expr, Hole, Template
from parlour.lang.text import Piece, Text, TextProblems

_BRACES = re.compile(r"\{\{|\}\}|\{[^{}]*\}|[{}]")
_ESCAPES = {"{{": "{", "}}": "}"}

Parse = Callable[[Text, list[Diagnostic]], Expr | None]


def read_template(text: Text, problems: list[Diagnostic], parse: Parse) -> Template:
    """Return the parts of a text. A hole that can't be parsed is reported and stays as written."""
    parts: list[str | Hole] = []
    end = 0
    for braces in _BRACES.finditer(text.value):
        parts.append(text.value[end : braces.start()])
        parts.append(_part(text, braces.start(), braces.end(), problems, parse))
        end = braces.end()
    parts.append(text.value[end:])
    return Template(text.at(0, len(text.value)), _joined(parts))


def _part(text: Text, start: int, end: int, problems: list[Diagnostic], parse: Parse) -> str | Hole:
    braces = text.value[start:end]
    if braces in _ESCAPES:
        return _ESCAPES[braces]
    if len(braces) > 1:
        value = parse(Piece(text, start + 1, end - 1), problems)
        return braces if value is None else Hole(text.at(start, end), value)
    fault = "`{` is never closed" if braces == "{" else "unexpected `}`: no brace is open"
    help = f"for a brace in the text itself, write `{braces * 2}`"
    TextProblems(text, problems).error("syntax-brace", fault, start, end, help)
    return braces


def _joined(parts: list[str | Hole]) -> tuple[str | Hole, ...]:
    """Join neighbouring strings, and drop empty ones."""
    joined: list[str | Hole] = []
    for part in parts:
        if isinstance(part, str) and joined and isinstance(joined[-1], str):
            joined[-1] += part
        elif part:
            joined.append(part)
    return tuple(joined)
