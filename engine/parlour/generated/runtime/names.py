"""All names that generated source uses, for one table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from parlour import program as p
from parlour.generated.runtime.chance import Chance
from parlour.generated.runtime.choices import Choices, Many
from parlour.generated.runtime.dealing import Dealing
from parlour.generated.runtime.faults import Faults
from parlour.generated.runtime.looking import Looking
from parlour.generated.runtime.ordering import Ordering
from parlour.generated.runtime.putting import Putting
from parlour.generated.runtime.rounds import Rounds, spend
from parlour.generated.runtime.table import Table
from parlour.machine import cards, moving
from parlour.machine.cards import members
from parlour.machine.layout import Layout
from parlour.machine.reading import next_after, seats_from


def names_of(layout: Layout, origins: Sequence[p.Origin | None]) -> dict[str, Any]:
    """`origins` are the places in the ruleset that the source calls by number."""
    movers = moving.Moving(layout)
    parts = (
        Faults(layout, origins), Rounds(origins), Looking(layout), Choices(layout, origins), Chance(layout, origins),
        Table(layout), Ordering(layout, origins), Putting(layout, origins, movers), Dealing(layout, origins, movers),
    )  # fmt: skip
    found: dict[str, Any] = {
        "members": members, "next_after": next_after, "seats_from": seats_from, "turn": moving.turn, "spend": spend,
        "LAYOUT": layout, "ORIGINS": origins, "Many": Many,
    }  # fmt: skip
    if layout.program.melding is not None:
        melds = layout.melds
        found |= {"deadwood": melds.deadwood, "is_meld": melds.is_meld, "melded": melds.melded}
    for part in parts:
        found |= {name: getattr(part, name) for name in vars(type(part)) if not name.startswith("_")}
    return found | tables(layout)


def tables(layout: Layout) -> dict[str, tuple[int, ...]]:
    """What is looked up by number."""
    pack = layout.pack
    faces = (*pack.of_face, 0)
    return {
        "RANK": pack.rank, "SUIT": pack.suit, "COLOUR": pack.colour, "FACE": pack.face, "BARE": pack.bare,
        "BIT": pack.bit, "PIPS": pack.pips, "COLOUR_OF_SUIT": (*cards.COLOUR_OF_SUIT, p.NONE),
        "OF_RANK": pack.of_rank, "OF_SUIT": pack.of_suit, "OF_FACE": faces, "UNDER_RANK": pack.under_rank,
        "LIKE_RANK": tuple(pack.of_rank[rank] for rank in pack.rank),
        "LIKE_SUIT": tuple(pack.of_suit[suit] for suit in pack.suit),
        "LIKE_FACE": tuple(faces[face] for face in pack.face),
        "SIDE_OF": layout.side_of, "SIDE_MEMBERS": layout.side_members,
        "NEXT": (*(next_after(layout.everyone, 1, seat) for seat in range(layout.players)), p.NONE),
    }  # fmt: skip
