"""Adds a card to the table that the circumstances of a play name, as in `take 3 and 4 with a 7 if there is a 7`."""

from __future__ import annotations

import re
from dataclasses import dataclass

from parlour import program as p
from parlour.disputes.argued_cards import argued_cards
from parlour.disputes.spoken_cards import UnclearError, read_cards
from parlour.table.cards import Pack

_THERE = re.compile(
    r"(.+?),? (?:if|when|though|although|while) there(?:'s| is) (?:also )?(?:an? |another )?(.+?)"
    r"(?: (?:too|there|as well|on the table))*",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class PlayAtTable:
    """A move, and the cards of the zone from which it takes some."""

    move: str
    given: dict[str, str]


def also_there(program: p.Program, pack: Pack, text: str) -> PlayAtTable | None:
    """Return a move that takes cards from a zone that everybody sees, if its circumstances name another card there."""
    said = _THERE.fullmatch(" ".join(text.split()))
    zones = argued_cards(program, pack, said[1]).zones if said is not None else {}
    if said is None or len(zones) != 1:
        return None
    try:
        more = read_cards(said[2], pack, "")
    except UnclearError:
        return None
    ((zone, cards),) = zones.items()
    return PlayAtTable(said[1], {zone: " ".join(card.text for card in (*cards, *more))})
