"""Texts with holes for values. They know expressions; everything that is said to players has them."""

from __future__ import annotations

from parlour.base.frozen import frozen
from parlour.program.expressions import Expr
from parlour.program.values import Type


@frozen
class Hole:
    """An expression inside words for players, with the type that decides the form of its value. `spoken` values are
    words of a sentence: `seat 3`, `no trump`. The others are what somebody can type. Of a `blank` hole nothing is
    written if the value is none."""

    value: Expr
    type: Type
    spoken: bool = False
    blank: bool = False


Template = tuple[str | Hole, ...]
