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
    names_ = _NAMES.get(of)
    if names_ is None:
        names_ = _NAMES[of] = tuple(f.name for f in fields(of) if not f.name.endswith("span"))
    return names_
