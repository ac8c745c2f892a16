"""Walks over nodes: finds the parts of a node and the locals in it, and copies nodes with other parts.

The walk follows the fields of the dataclasses, so it knows every class of node, including those of `lang/`. It must not
depend on the meaning of a class, except which nodes name a local (`Local`) and which ones bind one (`BINDING`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from operator import attrgetter, is_not
from typing import Any, cast

from parlour.base.source import Span as Place
from parlour.program.design import Design
from parlour.program.expressions import Expr, Local, Scan
from parlour.program.questions import Slot
from parlour.program.statements import ForEach
from parlour.program.values import Origin, Type

BINDING = (Scan, ForEach, Slot)  # each gives its `local` a value for what is inside

Values = tuple[object, ...]

_NOT_NODES = (Design, Origin, Type, Place)  # dataclasses that describe a node, and contain none
_PLAIN = frozenset({  # fields with these annotations hold no nodes
    "bool", "int", "str", "int | None", "str | None", "tuple[int, ...]", "tuple[str, ...]", "BinOp", "Type",
    "Origin", "Origin | None",
})  # fmt: skip


@dataclass(frozen=True)
class _Kind:
    """The fields of a class to visit, computed once: a Program has thousands of nodes, which are walked many times."""

    node: bool
    names: tuple[str, ...]  # of the fields that can hold nodes
    values: Callable[[Any], Values]  # what is in them


def _kind(of: type) -> _Kind:
    if of is tuple:
        return _Kind(False, (), lambda items: cast(Values, items))
    node = is_dataclass(of) and not issubclass(of, _NOT_NODES)
    names = tuple(f.name for f in fields(of) if f.type not in _PLAIN) if node else ()
    if len(names) > 1:
        return _Kind(node, names, cast("Callable[[Any], Values]", attrgetter(*names)))
    if not names:
        return _Kind(node, names, lambda _: ())
    only = attrgetter(*names)
    return _Kind(node, names, lambda it: (only(it),))


class _Kinds(dict[type, _Kind]):
    def __missing__(self, of: type) -> _Kind:
        kind = self[of] = _kind(of)
        return kind


_kinds = _Kinds()


def parts(node: object) -> list[object]:
    """Return the nodes right inside a node or a tuple, in the order of its fields."""
    found: list[object] = []
    for value in _kinds[type(node)].values(node):
        if type(value) is tuple:
            found += parts(value)
        elif _kinds[type(value)].node:
            found.append(value)
    return found


def walk(node: object) -> Iterator[object]:
    """Yield a node and every node inside it, outer ones first; of a tuple, the nodes inside it."""
    left = [node] if type(node) is not tuple else parts(node)[::-1]
    while left:
        here = left.pop()
        yield here
        inside = parts(here)
        inside.reverse()
        left += inside


def mentions(node: object, local: int) -> bool:
    return any(isinstance(n, Local) and n.index == local for n in walk(node))


def named_locals(node: object) -> set[int]:
    """Return the locals that are read or set in a node, those that it binds itself included."""
    return {n.index for n in walk(node) if isinstance(n, Local)}


def bound_locals(node: object) -> set[int]:
    """Return the locals of the loops, scans and slots in a node."""
    return {n.local for n in walk(node) if isinstance(n, BINDING)}


def free_locals(node: object) -> set[int]:
    """Return the locals that a node gets from outside: not those of its own loops, scans and slots."""
    found: set[int] = set()
    bound: set[int] = set()
    for n in walk(node):
        if isinstance(n, Local):
            found.add(n.index)
        elif isinstance(n, BINDING):
            bound.add(n.local)
    return found - bound


def rebuilt(node: Any, change: Callable[[Any], Any]) -> Any:
    """Return a copy of a node or tuple with changed direct parts, or the node itself if nothing changes."""
    if type(node) is tuple:
        items = tuple([_changed(item, change) for item in node])
        return items if any(map(is_not, items, node)) else node
    changes: dict[str, Any] = {}
    kind = _kinds[type(node)]
    for name, value in zip(kind.names, kind.values(node), strict=True):
        new = _changed(value, change)
        if new is not value:
            changes[name] = new
    return replace(node, **changes) if changes else node


def _changed(value: Any, change: Callable[[Any], Any]) -> Any:
    if type(value) is tuple:
        return rebuilt(value, change)
    return change(value) if _kinds[type(value)].node else value


def substitute(node: Any, values: Mapping[int, Expr]) -> Any:
    """Return the node with locals replaced by expressions."""
    if isinstance(node, Local):
        return values.get(node.index, node)
    return rebuilt(node, lambda part: substitute(part, values))
