"""Gives cards in a state other numbers, wherever the state names them.

Two states that a seat can't tell apart differ in this way: unseen cards have changed places. So this module is the only
one that must know each cell, or part of a cell, that can name cards.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from parlour import program as p
from parlour.table.cards import Pack, members
from parlour.table.layout import QUESTION, Layout
from parlour.table.packing import digit

New = Mapping[int, int]  # the new numbers of cards; the others stay


@dataclass(frozen=True)
class Naming:
    """A part of a cell that names cards: `value` is a card value, or a set of cards, and counts `weight` times."""

    cell: int
    weight: int
    value: int
    many: bool

    def cards(self, pack: Pack) -> int:
        """The set of these cards."""
        if self.many:
            return self.value
        return 1 << self.value % pack.size if self.value >= 0 else 0


def namings(layout: Layout, s: Sequence[int]) -> Iterator[Naming]:
    """All parts of a state that name cards, except the cells with a place for each card."""
    yield from _in_position(layout, list(s))
    for local in layout.program.questions[s[QUESTION]].kept if s[QUESTION] >= 0 else ():
        cell = layout.kept[local]
        yield from namings_of(layout, layout.program.locals[local][1], cell, s[cell])
    for saved, cells in _checkpoints(layout):
        position = list(s)
        for cell, there in cells.items():
            position[cell] = s[there]
        yield from (replace(naming, cell=cells[naming.cell]) for naming in _in_position(layout, position))
        assert saved.stop <= layout.size, "a saved position is a part of the state"


def _checkpoints(layout: Layout) -> Iterator[tuple[slice, dict[int, int]]]:
    """Yield each saved position, with the cells where it has the cells of the position."""
    cells = [cell for part in layout.positions for cell in range(part.start, part.stop)]
    for saved in layout.checkpoints:
        yield saved, dict(zip(cells, range(saved.start, saved.stop), strict=True))


def _in_position(layout: Layout, s: list[int]) -> Iterator[Naming]:
    for i in layout.instances:
        if i.form == "set":
            yield Naming(i.at, 1, s[i.at], True)
        elif i.form == "row":
            first = layout.foot(s, i) + 1
            yield from (Naming(cell, 1, s[cell], False) for cell in range(first, first + s[i.at]))
        else:
            yield from (Naming(cell, 1, s[cell] - 1, False) for cell in range(i.at, i.at + i.room) if s[cell])
        yield from (Naming(cell, 1, s[cell], True) for cell in (i.turned, i.batch) if cell is not None)
    sealed = {q.sealed: q for q in layout.program.questions if q.sealed is not None}
    for number, (variable, array) in enumerate(zip(layout.program.variables, layout.variables, strict=True)):
        for cell in range(array.at, array.at + array.size):
            if number not in sealed:
                yield from namings_of(layout, variable.type, cell, s[cell])
            elif s[cell]:  # 1 + 2 * move, and 1 more for a misplay
                yield from _of_move(layout, sealed[number], s[cell] - 1 >> 1, cell, 2)


def namings_of(layout: Layout, type_: p.Type, cell: int, value: int, weight: int = 1) -> Iterator[Naming]:
    """Yield the parts of a value that name cards."""
    match type_.kind:
        case "card" | "cards" if value >= 0:
            yield Naming(cell, weight, value, type_.kind == "cards")
        case "record" if value >= 0:
            record = next(r for r in layout.program.records if r.name == type_.name)
            for field in record.fields:
                part = (value >> field.shift & (1 << field.width) - 1) - field.bias
                yield from namings_of(layout, field.type, cell, part, weight << field.shift)


def names_cards(program: p.Program, type_: p.Type) -> bool:
    """True if values of this type can name cards."""
    if type_.kind != "record":
        return type_.kind in ("card", "cards")
    record = next(r for r in program.records if r.name == type_.name)
    return any(names_cards(program, field.type) for field in record.fields)


def _of_move(layout: Layout, question: p.Question, move: int, cell: int, weight: int) -> Iterator[Naming]:
    """Yield the parts of the number of a move that name cards."""
    payload, index = divmod(move, len(question.arms))
    weight *= len(question.arms)
    for slot in reversed(question.arms[index].slots):
        of = digit(layout, slot)
        payload, value = divmod(payload, of.radix)
        if slot.form != "places" and slot.type.kind in ("card", "cards"):
            yield Naming(cell, weight, value - of.bias, slot.many)
        weight *= of.radix


def moved(layout: Layout, question: p.Question, move: int, new: New) -> int:
    """Return the number of the same move with cards by their new numbers."""
    after = move
    for naming in _of_move(layout, question, move, 0, 1):
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
        arrays += [of[at] for _, of in _checkpoints(layout) for at in (layout.where, *layout.marks)]
        self.arrays = [at for at in arrays if len(set(cells[at : at + size])) > 1]

    def after(self, new: New) -> list[int]:
        """Return the state with cards by their new numbers."""
        before, arrays, single, sets = self.cells, self.arrays, self.single, self.sets
        s = before[:]
        for card, then in new.items():
            if card != then:
                for cell, weight in single[card]:
                    s[cell] += (then - card) * weight
                for cell, weight in sets[card]:
                    s[cell] += ((1 << then) - (1 << card)) * weight
                for at in arrays:
                    s[at + then] = before[at + card]
        return s

    def place(self, card: int) -> tuple[object, ...]:
        """All that distinguishes a card in this state, without its number."""
        return self.single[card], self.sets[card], [self.cells[at + card] for at in self.arrays]
