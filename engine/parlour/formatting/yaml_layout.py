"""The layout of a document as YAML: indentation, blanks around signs, blank lines.

Knows nodes and tokens, not what they mean.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise

import yaml
from yaml.tokens import (
    BlockEntryToken,
    FlowEntryToken,
    FlowMappingEndToken,
    FlowMappingStartToken,
    FlowSequenceEndToken,
    FlowSequenceStartToken,
    ScalarToken,
    Token,
    ValueToken,
)

from parlour.documents import document as doc
from parlour.documents.document import Node, Scalar


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


STEP = 2
_SHOWN = (  # tokens that are signs or words in the text; the others mark the structure
    BlockEntryToken, FlowEntryToken, FlowMappingEndToken, FlowMappingStartToken, FlowSequenceEndToken,
    FlowSequenceStartToken, ScalarToken, ValueToken,
)  # fmt: skip
_OPENING = (FlowMappingStartToken, FlowSequenceStartToken)
_CLOSING = (FlowMappingEndToken, FlowSequenceEndToken)
_INDICATED = re.compile(r"[|>][-+]?[1-9]")


def unified(text: str) -> str:
    """Return the text with line feeds at the ends of lines, which means the same to YAML."""
    return text.removeprefix("\ufeff").replace("\r\n", "\n")


def clean(text: str, scalars: Iterable[Scalar]) -> str:
    """Return the text without blanks at the ends of lines, and with single blank lines.

    Removes nothing from strings over several lines that have such blanks, or several blank lines.
    """
    lines = text.split("\n")
    blank = {number for scalar in scalars for number in _lines_with_blanks(scalar)}
    cleaned: list[str] = []
    for number, line in enumerate(lines):
        if number in blank:
            cleaned.append(line)
        elif line.strip() or (cleaned and cleaned[-1].strip()):
            cleaned.append(line.rstrip(" \t"))
    last = len(lines) - 1 in blank or (not lines[-1] and len(lines) - 2 in blank)
    return "\n".join(cleaned) if last else "\n".join(cleaned).rstrip("\n") + "\n"


def _lines_with_blanks(scalar: Scalar) -> range:
    """The lines of a file that can't lose blanks."""
    text = scalar.source.text[scalar.span.start : scalar.span.end + 1]  # a block's last blanks are outside its span
    if scalar.style not in ("|", ">", '"', "'") or not _BLANKS.search(text.removesuffix("\n")):
        return range(0)
    first = scalar.span.line - 1
    return range(first, first + scalar.span.text.count("\n") + 1)


_BLANKS = re.compile(r"[ \t]\n|\n[ \t]*\n[ \t]*\n|[ \t]$")


# Blanks in a line


def spaced(text: str) -> Iterator[TextEdit]:
    """Yield the edits that space the signs of YAML within lines."""
    loader = yaml.CBaseLoader if yaml.__with_libyaml__ else yaml.BaseLoader
    shown = [token for token in yaml.scan(text, Loader=loader) if isinstance(token, _SHOWN)]
    for one, other in pairwise(shown):
        start, end = one.end_mark.index, other.start_mark.index
        between = text[start:end]
        block = isinstance(one, ScalarToken) and one.style in ("|", ">")
        if block or isinstance(one, BlockEntryToken) or between.strip(" "):
            continue
        wanted = _between(one, other)
        if wanted != between:
            yield TextEdit(start, end, wanted)


def _between(one: Token, other: Token) -> str:
    if isinstance(one, _OPENING) or isinstance(other, (*_CLOSING, FlowEntryToken, ValueToken)):
        return ""
    return " "


# Indentation


def indented(root: Node, text: str) -> Iterator[TextEdit]:
    """Yield the edits that indent lines as the structure requires.

    Keys are two blanks further in than the key above, dashes too. All other lines (comments, the rest of a value)
    move with the line that they belong to.
    """
    yield from _dashes(root, text)
    starts = [0, *(match.end() for match in re.finditer("\n", text))]
    moves = dict(_moves(root, text, 0))
    shift = 0
    for at in _with_comments(starts, text, moves):
        number, shift_here = at
        shift = shift if shift_here is None else shift_here
        begin = starts[number]
        width = len(text[begin:]) - len(text[begin:].lstrip(" ")) if text[begin : begin + 1] == " " else 0
        if shift and text[begin : begin + 1] not in ("", "\n"):
            yield TextEdit(begin, begin + width, " " * max(0, width + shift))


def _dashes(root: Node, text: str) -> Iterator[TextEdit]:
    """Put one blank behind each dash: the lines below move with what follows it."""
    for node in doc.walk(root):
        if isinstance(node, doc.Sequence):
            for item in node.items if text[node.span.start] != "[" else ():
                dash = text.rindex("-", 0, item.span.start)
                between = text[dash + 1 : item.span.start]
                if between != " " and between and not between.strip(" "):
                    yield TextEdit(dash + 1, item.span.start, " ")


def _with_comments(starts: list[int], text: str, moves: dict[int, int]) -> Iterator[tuple[int, int | None]]:
    """Yield each line with the distance that it moves, or None if it moves with the line above. A comment moves with
    the line below if both have the same indentation."""
    lines = [text[begin:end].rstrip("\n") for begin, end in zip(starts, [*starts[1:], len(text)], strict=True)]
    by_line = {bisect_right(starts, offset) - 1: shift for offset, shift in moves.items()}
    for number, line in enumerate(lines):
        if number in by_line or not line.lstrip().startswith("#"):
            yield number, by_line.get(number)
            continue
        below = next((n for n in range(number, len(lines)) if lines[n].strip() and lines[n].lstrip()[0] != "#"), None)
        alike = below in by_line and _width(lines[below]) == _width(line) if below is not None else False
        yield number, by_line[below] if alike and below is not None else None


def _width(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def _moves(node: Node, text: str, column: int) -> Iterator[tuple[int, int]]:
    """Yield the places where a key, a dash or a block of text begins a line, with the shift of the line to the right.
    """
    if isinstance(node, doc.Mapping) and text[node.span.start] != "{":
        for entry in node.entries:
            yield from _move(entry.key.span.start, text, column)
            yield from _value(entry.value, text, column)
    elif isinstance(node, doc.Sequence) and text[node.span.start] != "[":
        for item in node.items:
            dash = text.rindex("-", 0, item.span.start)
            yield from _move(dash, text, column)
            yield from _value(item, text, column)


def _value(node: Node, text: str, column: int) -> Iterator[tuple[int, int]]:
    """Yield the moves inside the value of a key, or an item, that begins at a column."""
    if not isinstance(node, Scalar):
        yield from _moves(node, text, column + STEP)
    elif node.style in ("|", ">") and not _INDICATED.match(text, node.span.start):
        first = re.compile(r"[^\n]*\n(?:[ ]*\n)*").match(text, node.span.start)
        if first is not None and first.end() < node.span.end:
            yield from _move_line(first.end(), text, column + STEP)


def _move(offset: int, text: str, column: int) -> Iterator[tuple[int, int]]:
    begin = text.rfind("\n", 0, offset) + 1
    if not text[begin:offset].strip(" "):
        yield begin, column - (offset - begin)


def _move_line(begin: int, text: str, column: int) -> Iterator[tuple[int, int]]:
    yield begin, column - _width(text[begin : text.find("\n", begin)])
