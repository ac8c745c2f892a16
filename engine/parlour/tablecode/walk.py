"""The one way through table code: its parts, generated from the dataclasses."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator
from dataclasses import fields
from functools import cache
from typing import Any, TypeVar

T = TypeVar("T")


def children(node: object) -> Iterator[Any]:
    """Yield the nodes directly inside a node, or the items of a tuple."""
    if isinstance(node, tuple):
        yield from (item for item in node if not isinstance(item, int | str))
    else:
        for name in _names(_kind(node)):
            part = getattr(node, name)
            if isinstance(part, tuple):
                yield from children(part)
            elif part is not None and not isinstance(part, int | str):
                yield part


def walk(node: object) -> Iterator[Any]:
    """Yield a node and everything inside it, outermost first."""
    if not isinstance(node, tuple):
        yield node
    for part in children(node):
        yield from walk(part)


def rebuilt(node: T, change: Callable[[Any], Any]) -> T:
    """The node with every direct child changed; a tuple has each item changed."""
    if isinstance(node, tuple):
        items = tuple(item if isinstance(item, int | str) else change(item) for item in node)
        return node if all(map(operator.is_, items, node)) else items  # type: ignore[return-value]  # a tuple too
    changed: dict[str, Any] = {}
    for name in _names(_kind(node)):
        part = getattr(node, name)
        if part is None or isinstance(part, int | str):
            continue
        new = rebuilt(part, change) if isinstance(part, tuple) else change(part)
        if new is not part:
            changed[name] = new
    if not changed:
        return node
    kind: Callable[..., T] = _kind(node)
    return kind(**{name: changed.get(name, getattr(node, name)) for name in _names(_kind(node))})


def _kind(node: object) -> Any:
    return type(node)


@cache
def _names(kind: Any) -> tuple[str, ...]:
    return tuple(f.name for f in fields(kind))
