"""The cells of a game that are registers while native code plays it: those that only constants address.

They are variables without keys, saved locals, and the counters behind the state. The cells of zones, cards and seats
are addressed by computed numbers, so they stay in memory; so do variables that distinguish identical cards.
"""

from __future__ import annotations

from collections.abc import Mapping

from parlour.native.extra_cells import ExtraCells
from parlour.table.layout import DIRECTION, PLAYING, QUESTION, RANDOM, Layout
from parlour.table.naming import naming_variables


def registers_of(layout: Layout, cells: ExtraCells) -> Mapping[int, int]:
    """The registers, by cell."""
    named = {of.cell for of in naming_variables(layout)} if layout.pack.doubles else set()
    variables = [array.at for array in layout.variables if not array.keys and array.at not in named]
    behind = [*range(layout.size, cells.fault), cells.chooser, cells.policy, cells.listed]
    choices = range(cells.choice, cells.subsets)
    found = [QUESTION, RANDOM, PLAYING, DIRECTION, *variables, *layout.kept.values(), *behind, *choices]
    return {cell: register for register, cell in enumerate(found)}
