"""Walks over nodes: finds the parts of a node and the locals in it, and copies nodes with other parts.

The walk follows the fields of the dataclasses, so it knows every class of node, including those of `lang/`. It must not
depend on the meaning of a class, except which nodes name a local (`Local`) and which ones bind one (`BINDING`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from operator import attrgetter, is_not
from typing import Any

from parlour.base.source import Span as Place
from parlour.program.design import Design
from parlour.program.expressions import Expr, Local, Scan
from parlour.program.questions import Slot
from parlour.program.statements import ForEach
from parlour.program.values import Origin, Type

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


class _Readers(dict[type, Callable[[Any], tuple[object, ...]] | None]):
    """Functions that return the values of the fields to visit, by class; None for classes without such fields."""

    def __missing__(self, of: type) -> Callable[[Any], tuple[object, ...]] | None:
        names = _fields[of]
        self[of] = None if not names else attrgetter(*names) if len(names) > 1 else _reader(names[0])
        return self[of]


def _reader(name: str) -> Callable[[Any], tuple[object, ...]]:
    return lambda node: (getattr(node, name),)


_readers = _Readers()


def parts(node: object) -> list[object]:
    """Return the nodes right inside a node or a tuple, in the order of its fields."""
    found: list[object] = []
    if type(node) is tuple:
        _collect(node, found)
    elif (read := _readers[type(node)]) is not None:
        _collect(read(node), found)
    return found


def _collect(values: Iterable[object], found: list[object]) -> None:
    for value in values:
        if type(value) is tuple:
            _collect(value, found)
        elif _fields[type(value)] is not None:
            found.append(value)


def walk(node: object) -> Iterator[object]:
    """Yield a node and every node inside it, outer ones first; of a tuple, the nodes inside it."""
    left = [node] if type(node) is not tuple else parts(node)[::-1]
    while left:
        here = left.pop()
        yield here
        read = _readers[type(here)]
        if read is not None:
            inside: list[object] = []
            _collect(read(here), inside)
            inside.reverse()
            left += inside


def mentions(node: object, local: int) -> bool:
    return any(isinstance(n, Local) and n.index == local for n in walk(node))


def locals_in(node: object) -> tuple[set[int], set[int]]:
    """Return the locals that are read or set in a node, and those of its own loops, scans and slots."""
    named: set[int] = set()
    bound: set[int] = set()
    for n in walk(node):
        if type(n) is Local:
            named.add(n.index)
        elif isinstance(n, BINDING):
            bound.add(n.local)
    return named, bound


def named_locals(node: object) -> set[int]:
    """Return the locals that are read or set in a node, those that it binds itself included."""
    return locals_in(node)[0]


def free_locals(node: object) -> set[int]:
    """Return the locals that a node gets from outside: not those of its own loops, scans and slots."""
    named, bound = locals_in(node)
    return named - bound


def rebuilt(node: Any, change: Callable[[Any], Any]) -> Any:
    """Return a copy of a node or tuple with changed direct parts, or the node itself if nothing changes."""
    if type(node) is tuple:
        return _rebuilt_items(node, change)
    changes: dict[str, Any] = {}
    for name in _fields[type(node)] or ():
        value = getattr(node, name)
        if type(value) is tuple:
            new = _rebuilt_items(value, change)
        elif _fields[type(value)] is not None:
            new = change(value)
        else:
            continue
        if new is not value:
            changes[name] = new
    return _changed(node, changes) if changes else node


def _changed(node: Any, changes: dict[str, Any]) -> Any:
    """Return a copy of a node with other values of some fields. `dataclasses.replace` is three times as slow, because
    it looks through all fields; nodes compute nothing from them."""
    copy = object.__new__(type(node))
    copy.__dict__.update(node.__dict__, **changes)
    return copy


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
