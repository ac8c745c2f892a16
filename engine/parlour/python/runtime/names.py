"""All names that generated source uses, for one table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from parlour import program as p
from parlour.lowering.tables import tables
from parlour.python.runtime.chance import Chance
from parlour.python.runtime.choices import Choices, Many
from parlour.python.runtime.dealing import Dealing
from parlour.python.runtime.faults import Faults
from parlour.python.runtime.looking import Looking
from parlour.python.runtime.ordering import Ordering
from parlour.python.runtime.putting import Putting
from parlour.python.runtime.rounds import Rounds
from parlour.python.runtime.table import TableCalls
from parlour.table.builtins import BUILTINS
from parlour.table.cards import members
from parlour.table.layout import Layout
from parlour.table.moving import Moving
from parlour.table.seats import next_after, seats_from


def names_of(layout: Layout, origins: Sequence[p.Origin | None]) -> dict[str, Any]:
    """`origins` are the places in the ruleset that the source calls by number."""
    movers, rounds, looking = Moving(layout), Rounds(layout, origins), Looking(layout)
    parts = (
        Faults(layout, origins), rounds, looking, Choices(layout, origins), Chance(layout, origins), TableCalls(layout),
        Ordering(layout, origins),        Putting(layout, origins, movers), Dealing(layout, origins, movers, rounds),
    )  # fmt: skip
    found: dict[str, Any] = {"members": members, "next_after": next_after, "seats_from": seats_from, "Many": Many}
    if layout.program.melding is not None:
        melds = layout.melds
        found |= {"deadwood": melds.deadwood, "is_meld": melds.is_meld, "melded": melds.melded}
    for part in parts:
        found |= {name: getattr(part, name) for name in vars(type(part)) if not name.startswith("_")}
    found |= {f"builtin_{name}": found["builtin"](name) for name in BUILTINS}
    del found["builtin"]
    return found | tables(layout)
