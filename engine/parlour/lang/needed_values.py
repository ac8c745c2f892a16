"""Marks values that can be none where the ruleset uses them as if they were present.

An expression is lowered before the tests around it are known, so each such use is marked with `Needed`. `presence`
proves or reports all of them; a finished Program has no such marks. A Program for a trial
gets tests in their place. Nothing here knows names.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from typing import Any

from parlour import program as ir
from parlour.base.diagnostics import Related
from parlour.base.frozen import frozen
from parlour.base.source import Span
from parlour.program import NONE, Expr, Origin
from parlour.program.walking import parts, rebuilt


@frozen
class Needed(ir.Sure):
    """A value used as if it were present. Two uses of one value are equal wherever they are, because expressions are
    compared before they are proved. A set for `random` needs `members`; the end of a range for `random` must reach
    `low`."""

    value: Expr
    origin: Origin = field(compare=False)
    nothing: int = field(default=NONE, compare=False)
    message: str = field(default="", compare=False)
    members: bool = False
    low: Expr | None = None

    @property
    def tested(self) -> Expr:
        """The value with a test in play instead of a proof. Sets and ranges have no such test."""
        if self.members or self.low is not None:
            return self.value
        return ir.Sure(self.value, self.origin, self.nothing, self.message)


@frozen
class NeededUse:
    """The place of a needed value, the message if nothing proves it, and the test that would prove it.

    `hopeless`: no caller can prove it either.
    """

    span: Span
    finding: str
    help: str
    code: str = "none"
    hopeless: bool = False
    related: tuple[Related, ...] = ()


def settled(node: Any) -> Any:
    """Return the node without the marks of needed values, after the checker has proved or reported them."""
    if isinstance(node, Needed):
        return settled(node.value)
    return rebuilt(node, settled)


def certain(node: object) -> Iterator[Needed]:
    """Yield the uses that happen for any results of the tests inside."""
    match node:
        case Needed(value):
            yield node
            yield from certain(value)
        case ir.And(items) | ir.Or(items):
            yield from certain(items[0])
        case ir.If(test) | ir.Scan(domain=test):
            yield from certain(test)
        case ir.RuleFired():
            return
        case _:
            for part in parts(node):
                yield from certain(part)
