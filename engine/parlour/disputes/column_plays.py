"""A card on a card where cards lie in numbered piles: `red 7 on a black 8` in a patience."""

from __future__ import annotations

import re
from dataclasses import dataclass

from parlour import program as p
from parlour.disputes.argued_cards import zones_of
from parlour.disputes.spoken_cards import NamedCard, UnclearError, read_cards
from parlour.table.cards import Pack

_ON = re.compile(r"(?:(?:put|lay|place|move|play|build) )?(.+?) (?:on|onto|on top of|under) (.+)", re.IGNORECASE)


@dataclass(frozen=True)
class ColumnPlay:
    """A move between two piles, and what they hold: the card and the card on which it goes."""

    move: str
    given: dict[str, str]


def column_play(program: p.Program, pack: Pack, text: str) -> ColumnPlay | None:
    """Return the move that puts a card on another one, at a table with only these two; None if there is none."""
    said = _ON.fullmatch(" ".join(text.split()))
    found = _between_piles(program)
    if said is None or found is None:
        return None
    arm, zone = found
    cards = [_card(words, pack) for words in said.groups()]
    if None in cards:
        return None
    if any(card is not None and card.is_rank for card in cards):
        raise UnclearError(
            f"`{text}`: whether a card goes on another one depends on their suits",
            "name them, or the colours: `red 7 on a black 8`",
        )
    names = [card.text for card in cards if card is not None]
    holes = iter((names[0], "2"))
    move = "".join(piece if isinstance(piece, str) else next(holes) for piece in arm.notation)
    given = {f"{zone.name} {number}": name for number, name in enumerate(names, 1)}
    return ColumnPlay(move, given | ({f"{name} up": card for name, card in given.items()} if zone.turns else {}))


def _card(words: str, pack: Pack) -> NamedCard | None:
    try:
        cards = read_cards(words, pack, "")
    except UnclearError:
        return None
    return cards[0] if len(cards) == 1 else None


def _between_piles(program: p.Program) -> tuple[p.Arm, p.Zone] | None:
    """Return the action that moves a card from one numbered pile to another, and these piles."""
    for arm in (arm for question in program.questions for arm in question.arms):
        match arm.notation:
            case (str(), p.Hole() as card, str(), p.Hole() as number) if (
                card.type.kind == "card" and number.type.kind == "int"
            ):
                domains = [slot.domain for slot in arm.slots if card.value == p.Local(slot.local)]
                zones = {zone for domain in domains for zone in zones_of(program, domain)}
                zone = program.zones[zones.pop()] if len(zones) == 1 else None
                if zone is not None and len(zone.keys) == 1 and zone.owner is None and (zone.public or zone.turns):
                    return arm, zone
    return None
