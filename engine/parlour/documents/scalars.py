"""Decoding YAML scalars with the place of each character in the file.

A parser returns the text of a scalar without the places of its parts. This module decodes the raw slice of the file
again and keeps the place of every character. So messages can mark the wrong word in a folded, quoted or indented text.
Callers compare the decoded text with the parser's and ignore the places if they differ.

This module knows the five ways to write a scalar. It doesn't know mappings, sequences, the meaning of scalars, or
PyYAML.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import NamedTuple


class Stretch(NamedTuple):
    """A stretch of decoded text whose characters each take `width` characters of the file.

    The characters from `at` on begin at `start` in the file. A copied stretch has width 1; an escape, a
    doubled quote or a line break is a run of its own.
    """

    at: int
    start: int
    width: int


def place(runs: Sequence[Stretch], start: int, end: int) -> tuple[int, int]:
    """Return where the characters `start` to `end` of the decoded text are in the file. Needs at least one run."""

    def edges(index: int) -> tuple[int, int]:
        run = runs[bisect_right(runs, index, key=lambda r: r.at) - 1]
        begin = run.start + (index - run.at) * run.width
        return begin, begin + run.width

    if start < end:
        return edges(start)[0], edges(end - 1)[1]
    here = edges(start - 1)[1] if start else runs[0].start
    return here, here


def decode(text: str, start: int, end: int, style: str, indent: int) -> tuple[str, tuple[Stretch, ...]]:
    """Return the scalar written at text[start:end], and its runs.

    `style` is its first character (`'`, `"`, `|`, `>`), or empty for a plain scalar. `indent` is the
    column, counted from 0, of the block collection around it, or -1; an indentation indicator counts from
    there. Line breaks are LF and CR LF.
    """
    writer = _Writer(text)
    if style in ("|", ">"):
        _block(writer, start, end, style == ">", indent)
    elif style:
        _flow(writer, start + 1, end - 1, _SPECIAL[style])
    else:
        _flow(writer, start, end, _SPECIAL[""])
    return "".join(writer.parts), tuple(writer.runs)


def quoted(text: str) -> str:
    """Return a string on one line as a quoted scalar, to suggest instead of one that YAML misreads."""
    words = " ".join(text.split())
    if '"' in words or "\\" in words:
        return "'" + words.replace("'", "''") + "'"
    return f'"{words}"'


class _Writer:
    def __init__(self, text: str) -> None:
        self.text = text
        self.parts: list[str] = []
        self.runs: list[Stretch] = []
        self._length = 0

    def copy(self, start: int, end: int) -> None:
        """Add a stretch of the file as written."""
        if start < end:
            self.runs.append(Stretch(self._length, start, 1))
            self.parts.append(self.text[start:end])
            self._length += end - start

    def put(self, char: str, start: int, end: int) -> None:
        """Add one character that a stretch of the file encodes."""
        self.runs.append(Stretch(self._length, start, end - start))
        self.parts.append(char)
        self._length += 1


# Plain and quoted scalars. Blanks around a line break aren't part of the text. A single break becomes a
# space; of several, all but the first are kept. The patterns begin at the break, because starting at the
# blanks would take quadratic time on a long row of them.

_BREAK = re.compile(r"\r?\n")
_FOLD = r"\r?\n(?:[ \t]*\r?\n)*[ \t]*"
_SPECIAL = {
    "": re.compile(_FOLD),
    "'": re.compile(rf"''|{_FOLD}"),
    '"': re.compile(rf"\\(?:x[0-9A-Fa-f]{{2}}|u[0-9A-Fa-f]{{4}}|U[0-9A-Fa-f]{{8}}|{_FOLD}|.)|{_FOLD}"),
}
_ESCAPES = {
    "0": "\0", "a": "\a", "b": "\b", "t": "\t", "\t": "\t", "n": "\n", "v": "\v", "f": "\f", "r": "\r",
    "e": "\x1b", "N": "\x85", "_": "\xa0", "L": "\u2028", "P": "\u2029",
}  # fmt: skip


def _flow(writer: _Writer, start: int, end: int, special: re.Pattern[str]) -> None:
    text, done = writer.text, start
    for match in special.finditer(text, start, end):
        token = match.group()
        if token[0] in "\r\n":
            writer.copy(done, done + len(text[done : match.start()].rstrip(" \t")))
        else:
            writer.copy(done, match.start())
        done = match.end()
        if token == "''":
            writer.put("'", match.start(), done)
        elif token[0] == "\\" and token[1] not in "\r\n":
            code = token[2:]
            writer.put(chr(int(code, 16)) if code else _ESCAPES.get(token[1], token[1]), match.start(), done)
        else:
            first, *more = _BREAK.finditer(text, match.start(), done)
            if not more and token[0] != "\\":
                writer.put(" ", first.start(), first.end())
            for line_break in more:
                writer.put("\n", line_break.start(), line_break.end())
    writer.copy(done, end)


# Block scalars.

_HEADER = re.compile(r"[|>]([-+0-9]*)[^\n]*\n?")


class _Line(NamedTuple):
    start: int
    """The offset of its first character."""
    end: int
    """The offset of its line break."""
    after: int
    """The offset of the next line; equal to `end` if the file ends without a line break."""


def _block(writer: _Writer, start: int, end: int, folded: bool, indent: int) -> None:
    text = writer.text
    header = _HEADER.match(text, start, end)
    if header is None:
        return
    lines = list(_lines(text, header.end(), end))
    digits = header[1].strip("+-")
    if digits:
        indent = max(indent, 0) + int(digits)
    else:
        indent = next((depth for line in lines if (depth := _depth(text, line)) >= 0), 0)

    last: _Line | None = None  # the last line with content
    blank: list[_Line] = []  # the empty lines since
    for line in lines:
        content = line.start + indent
        if content >= line.end or (not digits and _depth(text, line) < 0 and last is None):
            blank.append(line)
            continue
        if last is not None:
            if not (folded and text[last.start + indent] not in " \t" and text[content] not in " \t"):
                writer.put("\n", last.end, last.after)
            elif not blank:
                writer.put(" ", last.end, last.after)
        _breaks(writer, blank)
        writer.copy(content, line.end)
        last, blank = line, []
    if last is not None and "-" not in header[1]:
        _breaks(writer, [last])
    if "+" in header[1]:
        _breaks(writer, blank)


def _lines(text: str, start: int, end: int) -> Iterator[_Line]:
    while start < end:
        newline = text.find("\n", start, end)
        if newline < 0:
            yield _Line(start, end, end)
            return
        yield _Line(start, newline - (newline > start and text[newline - 1] == "\r"), newline + 1)
        start = newline + 1


def _depth(text: str, line: _Line) -> int:
    """Return how many spaces the line begins with, or -1 if it is blank."""
    words = text[line.start : line.end].lstrip(" ")
    return line.end - line.start - len(words) if words else -1


def _breaks(writer: _Writer, lines: Sequence[_Line]) -> None:
    for line in lines:
        if line.after > line.end:
            writer.put("\n", line.end, line.after)
