"""The cells, and parts of cells, that name cards, apart from those with a place or a mark for each card.

Identical cards differ by what names them, and a state with other numbers for its cards differs from it in these parts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from parlour import program as p
from parlour.table.cards import Pack
from parlour.table.layout import QUESTION, Layout
from parlour.table.packing import digit


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
    for cells in saved_positions(layout):
        position = list(s)
        for cell, there in cells.items():
            position[cell] = s[there]
        yield from (replace(naming, cell=cells[naming.cell]) for naming in _in_position(layout, position))


def saved_positions(layout: Layout) -> Iterator[dict[int, int]]:
    """Yield for each saved position the cells where it has the cells of the position."""
    cells = [cell for part in layout.positions for cell in range(part.start, part.stop)]
    for saved in layout.checkpoints:
        yield dict(zip(cells, range(saved.start, saved.stop), strict=True))


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
                yield from namings_of_move(layout, sealed[number], s[cell] - 1 >> 1, cell, 2)


@dataclass(frozen=True)
class NamingCell:
    """A cell whose values can name cards: a set of them, or one card in some of its bits."""

    cell: int
    many: bool
    shift: int = 0
    width: int = 40
    bias: int = 0


def naming_cells(program: p.Program, type_: p.Type, cell: int = 0) -> list[NamingCell]:
    """Return how a cell with values of this type can name cards."""
    if type_.kind == "record":
        record = next(r for r in program.records if r.name == type_.name)
        return [NamingCell(cell, False, f.shift, f.width, f.bias) for f in record.fields if f.type.kind == "card"]
    return [NamingCell(cell, type_.kind == "cards")] if type_.kind in ("card", "cards") else []


def naming_variables(layout: Layout) -> list[NamingCell]:
    """Return all cells of variables that can name cards."""
    return [
        naming
        for variable, array in zip(layout.program.variables, layout.variables, strict=True)
        for cell in range(array.at, array.at + array.size)
        for naming in naming_cells(layout.program, variable.type, cell)
    ]


def namings_of(layout: Layout, type_: p.Type, cell: int, value: int) -> Iterator[Naming]:
    """Yield the parts of a value that name cards."""
    for of in naming_cells(layout.program, type_, cell) if value >= 0 else ():
        part = value if of.many else (value >> of.shift & (1 << of.width) - 1) - of.bias
        if part >= 0:
            yield Naming(cell, 1 << of.shift, part, of.many)


def cards_named(layout: Layout, type_: p.Type, value: int) -> int:
    """The set of the cards that a value names."""
    cards = 0
    for naming in namings_of(layout, type_, 0, value):
        cards |= naming.cards(layout.pack)
    return cards


def namings_of_move(layout: Layout, question: p.Question, move: int, cell: int, weight: int) -> Iterator[Naming]:
    """Yield the parts of the number of a move that name cards."""
    payload, index = divmod(move, len(question.arms))
    weight *= len(question.arms)
    for slot in reversed(question.arms[index].slots):
        of = digit(layout, slot)
        payload, value = divmod(payload, of.radix)
        if slot.of_cards:
            yield Naming(cell, weight, value - of.bias, slot.many)
        weight *= of.radix
