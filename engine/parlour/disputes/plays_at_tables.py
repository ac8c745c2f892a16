"""Plays whose words say more about the table: a card that is there, a suit, or the piles that they are on."""

from __future__ import annotations

import re
from dataclasses import dataclass

from parlour import program as p
from parlour.disputes.argued_cards import argued_cards, zones_of
from parlour.disputes.spoken_cards import NamedCard, UnclearError, in_ranks, of_rank, rank_in, read_cards
from parlour.table.cards import Pack
from parlour.views.signs import in_signs

_THERE = re.compile(
    r"(.+?),? (?:if|when|though|although|while) there(?:'s| is) (?:also )?(?:an? |another )?(.+?)"
    r"(?: (?:too|there|as well|on the table))*",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class PlayAtTable:
    """A move, and what its words say about the table: cards of zones, or a suit."""

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


def with_suits_of_table(program: p.Program, pack: Pack, text: str) -> PlayAtTable | None:
    """Return a play in cards: the named card has the first suit, and ranks alone have another one. None for other
    inputs."""
    design = pack.design
    for variable in (v for v in program.variables if v.type.kind == "suit" and v.text and not v.keys):
        named = re.compile(rf"(\S+) of (?:the )?{re.escape(variable.text)}s?\b", re.IGNORECASE)
        plain = in_signs(in_ranks(named.sub(r"\1 of#", text), design), design)
        words = plain.replace(" of#", "#").split()
        cards = [rank_in(word.rstrip("#"), pack) for word in words]
        if not any(rank is not None and word.endswith("#") for word, rank in zip(words, cards, strict=True)):
            continue
        own, *others = design.signs
        told = [
            word.rstrip("#") if rank is None else _of_suits(rank, own if word.endswith("#") else others[-1:], pack)
            for word, rank in zip(words, cards, strict=True)
        ]
        return PlayAtTable(" ".join(told), {variable.name: own})
    return None


def _of_suits(rank: str, signs: str | list[str], pack: Pack) -> str:
    return next((name for name in of_rank(rank, pack) if any(sign in name for sign in signs)), rank)


_ON = re.compile(r"(?:(?:put|lay|place|move|play|build) )?(.+?) (?:on|onto|on top of|under) (.+)", re.IGNORECASE)


def column_play(program: p.Program, pack: Pack, text: str) -> PlayAtTable | None:
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
    return PlayAtTable(move, given | ({f"{name} up": card for name, card in given.items()} if zone.turns else {}))


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
