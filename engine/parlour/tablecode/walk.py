"""Walks over table code: readers of its parts, generated from the dataclasses."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields
from functools import cache
from typing import Any, TypeVar, cast

T = TypeVar("T")

_PLAIN = frozenset({  # annotations of fields without nodes
    "bool", "int", "int | None", "str", "tuple[str, ...]", "Operator", "UnaryOperator",
})  # fmt: skip


class _Parts(dict[type, Callable[[Any], tuple[object, ...]]]):
    """For each class of nodes, a reader of the fields with nodes. Walks over code are frequent."""

    def __missing__(self, kind: type) -> Callable[[Any], tuple[object, ...]]:
        names = [field.name for field in fields(kind) if field.type not in _PLAIN]
        read = self[kind] = _reader(names)
        return read


def _reader(names: Sequence[str]) -> Callable[[Any], tuple[object, ...]]:
    if len(names) > 1:
        return cast("Callable[[Any], tuple[object, ...]]", operator.attrgetter(*names))
    if not names:
        return lambda _: ()
    only = operator.attrgetter(*names)
    return lambda node: (only(node),)


_parts = _Parts()


def children(node: object) -> list[Any]:
    """Return the nodes directly inside a node, or the items of a tuple."""
    if type(node) is tuple:
        return [item for item in node if not isinstance(item, int | str)]
    found: list[Any] = []
    for part in _parts[type(node)](node):
        if type(part) is tuple:
            found += children(part)
        elif part is not None and not isinstance(part, int | str):
            found.append(part)
    return found


def walk(node: object) -> Iterator[Any]:
    """Yield a node and everything inside it, outermost first."""
    left = [node]
    while left:
        here = left.pop()
        if type(here) is not tuple:
            yield here
        inside = children(here)
        inside.reverse()
        left += inside


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
