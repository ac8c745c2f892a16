"""Gives a player another card if a move would otherwise be legal only because nothing else is possible."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from parlour.disputes.described_tables import attempt
from parlour.disputes.interpreted import Interpreted
from parlour.disputes.plain import Plan
from parlour.disputes.spoken_cards import NamedCard
from parlour.program import NONE
from parlour.table.cards import Pack


def with_a_choice(mix: Interpreted, players: int, planned: Plan, move: str) -> Plan:
    """Return the plan with another card in the hand that is made of the cards of the move, if the player would have no
    choice with these alone."""
    if not planned.guessed or not _gives_way(mix, players, planned, move):
        return planned
    pack = mix.table(players).machine.layout.pack
    for card in _of_other_suits(planned, pack):
        zones = ((zone, (*cards, card) if zone in planned.guessed else cards) for zone, cards in planned.zones)
        fuller = replace(planned, zones=tuple(zones))
        if not _gives_way(mix, players, fuller, move):
            return fuller
    return planned


def _gives_way(mix: Interpreted, players: int, planned: Plan, move: str) -> bool:
    reached = attempt(mix, players, planned, move)
    return reached is not None and any(clause.gave_way for clause in reached[1].why.clauses)


def _of_other_suits(planned: Plan, pack: Pack) -> Iterator[NamedCard]:
    """Yield the middle card of each suit that the table and the hand lack."""
    design = pack.design
    faces = [design.face_named(card.text) for _, cards in planned.zones for card in cards]
    suits = {NONE, *(design.suit_of(face) for face in faces if face is not None)}
    for suit in range(len(design.suits)):
        own = [face for face, cards in enumerate(pack.of_face) if cards and design.suit_of(face) == suit]
        if suit not in suits and own:
            face = own[len(own) // 2]
            yield NamedCard(pack.face_name(face), pack.rank_names[design.rank_of(face)], False)
