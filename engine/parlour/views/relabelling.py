"""Gives cards in a state other numbers, wherever the state names them (`table/naming.py`).

Two states that a seat can't tell apart differ in this way: unseen cards have changed places.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy

from parlour import program as p
from parlour.table.cards import members
from parlour.table.layout import Layout
from parlour.table.naming import namings, namings_of_move, saved_positions

New = Mapping[int, int]  # the new numbers of cards; the others stay


def moved(layout: Layout, question: p.Question, move: int, new: New) -> int:
    """Return the number of the same move with cards by their new numbers."""
    after = move
    for naming in namings_of_move(layout, question, move, 0, 1):
        for card in members(naming.cards(layout.pack)):
            then = new.get(card, card)
            after += naming.weight * ((1 << then) - (1 << card) if naming.many else then - card)
    return after


class Relabelling:
    """One state, with all places where it names each card. So a new numbering needs only these."""

    def __init__(self, layout: Layout, cells: Sequence[int]) -> None:
        self.cells = list(cells)
        size = layout.pack.size
        self.single: list[list[tuple[int, int]]] = [[] for _ in range(size)]
        self.sets: list[list[tuple[int, int]]] = [[] for _ in range(size)]
        for naming in namings(layout, cells):
            for card in members(naming.cards(layout.pack)):
                (self.sets if naming.many else self.single)[card].append((naming.cell, naming.weight))
        arrays = [layout.where, *layout.marks]
        arrays += [of[at] for of in saved_positions(layout) for at in (layout.where, *layout.marks)]
        self.arrays = [at for at in arrays if len(set(cells[at : at + size])) > 1]
        self.alone = self._alone()
        self.latest: tuple[New, list[int]] = {}, self.cells

    def _alone(self) -> dict[int, int]:
        """Return the cells of the cards that one set names, and nothing else. Most hidden cards are such cards."""
        both = enumerate(zip(self.single, self.sets, strict=True))
        return {card: sets[0][0] for card, (single, sets) in both if not single and len(sets) == 1 and sets[0][1] == 1}

    def after(self, new: New) -> list[int]:
        """Return the state with cards by their new numbers. Most often few differ from the last ones."""
        last, cells = self.latest
        if last.keys() != new.keys():
            last, cells = dict(zip(new, new, strict=True)), self.cells
        before, alone, single, sets = self.cells, self.alone, self.single, self.sets
        s = cells[:]
        changed = [(card, last[card], then) for card, then in new.items() if last[card] != then]
        for card, was, then in changed:
            if card in alone:
                s[alone[card]] += (1 << then) - (1 << was)
                continue
            for cell, weight in single[card]:
                s[cell] += (then - was) * weight
            for cell, weight in sets[card]:
                s[cell] += ((1 << then) - (1 << was)) * weight
        for at in self.arrays:
            for card, _, then in changed:
                s[at + then] = before[at + card]
        self.latest = new, s
        return s[:]

    def exchanged(self, one: int, other: int) -> Relabelling:
        """Return the state in which two cards have changed places."""
        of = copy(self)
        of.cells, of.single, of.sets = self.after({one: other, other: one}), self.single[:], self.sets[:]
        for places in (of.single, of.sets):
            places[one], places[other] = places[other], places[one]
        of.alone, of.latest = of._alone(), ({}, of.cells)
        return of

    def place(self, card: int) -> tuple[object, ...]:
        """All that distinguishes a card in this state, without its number."""
        return self.single[card], self.sets[card], [self.cells[at + card] for at in self.arrays]
