"""Compiles templates to closures that write them."""

from __future__ import annotations

from collections.abc import Callable

from parlour import program as p
from parlour.interpreter.expressions import Expressions
from parlour.table.cells import Cells
from parlour.table.texts import worded


def filled(x: Expressions, template: p.Template) -> Callable[[Cells], str]:
    """A closure that writes a template, with single spaces. The state must have its scratch cells."""
    layout = x.layout
    pieces = [(x.value(piece.value), piece) if isinstance(piece, p.Hole) else piece for piece in template]

    def fill(s: Cells) -> str:
        words = []
        for piece in pieces:
            words.append(piece if isinstance(piece, str) else worded(layout, piece[1], int(piece[0](s))))
        return " ".join("".join(words).split())

    return fill
