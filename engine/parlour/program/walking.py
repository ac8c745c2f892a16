"""Walks over nodes: finds the parts of a node and the locals in it, and copies nodes with other parts.

The walk follows the fields of the dataclasses, so it knows every class of node, including those of `lang/`. It must not
depend on the meaning of a class, except which nodes name a local (`Local`) and which ones bind one (`BINDING`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from operator import attrgetter, is_not
from typing import Any

from parlour.base.source import Span as Place
from parlour.program.design import Design
from parlour.program.expressions import Expr, Local, Scan
from parlour.program.questions import Slot
from parlour.program.statements import ForEach
from parlour.program.values import Origin, Type

Reader = Callable[[Any], tuple[object, ...]]

BINDING = (Scan, ForEach, Slot)  # each gives its `local` a value for what is inside

_NOT_NODES = (Design, Origin, Type, Place)  # dataclasses that describe a node, and contain none
_PLAIN = frozenset({  # fields with these annotations hold no nodes
    "bool", "int", "str", "int | None", "str | None", "tuple[int, ...]", "tuple[str, ...]", "BinOp", "Type",
    "Origin", "Origin | None",
})  # fmt: skip


class _Fields(dict[type, tuple[str, ...] | None]):
    """The names of the fields to visit, by class; None for classes without nodes. A Program has thousands of nodes,
    which are walked many times, so each class is looked at once."""

    def __missing__(self, of: type) -> tuple[str, ...] | None:
        node = is_dataclass(of) and not issubclass(of, _NOT_NODES)
        self[of] = tuple(f.name for f in fields(of) if f.type not in _PLAIN) if node else None
        return self[of]


_fields = _Fields()


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


_readers = _Readers()


def parts(node: object) -> list[object]:
    """Return the nodes right inside a node or a tuple, in the order of its fields."""
    found: list[object] = []
    left = [*node[::-1]] if type(node) is tuple else [*read(node)] if (read := _readers[type(node)]) else []
    while left:
        value = left.pop()
        if type(value) is tuple:
            left += value[::-1]
        elif _fields[type(value)] is not None:
            found.append(value)
    return found


def walk(node: object) -> Iterator[object]:
    """Yield a node and every node inside it, outer ones first; of a tuple, the nodes inside it."""
    left = [node]
    while left:
        here = left.pop()
        if type(here) is tuple:
            left += here[::-1]
        elif (read := _readers[type(here)]) is not None:
            yield here
            if read is not no_parts:
                left += read(here)


def classes_in(node: object) -> frozenset[type]:
    """Return the classes of all nodes in a node or tuple."""
    found: set[type] = set()
    left = [node]
    while left:
        here: Any = left.pop()
        of = type(here)
        if of is tuple:
            left += here
        elif (read := _readers[of]) is not None:
            if of not in found:
                found.add(of)
            if read is not no_parts:
                left += read(here)
    return frozenset(found)


def mentions(node: object, local: int) -> bool:
    return any(isinstance(n, Local) and n.index == local for n in walk(node))


def locals_in(node: object) -> tuple[set[int], set[int]]:
    """Return the locals that are read or set in a node, and those of its own loops, scans and slots."""
    named: set[int] = set()
    bound: set[int] = set()
    left = [node]
    while left:
        here: Any = left.pop()
        of = type(here)
        if of is tuple:
            left += here
        elif of is Local:
            named.add(here.index)
        elif (read := _readers[of]) is not None and read is not no_parts:
            if issubclass(of, BINDING):
                bound.add(here.local)
            left += read(here)
    return named, bound


def named_locals(node: object) -> set[int]:
    """Return the locals that are read or set in a node, those that it binds itself included."""
    return locals_in(node)[0]


def free_locals(node: object) -> set[int]:
    """Return the locals that a node gets from outside: not those of its own loops, scans and slots."""
    named, bound = locals_in(node)
    return named - bound


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


def substitute(node: Any, values: Mapping[int, Expr]) -> Any:
    """Return the node with locals replaced by expressions."""
    if isinstance(node, Local):
        return values.get(node.index, node)
    return rebuilt(node, lambda part: substitute(part, values))
