"""The context in which statements are compiled to closures."""

from __future__ import annotations

from parlour.machine.closures import Making
from parlour.machine.expressions import Expressions
from parlour.machine.moving import Moving
from parlour.machine.recording import Witness


class StatementContext:
    """A table, its expressions and its moves of cards. With a witness, the closures record events."""

    def __init__(self, making: Making, moving: Moving, witness: Witness | None) -> None:
        self.making = making
        self.layout = making.layout
        self.program = making.program
        self.facts = making.facts
        self.moving = moving
        self.witness = witness
        self.expressions = Expressions(making)
