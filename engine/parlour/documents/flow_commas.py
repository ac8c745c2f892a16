"""Finds values that a comma has split, such as `draw(next(p), 4)` in braces: the rest `4)` becomes a key."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from parlour.documents.scalars import quoted


class Part(NamedTuple):
    """A key, a value or an item."""

    start: int
    end: int
    plain: bool
    """A string without quotes."""
    lone: bool
    """A key without a `:` after it."""


class Cut(NamedTuple):
    message: str
    start: int
    end: int
    help: str
    right: str | None = None
    """The correction, if there is only one."""


def cuts(text: str, parts: Sequence[Part], brackets: str) -> Iterator[Cut]:
    """Return the parts that belong together, and the keys without a value, between one pair of brackets."""
    depths = _depths(text, parts)
    index = 0
    while index < len(parts):
        part = parts[index]
        reach, left_open = _reach(parts, depths, index)
        written = text[part.start : parts[reach].end]
        if reach > index or (left_open and brackets == "`[ ]`" and index + 1 < len(parts)):
            message = f"the comma splits this value: inside {brackets} a comma ends a value"
            help, right = "put the whole value in quotes", None
            if reach > index and len(written) <= 200:
                right = quoted(written)
                help += f": {right}"
            yield Cut(message, part.start, parts[reach].end, help, right)
        elif part.lone:
            message = f"`{written}` has no value: inside {brackets} every key needs a `:` and a value"
            help = "put a value that contains a comma in quotes; write a list as `[one, two]`"
            yield Cut(message, part.start, part.end, help)
        index = reach + 1


class _Depth(NamedTuple):
    """The number of open `(` before and after a part, counted from the first part."""

    before: int
    behind: int


def _depths(text: str, parts: Sequence[Part]) -> list[_Depth]:
    depths: list[_Depth] = []
    depth = end = 0
    for part in parts:
        before = depth + _opened(text[end : part.start]) if end else 0
        depth = before + _opened(text[part.start : part.end])
        depths.append(_Depth(before, depth))
        end = part.end
    return depths


_STRING = re.compile(r'"[^"]*"')


def _opened(text: str) -> int:
    if '"' in text:
        text = _STRING.sub("", text)
    return text.count("(") - text.count(")")


def _reach(parts: Sequence[Part], depths: Sequence[_Depth], index: int) -> tuple[int, bool]:
    """Return the last part of the text that begins at `index`, and whether a bracket stays open in it."""
    part, level = parts[index], depths[index].before
    left_open = depths[index].behind > level
    if not part.plain or (part.lone and not left_open):
        return index, False
    reach, still_open = index, left_open
    for i in range(index + 1, min(len(parts), index + _MOST_PARTS)):
        if not still_open and not parts[i].lone:
            break
        still_open = depths[i].behind > level
        if not still_open or parts[i].lone:
            reach, left_open = i, still_open
    return reach, left_open


_MOST_PARTS = 50  # a call has fewer arguments, and the search stays linear
