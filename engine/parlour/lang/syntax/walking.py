"""The walk over syntax nodes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields

from parlour.lang.syntax.nodes import Node

__all__ = [
    "names", "parts", "walk",
]  # fmt: skip


_NAMES: dict[type[Node], tuple[str, ...]] = {}


def names(of: type[Node]) -> tuple[str, ...]:
    """Return the fields of a class of nodes, except places."""
    found = _NAMES.get(of)
    if found is None:
        found = _NAMES[of] = tuple(f.name for f in fields(of) if not f.name.endswith("span"))
    return found


def parts(node: object) -> list[object]:
    """Return the nodes right inside a node or a tuple, in the order of its fields."""
    values = node if isinstance(node, tuple) else [getattr(node, name) for name in names(type(node))]  # type: ignore[arg-type]  # a node
    found: list[object] = []
    for value in values:
        if isinstance(value, Node):
            found.append(value)
        elif isinstance(value, tuple):
            found += parts(value)
    return found


def walk(node: object) -> Iterator[object]:
    """Yield a node and every node inside it, outer ones first; of a tuple, the nodes inside it."""
    left = parts(node)[::-1] if isinstance(node, tuple) else [node]
    while left:
        here = left.pop()
        yield here
        left += reversed(parts(here))
