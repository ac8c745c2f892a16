"""The walk over syntax nodes."""

from __future__ import annotations

from dataclasses import fields

from parlour.base.walking import parts, walk
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
