"""Compiles templates to closures that write them."""

from __future__ import annotations

from collections.abc import Callable

from parlour import program as p
from parlour.interpreter.expressions import Expressions
from parlour.table.cells import Cells
from parlour.table.texts import UNTOLD, named, worded

Unseen = Callable[[int], int]
"""Returns the cards of a set that the reader doesn't see."""


def filled(x: Expressions, template: p.Template) -> Callable[[Cells], str]:
    """A closure that writes a template, with single spaces. The state must have its scratch cells."""
    fill = filled_for(x, template)
    return lambda s: fill(s, lambda _: 0)


def filled_for(x: Expressions, template: p.Template) -> Callable[[Cells, Unseen], str]:
    """The same for a reader, who doesn't read the names of unseen cards."""
    layout = x.layout
    pieces = [(x.value(piece.value), piece) if isinstance(piece, p.Hole) else piece for piece in template]

    def fill(s: Cells, unseen: Unseen) -> str:
        words = []
        for piece in pieces:
            if isinstance(piece, str):
                words.append(piece)
                continue
            value = int(piece[0](s))
            hidden = unseen(sum(1 << card for card in named(layout, piece[1].type, value)))
            words.append(UNTOLD if hidden else worded(layout, piece[1], value))
        return " ".join("".join(words).split())

    return fill
