"""Values that everybody at a table knows and that a position in words leaves open, such as the trump. The answer to an
argument can depend on them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from parlour.disputes.plain import Given
from parlour.program import EVERYBODY, Variable
from parlour.states.state import State
from parlour.table.layout import Layout
from parlour.table.texts import written

_FACTS = ("suit", "rank")


@dataclass(frozen=True)
class OpenValue:
    """One of the other values that a variable can have: `trump`, here `♣`, and `♠` in another position."""

    text: str
    here: str
    there: str
    given: Given
    """The position with the other value."""


def open_values(state: State, given: Given) -> Iterator[OpenValue]:
    """Yield the other values of each suit and rank that a table always has and that a position doesn't mention."""
    layout = state.table.machine.layout
    for variable, array in zip(layout.program.variables, layout.variables, strict=True):
        if not _is_open(variable) or {variable.name, variable.text} & given.keys():
            continue
        here, size = state.cells[array.at], _size(layout, variable)
        for value in (*range(here + 1, size), *range(here)):
            there = written(layout, variable.type, value)
            yield OpenValue(
                variable.text, written(layout, variable.type, here), there, {**given, variable.name: there}
            )


def _is_open(variable: Variable) -> bool:
    known = variable.seen == EVERYBODY and variable.text and not variable.keys
    return bool(known) and variable.type.kind in _FACTS and not variable.type.optional


def _size(layout: Layout, variable: Variable) -> int:
    design = layout.pack.design
    return len(design.suits if variable.type.kind == "suit" else design.rank_names)
