"""Splits an example into its parts, and its strings into words with places. Defines the error for unknown words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from parlour.base.diagnostics import Diagnostic
from parlour.base.source import Span
from parlour.documents import document as doc
from parlour.documents.document import Node, Scalar

ANSWER = re.compile(r"\s*(\d+)\s*:\s*(.*)", re.DOTALL)
"""Matches a move of an example: a seat, and its answers."""


class MalformedError(Exception):
    """An error in an example."""

    def __init__(self, message: str, span: Span, help: str | None = None) -> None:
        self.diagnostic = Diagnostic("example-malformed", message, span, help=help)
        super().__init__(message)


@dataclass(frozen=True)
class Word:
    text: str
    span: Span


def answer(node: Scalar) -> re.Match[str]:
    """Return the seat of a move, and its answers."""
    match = ANSWER.fullmatch(node.value)
    if match is None:
        begun = re.fullmatch(r"(\d+)\s*(.+)", node.value.strip(), re.DOTALL)
        whole = f"{begun[1]}: {begun[2]}" if begun is not None else f"1: {node.value.strip()}"
        help = f'write whose move it is: "{whole}"'
        raise MalformedError("a move begins with the number of a seat", node.span, help)
    return match


def words(node: Node) -> list[Word]:
    """Return the words of a string, or of a list of strings."""
    if isinstance(node, Scalar):
        return [Word(m[0], node.at(m.start(), m.end())) for m in re.finditer(r"\S+", node.value)]
    if isinstance(node, doc.Sequence):
        return [word for item in node.items for word in words(item)]
    raise MalformedError("expected a string, found a mapping", node.span)


def one_word(node: Node, wanted: str) -> Word:
    parts = words(node)
    if len(parts) != 1:
        raise MalformedError(f"expected {wanted}", node.span)
    return parts[0]


def whole_number(node: Node, wanted: str, low: int = 0) -> int:
    word = one_word(node, wanted)
    if not re.fullmatch(r"-?[0-9]{1,10}", word.text) or int(word.text) < low:
        raise MalformedError(f"expected {wanted}, found `{word.text}`", word.span)
    return int(word.text)


def is_number_of_cards(parts: Sequence[Word]) -> bool:
    """True for `3 cards`, which says how many cards a zone has, and not which."""
    return len(parts) == 2 and parts[0].text.isdecimal() and parts[1].text in ("card", "cards")


def texts(node: Node) -> list[Word]:
    """Return the items of a list of strings; a single string counts as a list of one."""
    if isinstance(node, Scalar):
        return [Word(node.value.strip(), node.span)] if node.value.strip() else []
    if isinstance(node, doc.Sequence) and all(isinstance(item, Scalar) for item in node.items):
        return [word for item in node.items for word in texts(item)]
    raise MalformedError("expected a list of strings", node.span)


def steps(example: doc.Mapping) -> Iterator[Word | doc.Mapping]:
    """Yield each answer of the moves by itself, such as `1: play 4♦`, and the checks in between."""
    for item in doc.items_in(example.get("moves")):
        if isinstance(item, Scalar):
            match = answer(item)
            for part in re.finditer(r"[^;\s][^;]*", match[2]):
                text, start = part[0].rstrip(), match.start(2) + part.start()
                yield Word(f"{match[1]}: {text}", item.at(start, start + len(text)))
        elif isinstance(check := doc.node_at(item, "check"), doc.Mapping):
            yield check


def expectations(example: doc.Mapping) -> Iterator[doc.Mapping]:
    """Yield the checks between the moves of an example, and the result."""
    checks = (doc.node_at(item, "check") for item in doc.items_in(example.get("moves")))
    for part in (*checks, example.get("then")):
        if isinstance(part, doc.Mapping):
            yield part
