"""The base class of syntax nodes, and the walk over them."""

from __future__ import annotations

from dataclasses import fields

from parlour.base.frozen import frozen
from parlour.base.source import Span
from parlour.base.walking import parts, walk

__all__ = [
    "Node", "names", "parts", "walk",
]  # fmt: skip


@frozen
class Node:
    span: Span


_NAMES: dict[type[Node], tuple[str, ...]] = {}


def names(of: type[Node]) -> tuple[str, ...]:
    """Return the fields of a class of nodes, except places."""
    names_ = _NAMES.get(of)
    if names_ is None:
        names_ = _NAMES[of] = tuple(f.name for f in fields(of) if not f.name.endswith("span"))
    return names_
