"""Values that must be there: where a text uses what may be none as if it were there.

A text is lowered before anybody knows what was tested around it, so each such use is marked with `Needed`.
`presence` proves or reports them all; a finished Program has none left. Knows nothing of names.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields, is_dataclass, replace
from typing import Any

from parlour import program as ir
from parlour.lang.nodes import below
from parlour.program import NONE, Expr, Origin
from parlour.source import Span


@dataclass(frozen=True)
class Needed(ir.Sure):
    """Two uses of one value are alike, wherever they are: texts are compared before they are proved. A set that chance
    chooses from needs `members`; the end of a range that it chooses from must reach `low`."""

    value: Expr
    origin: Origin = field(compare=False)
    nothing: int = field(default=NONE, compare=False)
    message: str = field(default="", compare=False)
    members: bool = False
    low: Expr | None = None


@dataclass(frozen=True)
class Use:
    """Where a value is needed, what is wrong where nothing proves it, and the test that would."""

    span: Span
    finding: str
    help: str
    code: str = "none"


_LEAVES = (ir.Origin, ir.Type, Span, ir.Const, ir.Local)


def rebuilt(node: Any, change: Callable[[Any], Any]) -> Any:
    """A copy of a node whose parts right below were changed; the node itself when nothing was."""
    if type(node) is tuple:
        items = [change(item) for item in node]
        return tuple(items) if any(a is not b for a, b in zip(items, node, strict=True)) else node
    if not is_dataclass(node) or isinstance(node, _LEAVES):
        return node
    changes: dict[str, Any] = {}
    for f in fields(node):
        old = getattr(node, f.name)
        if type(old) is tuple or is_dataclass(old):
            new = change(old)
            if new is not old:
                changes[f.name] = new
    return replace(node, **changes) if changes else node  # type: ignore[type-var]  # a dataclass, as checked above


def settled(node: Any) -> Any:
    """The node with every needed value as it is: they are proved, or reported."""
    if isinstance(node, Needed):
        return settled(node.value)
    return rebuilt(node, settled)


def substituted(node: Any, values: Mapping[int, Expr]) -> Any:
    """The node with locals replaced by expressions."""
    if isinstance(node, ir.Local):
        return values.get(node.index, node)
    return rebuilt(node, lambda part: substituted(part, values))


def certain(node: object) -> Iterator[Needed]:
    """The uses that are made whatever the tests inside say."""
    match node:
        case Needed(value):
            yield node
            yield from certain(value)
        case ir.And(items) | ir.Or(items):
            yield from certain(items[0])
        case ir.If(test) | ir.Scan(domain=test):
            yield from certain(test)
        case ir.Fired():
            return
        case _:
            for part in below(node):
                yield from certain(part)
