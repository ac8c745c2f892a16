"""Finds the locals in the nodes of a Program, and puts expressions in their place, by the walk over all nodes; also
finds what nodes call. Knows which nodes name a local (`Local`) and which ones bind one (`BINDING`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from parlour.base.walking import classes_in as classes_in
from parlour.base.walking import no_parts, only_describes, readers
from parlour.base.walking import parts as parts
from parlour.base.walking import rebuilt as rebuilt
from parlour.base.walking import walk as walk
from parlour.program.design import Design
from parlour.program.expressions import CallFunction, Expr, Local, Offers, Permitted, Scan
from parlour.program.questions import Slot
from parlour.program.statements import ForEach
from parlour.program.values import Origin, Type

BINDING = (Scan, ForEach, Slot)  # each gives its `local` a value for what is inside

only_describes(Design, Origin, Type)

Called = tuple[str, int]
"""The kind of a member, and its number."""

_CALLING = frozenset({CallFunction, Permitted, Offers, Slot})  # most nodes are none of these


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
        elif (read := readers[of]) is not None and read is not no_parts:
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


def substitute(node: Any, values: Mapping[int, Expr]) -> Any:
    """Return the node with locals replaced by expressions."""
    if isinstance(node, Local):
        return values.get(node.index, node)
    return rebuilt(node, lambda part: substitute(part, values))


def called_in(node: object) -> Iterator[Called]:
    """Yield what the nodes in a node or tuple call."""
    for part in walk(node):
        if type(part) in _CALLING:
            yield from _called(part)


def _called(part: object) -> Iterator[Called]:
    match part:
        case CallFunction(number):
            yield "function", number
        case Permitted(number):
            yield "permission", number
        case Offers(number):
            yield "question", number
        case Slot(faces=int(number)):
            yield "function", number
