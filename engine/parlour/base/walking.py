"""Walks over trees of frozen dataclasses: syntax nodes, the nodes of a Program, table code. Finds the parts of a node,
and copies nodes with other parts.

The walk follows the fields of the dataclasses, so it knows every class of node, and no meaning of one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields, is_dataclass
from operator import attrgetter, is_not
from typing import Any

from parlour.base.source import Span

Reader = Callable[[Any], tuple[object, ...]]

_PLAIN = frozenset({  # fields with these annotations hold no nodes
    "bool", "int", "str", "int | None", "str | None", "tuple[int, ...]", "tuple[str, ...]", "BinOp", "Operator",
    "UnaryOperator", "Type", "Origin", "Origin | None",
})  # fmt: skip


class _Fields(dict[type, tuple[str, ...] | None]):
    """The names of the fields to visit, by class; None for classes without nodes. A Program has thousands of nodes,
    which are walked many times, so each class is looked at once."""

    def __missing__(self, of: type) -> tuple[str, ...] | None:
        self[of] = tuple(f.name for f in fields(of) if f.type not in _PLAIN) if is_dataclass(of) else None
        return self[of]


_fields = _Fields({Span: None})


def only_describes(*classes: type) -> None:
    """Count these dataclasses as descriptions of a node, which contain none."""
    _fields.update(dict.fromkeys(classes))


class _Readers(dict[type, Reader | None]):
    """Functions that return the values of the fields to visit, the last one first, by class; None for classes that
    aren't nodes."""

    def __missing__(self, of: type) -> Reader | None:
        names = _fields[of]
        self[of] = None if names is None else _reader(names[::-1])
        return self[of]


def _reader(names: Sequence[str]) -> Reader:
    if not names:
        return no_parts
    if len(names) > 1:
        return attrgetter(*names)
    (name,) = names
    return lambda node: (getattr(node, name),)


def no_parts(node: object) -> tuple[object, ...]:
    return ()


readers = _Readers()


def parts(node: object) -> list[object]:
    """Return the nodes right inside a node or a tuple, in the order of its fields."""
    items: list[object] = []
    left = [*node[::-1]] if type(node) is tuple else [*read(node)] if (read := readers[type(node)]) else []
    while left:
        value = left.pop()
        if type(value) is tuple:
            left += value[::-1]
        elif _fields[type(value)] is not None:
            items.append(value)
    return items


def walk(node: object) -> Iterator[object]:
    """Yield a node and every node inside it, outer ones first; of a tuple, the nodes inside it."""
    left = [node]
    while left:
        here = left.pop()
        if type(here) is tuple:
            left += here[::-1]
        elif (read := readers[type(here)]) is not None:
            yield here
            if read is not no_parts:
                left += read(here)


def classes_in(node: object) -> frozenset[type]:
    """Return the classes of all nodes in a node or tuple."""
    classes: set[type] = set()
    left = [node]
    while left:
        here: Any = left.pop()
        of = type(here)
        if of is tuple:
            left += here
        elif (read := readers[of]) is not None:
            if of not in classes:
                classes.add(of)
            if read is not no_parts:
                left += read(here)
    return frozenset(classes)


class _Copying(dict[type, tuple[Reader, tuple[int, ...]] | None]):
    """What a copy needs, by class: the function that returns the values of all fields, and the positions of those to
    visit. None for classes without such fields."""

    def __missing__(self, of: type) -> tuple[Reader, tuple[int, ...]] | None:
        visited = _fields[of]
        if visited:
            names = [f.name for f in fields(of)]
            self[of] = _reader(names), tuple(map(names.index, visited))
        else:
            self[of] = None
        return self[of]


_copying = _Copying()


def rebuilt(node: Any, change: Callable[[Any], Any]) -> Any:
    """Return a copy of a node or tuple with changed direct parts, or the node itself if nothing changes."""
    if type(node) is tuple:
        return _rebuilt_items(node, change)
    copying = _copying[type(node)]
    if copying is None:
        return node
    read, visited = copying
    values = read(node)
    changed: list[Any] | None = None
    for at in visited:
        value: Any = values[at]
        if type(value) is tuple:
            new = _rebuilt_items(value, change)
        elif _fields[type(value)] is not None:
            new = change(value)
        else:
            continue
        if new is not value:
            changed = changed or [*values]
            changed[at] = new
    return node if changed is None else type(node)(*changed)


def _rebuilt_items(items: tuple[Any, ...], change: Callable[[Any], Any]) -> tuple[Any, ...]:
    new = [
        _rebuilt_items(item, change) if type(item) is tuple else item if _fields[type(item)] is None else change(item)
        for item in items
    ]
    return tuple(new) if any(map(is_not, new, items)) else items
