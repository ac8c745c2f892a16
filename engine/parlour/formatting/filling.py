"""Wraps texts for people that are too wide for one line."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from parlour.documents.document import Scalar
from parlour.formatting.text_edits import TextEdit

WIDTH = 120
STEP = 2


def filled(scalar: Scalar) -> Iterator[TextEdit]:
    """Yield an edit that wraps prose again if it has an overlong line. Narrower prose keeps its lines."""
    text, start, end = scalar.source.text, scalar.span.start, scalar.span.end
    begin = text.rfind("\n", 0, start) + 1
    stop = text.find("\n", end)
    lines = text[begin : stop if stop >= 0 else len(text)].split("\n")
    if all(len(line) <= WIDTH for line in lines):
        return
    if scalar.plain and len(lines) == 1 and _stands_alone(text, begin, start, end):
        key = lines[0][: start - begin]
        margin = len(key) - len(key.lstrip(" -")) + STEP
        yield TextEdit(start, end, ">-\n" + _wrapped(scalar.value.split(), margin))
    elif scalar.style == ">" and lines[0].rstrip().endswith((">", ">-")):
        margin = len(lines[1]) - len(lines[1].lstrip(" "))
        even = all(line.strip() and len(line) - len(line.lstrip(" ")) == margin for line in lines[1:])
        if even:
            yield TextEdit(begin + len(lines[0]) + 1, end, _wrapped(" ".join(lines[1:]).split(), margin))


def _stands_alone(text: str, begin: int, start: int, end: int) -> bool:
    """True if a plain value is all that follows its key, outside of brackets and without a comment."""
    rest = text[end:].partition("\n")[0]
    return not rest.strip() and not any(sign in text[begin:start] for sign in "{[")


def _wrapped(words: list[str], margin: int) -> str:
    lines = textwrap.wrap(" ".join(words), WIDTH - margin, break_long_words=False, break_on_hyphens=False)
    return "\n".join(" " * margin + line for line in lines)
