"""Values that must be there: where a text uses what may be none as if it were there.

A text is lowered before anybody knows what was tested around it, so each such use is marked with `Needed`.
`presence` proves or reports them all; a finished Program has none left. Knows nothing of names.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from parlour import program as ir
from parlour.base.source import Span
from parlour.program import NONE, Expr, Origin
from parlour.program.walking import parts, rebuilt


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


def settled(node: Any) -> Any:
    """The node with every needed value as it is: they are proved, or reported."""
    if isinstance(node, Needed):
        return settled(node.value)
    return rebuilt(node, settled)


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
            for part in parts(node):
                yield from certain(part)
