"""The context in which statements are compiled to closures."""

from __future__ import annotations

from parlour.interpreter.closures import Compilation
from parlour.interpreter.expressions import Expressions
from parlour.interpreter.recording import Recorder
from parlour.table.moving import Moving


class StatementContext:
    """A table, its expressions and its card moves. With a witness, the closures record events."""

    def __init__(self, compilation: Compilation, moving: Moving, witness: Recorder | None) -> None:
        self.compilation = compilation
        self.layout = compilation.layout
        self.program = compilation.program
        self.facts = compilation.premises.facts
        self.moving = moving
        self.witness = witness
        self.expressions = Expressions(compilation)
