"""Puts only cards into a zone whose suits it has in real games: where the pack is divided by colour, some hands and
piles never get the cards of others."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import lru_cache

from parlour import program as p
from parlour.clashes.usual_places import usual_places_of
from parlour.disputes.spoken_cards import NamedCard, UnclearError
from parlour.examples.layable import Interpreted
from parlour.play.labels import Labels
from parlour.states.machine import Machine
from parlour.table.faults import RulesetFault
from parlour.table.texts import zone_name

GAMES = 6  # new games in which a hand lacks a suit, before more of these games are played
FEW = 12  # cards that a zone must have in these games

Parts = Mapping[str, tuple[NamedCard, ...]]


def fitted(parts: Parts, machine: Machine) -> dict[str, tuple[NamedCard, ...]]:
    """Return the cards of zones with the suits that ranks can't have there. Raise an error for a card that a zone never
    has."""
    never, pack = _never(machine), machine.layout.pack
    for zone, cards in parts.items():
        strange = next((card for card in cards if _face(card) in never.get(zone, ())), None)
        if strange is not None:
            label = Labels(machine.layout, None).zone(zone)
            own = [name for face in range(len(pack.of_face)) if (name := pack.face_name(face)) not in never[zone]]
            has = ", ".join(dict.fromkeys(sign for sign in pack.design.signs if any(sign in name for name in own)))
            raise UnclearError(f"in this game, {label} never has {strange.text}: it has only {has}")
    return {zone: tuple(replace(card, never=never.get(zone, frozenset())) for card in parts[zone]) for zone in parts}


def seat_with(cards: Iterable[NamedCard], hand: p.Zone | None, machine: Machine) -> int:
    """Return the first seat whose hand can have these cards; seat 1 if there is none."""
    never, held = _never(machine), {_face(card) for card in cards}
    seats = range(1, machine.layout.players + 1) if hand is not None and never else ()
    fitting = (seat for seat in seats if hand is not None and held.isdisjoint(never.get(f"{hand.name} {seat}", ())))
    return next(fitting, 1)


def _face(card: NamedCard) -> str:
    return "" if card.is_rank else card.text.partition(" ")[0]


@lru_cache(16)
def _never(machine: Machine) -> Mapping[str, frozenset[str]]:
    """Return the cards that the zones of a table never have, by zone; nothing where all hands get all suits."""
    layout = machine.layout
    if not _is_divided(machine):
        return {}
    usual, pack = usual_places_of(Interpreted(layout.program)), layout.pack
    found: dict[str, frozenset[str]] = {}
    for i in layout.instances:
        name = zone_name(layout, i.number)
        strange = {suit for suit in range(len(pack.design.suits)) if usual.lacks(name, suit)}
        faces = [f for f, cards in enumerate(pack.of_face) if cards and pack.design.suit_of(f) in strange]
        if faces:
            found[name] = frozenset(map(pack.face_name, faces))
    return found


def _is_divided(machine: Machine) -> bool:
    """True if a hand lacks a suit in all of some new games."""
    layout, held = machine.layout, dict[int, list[int]]()
    hands = [i for i in layout.instances if layout.program.zones[i.zone].owner == "player"]
    try:
        for seed in range(1, GAMES + 1):
            cells = machine.start(seed)
            for i in hands:
                held.setdefault(i.number, []).extend(layout.pack.suit[c] for c in layout.contents(cells, i))
    except RulesetFault:
        return False
    suits = {suit for suit in layout.pack.suit if suit != p.NONE}
    return any(len(there) >= FEW and not suits <= {*there} for there in held.values())
