"""What stands right below a node of a Program, for whoever looks through whole trees of them.

What the nodes mean is not known here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, is_dataclass
from operator import attrgetter
from typing import Any, cast

from parlour import program as ir

Below = tuple[object, ...]


def below(node: object) -> Below:
    """The items of a tuple, and what the fields of a node hold. Places and types hold nothing, and so do numbers."""
    kind = type(node)
    return (_ways.get(kind) or _way(kind))(node)


def _way(kind: type) -> Callable[[Any], Below]:
    """How to get at it, found once for each kind of node: a Program has thousands of them."""
    names = [f.name for f in fields(kind)] if is_dataclass(kind) else []
    if issubclass(kind, tuple):
        _ways[kind] = _items
    elif len(names) > 1:
        _ways[kind] = cast("Callable[[Any], Below]", attrgetter(*names))
    elif names:
        get = attrgetter(names[0])
        _ways[kind] = lambda node: (get(node),)
    else:
        _ways[kind] = _nothing
    return _ways[kind]


def _items(node: Any) -> Below:
    return cast(Below, node)


def _nothing(_: object) -> Below:
    return ()


_ways: dict[type, Callable[[Any], Below]] = {ir.Origin: _nothing, ir.Type: _nothing}
