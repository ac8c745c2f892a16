"""Nodes as the plain data that a JSON schema describes, and violations of a schema.

Our scalars are strings. Here a plain `4` is both a string and a whole number, and the schema decides which one it
expects. So it is for `true` and `false`. Nothing here knows what the schema describes, or how data is checked against
it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from parlour.documents import document as doc
from parlour.documents.document import Node, Scalar, typed

NOTHING = ("", "null", "~")  # without quotes: not even an empty string


class ScalarText(str):
    """A scalar: its text, with its typed value."""

    __slots__ = ("absent", "typed")

    absent: bool
    typed: str | int | bool | None

    @classmethod
    def of(cls, scalar: Scalar) -> ScalarText:
        word = cls(scalar.value)
        word.typed = typed(scalar)
        word.absent = scalar.plain and scalar.value in NOTHING
        return word


def plain_data(node: Node) -> object:
    if isinstance(node, Scalar):
        return ScalarText.of(node)
    if isinstance(node, doc.Sequence):
        return [plain_data(item) for item in node.items]
    return {entry.key.value: plain_data(entry.value) for entry in node.entries}


@dataclass(frozen=True)
class Fault:
    """A violation of a schema.

    `path` leads to the value, `keyword` is the violated keyword of the schema, `wanted` its value, and `schema` the
    schema that contains it. `name` is the offending key where keys are checked.
    """

    path: tuple[str | int, ...]
    keyword: str
    wanted: Any
    schema: Mapping[str, Any]
    name: str | None
