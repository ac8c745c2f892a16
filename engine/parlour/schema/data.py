"""Nodes as the plain data that a JSON schema describes, and what of a schema such data doesn't fulfil.

Our scalars are texts. Here a plain `4` counts as a text and as a whole number alike, and the schema says which of
them is wanted; so do `true` and `false`. Nothing here knows what the schema describes, or how it is held against data.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from parlour.documents import document as doc
from parlour.documents.document import Node, Scalar, typed

NOTHING = ("", "null", "~")  # unquoted: no text, not even an empty one


class Word(str):
    """A scalar: its text, and what it says besides."""

    __slots__ = ("absent", "typed")

    absent: bool
    typed: str | int | bool | None

    @classmethod
    def of(cls, scalar: Scalar) -> Word:
        word = cls(scalar.value)
        word.typed = typed(scalar)
        word.absent = scalar.plain and scalar.value in NOTHING
        return word


def plain_data(node: Node) -> object:
    if isinstance(node, Scalar):
        return Word.of(node)
    if isinstance(node, doc.Sequence):
        return [plain_data(item) for item in node.items]
    return {entry.key.value: plain_data(entry.value) for entry in node.entries}


@dataclass(frozen=True)
class Fault:
    """Something that a schema forbids.

    `path` leads to the value, `keyword` is the part of the schema that forbids it, `wanted` the value of this
    keyword, `schema` what the keyword stands in. `name` is the key at fault where keys are judged.
    """

    path: tuple[str | int, ...]
    keyword: str
    wanted: Any
    schema: Mapping[str, Any]
    name: str | None
