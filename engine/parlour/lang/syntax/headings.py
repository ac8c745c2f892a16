"""Syntax nodes of headings, parameters, and texts with holes."""

from __future__ import annotations

from parlour.base.frozen import frozen
from parlour.lang.syntax.expressions import Expr, RangeLit
from parlour.lang.syntax.nodes import Node

__all__ = [
    "Heading", "Hole", "HookHeading", "Odds", "Param", "Template", "TypeName", "Words",
]  # fmt: skip


@frozen
class Param(Node):
    """`p`, `n: int`, `x: card or none`; or of a zone or variable a range of numbers: `1..7`."""

    name: str
    type: TypeName | None
    numbers: RangeLit | None = None


@frozen
class TypeName(Node):
    """`int`, `card or none`, `Face`."""

    name: str
    optional: bool


@frozen
class Heading(Node):
    """`draw(p, n)`, `hand`, `score(side)`: the key of a member. `params` is None if there
    are no brackets."""

    name: str
    params: tuple[Param, ...] | None = None


@frozen
class Odds(Node):
    """`1 in 12`, `9 in 10 if honest(p, cs)`: how often a bot chooses something."""

    chances: Expr
    of: Expr
    test: Expr | None


@frozen
class HookHeading(Node):
    """`before draw(p, n)`, `after hand`, `instead of open()`."""

    when: str  # "before", "after", "instead of"
    target: Heading


@frozen
class Hole(Node):
    """`{top.rank}` inside words for players."""

    value: Expr


@frozen
class Words(Node):
    """`{n > 1: and {n} more}`: words that are only there if the condition holds."""

    test: Expr
    words: Template


@frozen
class Template(Node):
    """Words with holes."""

    parts: tuple[str | Hole | Words, ...]
