"""Positions with lower numbers: somebody who needs 50 points to win has fewer, not 87."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from parlour.clashes.laid import Laid
from parlour.table.layout import Layout

_FURTHER = (10, 1)


def with_lower_number(laid: Laid, layout: Layout) -> Iterator[Laid]:
    """Yield the position with one number lowered, a few times. Numbers that a new deal resets stay, because the cards
    must agree with them."""
    lasting = _lasting(layout)
    for at, (name, keys, value) in enumerate(laid.values):
        if value > 0 and name in lasting:
            for lower in (value // 2, *(value - less for less in _FURTHER if less < value)):
                yield replace(laid, values=(*laid.values[:at], (name, keys, lower), *laid.values[at + 1 :]))


def _lasting(layout: Layout) -> set[str]:
    """Return the numbers that stay from deal to deal."""
    dealing = [stage.resets for stage in layout.program.stages if stage.cards]
    reset = min(dealing, key=len, default=())  # of the innermost stage that deals
    variables = enumerate(layout.program.variables)
    return {variable.name for n, variable in variables if n not in reset and variable.type.kind == "int"}
