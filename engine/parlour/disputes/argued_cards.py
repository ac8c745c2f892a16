"""The cards that a move names, and where its action takes them: from the hand, or from a zone that all see."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from parlour import program as p
from parlour.disputes.spoken_cards import NamedCard, UnclearError, cards_in_move, in_ranks, read_cards
from parlour.program.walking import walk
from parlour.table.cards import Pack
from parlour.views.signs import in_signs

CardsByZone = dict[str, tuple[NamedCard, ...]]


@dataclass(frozen=True)
class ArguedCards:
    """`hand` has the cards that the player holds; `zones` has those of zones without an owner, by name."""

    hand: tuple[NamedCard, ...] = ()
    zones: CardsByZone = field(default_factory=dict)

    @property
    def all(self) -> tuple[NamedCard, ...]:
        return (*(card for cards in self.zones.values() for card in cards), *self.hand)


def argued_cards(program: p.Program, pack: Pack, text: str | None) -> ArguedCards:
    """Return the cards in an input. The number in `bid 4` isn't a card: that action takes a number."""
    if text is None:
        return ArguedCards()
    wordings = dict.fromkeys((text, in_signs(in_ranks(text, pack.design), pack.design)))
    for arm in (arm for question in program.questions for arm in question.arms if arm.slots):
        for wording in wordings:
            found = _in_notation(program, pack, arm, wording)
            if found is not None:
                return found
    return ArguedCards(() if _has_number(program, text) else cards_in_move(text, pack))


def _in_notation(program: p.Program, pack: Pack, arm: p.Arm, text: str) -> ArguedCards | None:
    """Return the cards of an input that is written like the moves of an action; None for other inputs."""
    match = _shape(arm).fullmatch(" ".join(text.split())) if isinstance(arm.notation[0], str) else None
    if match is None or any(isinstance(piece, p.Hole) and piece.type.kind == "rank" for piece in arm.notation):
        return None
    hand: list[NamedCard] = []
    zones: CardsByZone = {}
    holes = (piece for piece in arm.notation if isinstance(piece, p.Hole))
    for hole, words in zip(holes, match.groups(), strict=True):
        if hole.type.kind == "int" and not words.isdecimal():
            return None
        if hole.type.kind in ("card", "cards"):
            try:
                cards = read_cards(words, pack, "")
            except UnclearError:
                return None
            domain = next((slot.domain for slot in arm.slots if hole.value == p.Local(slot.local)), None)
            zone = _open_zone(program, domain) if domain is not None else None
            if zone is None:
                hand += cards
            else:
                zones[zone] = (*zones.get(zone, ()), *cards)
    return ArguedCards(tuple(hand), zones)


def is_written(program: p.Program, text: str) -> bool:
    """True if an input is written like a move of some question."""
    arms = (arm for question in program.questions for arm in question.arms)
    told, design = " ".join(text.split()), program.deck.design
    for arm in (arm for arm in arms if isinstance(arm.notation[0], str)):
        match = _shape(arm).fullmatch(told)
        holes = [piece for piece in arm.notation if isinstance(piece, p.Hole)]
        if match is not None and all(_fits(*each, design) for each in zip(holes, match.groups(), strict=True)):
            return True
    return False


def _fits(hole: p.Hole, words: str, design: p.Design) -> bool:
    """False if words name no card or number, where a move has one."""
    if hole.type.kind in ("card", "cards"):
        cards = in_signs(in_ranks(words, design), design).split()
        return all(design.face_named(word) is not None or design.rank_named(word) is not None for word in cards)
    return hole.type.kind != "int" or words.isdecimal()


def _has_number(program: p.Program, text: str) -> bool:
    """True for an action with a number that it doesn't take: `knock with 10` is about points, not about a card."""
    verb, *rest = text.casefold().split()
    if len(rest) != 2 or rest[0] != "with" or not rest[1].isdecimal():
        return False
    arms = [arm.notation for question in program.questions for arm in question.arms]
    words = [" ".join(piece for piece in notation if isinstance(piece, str)).casefold().split() for notation in arms]
    own = [each for each in words if each[:1] == [verb]]
    return bool(own) and not any("with" in each for each in own)


@lru_cache(256)
def _shape(arm: p.Arm) -> re.Pattern[str]:
    pieces = (re.escape(piece) if isinstance(piece, str) else "(.+?)" for piece in arm.notation)
    return re.compile("".join(pieces).strip(), re.IGNORECASE)


def _open_zone(program: p.Program, domain: object) -> str | None:
    """Return the zone without an owner from which cards are chosen, if all see it."""
    numbers = {*zones_of(program, domain)}
    zone = program.zones[numbers.pop()] if len(numbers) == 1 else None
    return zone.name if zone is not None and zone.public and not zone.keys else None


def zones_of_moves(program: p.Program) -> Iterator[p.Zone]:
    """Yield the zones without an owner, with at most one key, whose cards players can choose."""
    domains = (slot.domain for question in program.questions for arm in question.arms for slot in arm.slots)
    numbers = dict.fromkeys(number for domain in domains for number in zones_of(program, domain))
    zones = (program.zones[number] for number in numbers)
    yield from (zone for zone in zones if zone.owner is None and len(zone.keys) < 2 and (zone.public or zone.turns))


def zones_of(program: p.Program, node: object, called: frozenset[int] = frozenset()) -> Iterator[int]:
    """Yield the zones whose cards an expression reads, also in functions that it calls."""
    for part in walk(node):
        if isinstance(part, p.ZoneCards) and isinstance(part.zone, p.ZoneAt):
            yield part.zone.zone
        elif isinstance(part, p.CallFunction) and part.function not in called:
            yield from zones_of(program, program.functions[part.function].body, called | {part.function})
