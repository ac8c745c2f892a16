"""Two states that a seat can't tell apart: they differ only in two cards that it doesn't see.

The seat must get the same in both: its view, its moves and the reasons for them. The tests prove that for what the
engine adds; a search by play proves it for a ruleset.
"""

from __future__ import annotations

from parlour.program import NOBODY, Type
from parlour.states.state import State
from parlour.table.cards import members
from parlour.table.layout import NOWHERE, QUESTION, Layout


class Exchange:
    """Exchanges two cards in zones, marks, variables and all else that depends on them."""

    def __init__(self, layout: Layout, a: int, b: int) -> None:
        self.layout = layout
        self.a, self.b = a, b

    def card(self, c: int) -> int:
        """Return a card after the exchange, with what it counts as."""
        size = self.layout.pack.size
        bare = {self.a: self.b, self.b: self.a}.get(c % size, c % size)
        return c - c % size + bare if c >= 0 else c

    def mask(self, cards: int) -> int:
        """Return a set of cards after the exchange."""
        a, b = cards >> self.a & 1, cards >> self.b & 1
        return cards ^ ((a ^ b) << self.a | (a ^ b) << self.b)

    def cells(self, cells: tuple[int, ...]) -> list[int]:
        """Return a state after the exchange."""
        layout, s = self.layout, list(cells)
        for i in layout.instances:
            if i.form == "set":
                s[i.at] = self.mask(s[i.at])
            elif i.form == "row":
                first = layout.foot(s, i) + 1
                s[first : first + s[i.at]] = [self.card(c) for c in layout.contents(s, i)]
            else:
                s[i.at : i.at + i.room] = [self.card(c - 1) + 1 if c else 0 for c in s[i.at : i.at + i.room]]
            for cell in (i.turned, i.batch):
                if cell is not None:
                    s[cell] = self.mask(s[cell])
        for at in (layout.where, *layout.marks):
            s[at + self.a], s[at + self.b] = s[at + self.b], s[at + self.a]
        for variable, array in zip(layout.program.variables, layout.variables, strict=True):
            for cell in range(array.at, array.at + array.size):
                s[cell] = self._value(variable.type, s[cell])
        for local in layout.program.questions[s[QUESTION]].kept if s[QUESTION] >= 0 else ():
            cell = layout.kept[local]
            s[cell] = self._value(layout.program.locals[local][1], s[cell])
        return s

    def _value(self, type_: Type, value: int) -> int:
        match type_.kind:
            case "card":
                return self.card(value)
            case "cards":
                return self.mask(value)
            case "record" if value >= 0:
                record = next(r for r in self.layout.program.records if r.name == type_.name)
                for field in record.fields:
                    bits = (1 << field.width) - 1
                    held = self._value(field.type, (value >> field.shift & bits) - field.bias)
                    value = value & ~(bits << field.shift) | held + field.bias << field.shift
        return value


def sealed_answers_are_waiting(state: State) -> bool:
    """True if a player has answered in secret: such an answer names cards by number."""
    layout = state.table.machine.layout
    sealed = [q.sealed for q in layout.program.questions if q.sealed is not None]
    arrays = [layout.variables[v] for v in sealed]
    return any(state.cells[cell] for array in arrays for cell in range(array.at, array.at + array.size))


def unseen_by(state: State, seat: int) -> list[int]:
    """Return the cards in play that a seat sees neither in a zone nor as the value of a variable."""
    machine = state.table.machine
    layout, cells = machine.layout, list(state.cells)
    seen = machine.sight.seen_by(cells, seat - 1)
    for variable, array in zip(layout.program.variables, layout.variables, strict=True):
        if variable.type.kind == "card" and variable.seen != NOBODY:
            for cell in range(array.at, array.at + array.size):
                seen |= layout.pack.bit[cells[cell]]
    return [c for c in members(layout.pack.used) if not seen >> c & 1 and cells[layout.where + c] != NOWHERE]
