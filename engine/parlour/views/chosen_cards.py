"""The cards and places that a player chooses in a move, each with its zone: what a finger can point at."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from parlour import program as p
from parlour.states.moves import ManyMoves, Move
from parlour.states.state import State
from parlour.table.cards import members


@dataclass(frozen=True)
class ChosenCard:
    """A card by its name, or a place (from 1) of a zone. `zone` is the number of the zone at its table."""

    zone: int
    card: str | None = None
    place: int | None = None


class Choices:
    """What the moves of one question choose."""

    def __init__(self, state: State) -> None:
        machine = state.table.machine
        self.legal, self.layout, self.cells = state.question.legal, machine.layout, list(state.cells)
        self.code = machine.question(self.cells)

    def of(self, move: Move) -> tuple[ChosenCard, ...]:
        """Return the cards and places that a player chooses in a move, in the order of the rules."""
        arm, payload = self.code.chosen(move.number)
        chosen: list[ChosenCard] = []
        for slot, value in zip(arm.arm.slots, move.values, strict=True):
            if slot.form == "places":
                chosen.append(ChosenCard(arm.chosen(payload).value(_zone(slot))(self.cells), place=value))
            elif slot.of_cards:
                chosen += self._cards(members(value) if slot.many else [value % self.layout.pack.size])
        return tuple(chosen)

    def _cards(self, cards: Sequence[int]) -> list[ChosenCard]:
        return [ChosenCard(self.cells[self.layout.where + c], self.layout.pack.name(c)) for c in cards]

    def like(self, move: Move, chosen: Sequence[ChosenCard]) -> list[Move]:
        """Return the moves that choose exactly these cards, in an action that has too many moves to list. They are
        like one of them in everything else."""
        arm, _ = self.code.chosen(move.number)
        sets = [n for n, slot in enumerate(arm.arm.slots) if slot.many and slot.of_cards]
        if not isinstance(self.legal, ManyMoves) or len(sets) != 1:
            return []
        many = dict(self.legal.numbers.many)
        usual = Counter(self._cards(members(move.values[sets[0]])))
        picked = 0
        for each in (Counter(chosen) - (Counter(self.of(move)) - usual)).elements():
            zone = next(i for i in self.layout.instances if i.number == each.zone)
            copies = (c for c in self.layout.contents(self.cells, zone) if self.layout.pack.name(c) == each.card)
            picked |= next((1 << c for c in copies if not picked >> c & 1), 0)
        values = (*move.values[: sets[0]], picked, *move.values[sets[0] + 1 :])
        if arm.index not in many or not arm.packing.fits(values):
            return []
        payloads = many[arm.index].alike(arm.packing.pack(values), self.layout.pack.of_face)
        moves = [self.legal.one(payload * len(self.code.arms) + arm.index) for payload in payloads]
        return [move for move in moves if Counter(self.of(move)) == Counter(chosen)]


def _zone(slot: p.Slot) -> p.Expr:
    assert not isinstance(slot.domain, p.SeatOrder | p.Span), "places are those of a zone"
    return slot.domain
