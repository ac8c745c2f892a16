"""The routines of table code as Python functions, at tables of shipped games; states and arguments to call them."""

from __future__ import annotations

from collections.abc import Collection
from functools import cache
from random import Random
from typing import Any

import laws
from parlour import tablecode as t
from parlour.analysis.premises import Premises
from parlour.lowering.tables import NUMBERS, TABLES
from parlour.python.functions import TableFunctions, names_in
from parlour.python.printer import function
from parlour.routines import routines
from parlour.states.state import fast_machine
from parlour.table.cells import Cells
from parlour.table.layout import Layout

# Rows, sets and columns; turned cards, marks and several packs; positions that are compared; melds.
GAMES = [("crazy-eights", 3), ("hearts", 4), ("gin-rummy", 2), ("ct", 2), ("last-one", 3), ("red-and-black", 2)]
EXTRA = 8  # cells behind the state: the first has the steps, others are for the routine


class AbandonedError(Exception):
    """The routine leaves this case to generated Python."""


def _abandon() -> None:
    raise AbandonedError


@cache
def layout_at(game: str, players: int) -> Layout:
    return laws.machine(game, players).layout


def as_python(layout: Layout, more: Collection[t.Function] = ()) -> dict[str, Any]:
    """Return all routines of one table by their names, without Python's alternatives, and more functions."""
    text = "\n\n".join(map(function, [*routines().values(), *more]))
    code = compile(text, "<routines>", "exec")
    functions = TableFunctions(Premises(layout))
    functions.code.unit.line(None)  # the place of all errors
    functions.names.update(abandon=_abandon, FAULT=-1, CHOOSER=-1, NOTES=layout.size + 2)
    functions.names.update({name: functions[name] for name in names_in(code) & {*TABLES, *NUMBERS, "ZONE_NAME"}})
    functions.names.update({name: {} for name in names_in(code) if name.startswith("KNOWN_")})
    exec(code, functions.names)
    return functions.names


@cache
def states(game: str, players: int) -> list[Cells]:
    """Yield states of random games; some have noted positions."""
    m, chance, found = fast_machine(laws.program(game), players), Random(game), list[Cells]()
    for seed in range(3):
        s = m.start(seed)
        for _ in range(60):
            if s[0] < 0:
                break
            if chance.random() < 0.1:
                found.append([*s, 200_000, *[0] * (EXTRA - 1)])
            m.step(s, chance.choice(m.legal(s)))
    return found


def zone(layout: Layout, chance: Random) -> int:
    return chance.randrange(-1, len(layout.instances))


def hand(layout: Layout, chance: Random) -> int:
    cards = chance.sample(range(layout.pack.size), chance.randrange(12))
    return sum(1 << c for c in cards) & layout.pack.used
