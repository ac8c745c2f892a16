"""The constant tables that table code looks up, for one table of players; their last entry is for none."""

from __future__ import annotations

from parlour import program as p
from parlour.table import cards
from parlour.table.layout import Layout
from parlour.table.seats import next_after


def tables(layout: Layout) -> dict[str, tuple[int, ...]]:
    """The tables by their names."""
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
