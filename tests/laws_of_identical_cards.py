"""The law of identical cards: after two of them change places everywhere, only their names differ in the rest of the
game.

The states are those of random games. Both games continue side by side with the same moves. They offer the same moves
and texts, draw the same random numbers, show every seat the same, and end in the same way.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cmp_to_key, partial
from itertools import combinations
from random import Random

from parlour.states.machine import Machine
from parlour.states.moves import Notation
from parlour.states.state import State, Table
from parlour.table.layout import Layout
from parlour.views import Projector, view
from parlour.views.relabelling import Relabelling, moved

_COPY = re.compile(r" #\d+$")  # the number of a move among moves with the same text


def identical_cards_are_alike(m: Machine, seed: int, moves: int, onward: int = 6, looks: bool = False) -> int:
    """Exchange two identical cards at each question of a random game, and continue both games for `onward` moves. With
    `looks`, compare views and events too. Return how often the exchange made another state."""
    chooser, s, exchanged = Random(seed), m.start(seed), 0
    for _ in range(moves):
        if m.over(s):
            break
        pairs = list(_pairs(m.layout))
        a, b = chooser.choice(pairs)
        other = Relabelling(m.layout, s).after({a: b, b: a})
        if other != s:
            _go_on(m, s, other, chooser, onward, looks)
            exchanged += 1
        m.step(s, chooser.choice(m.legal(s)))
    return exchanged


def _table(m: Machine) -> Table:
    known = _tables.get(id(m))
    if known is None:
        known = _tables[id(m)] = Table(m, Notation(m))
    return known


_tables: dict[int, Table] = {}


def _pairs(layout: Layout) -> Iterator[tuple[int, int]]:
    for face in layout.pack.of_face:
        yield from combinations([c for c in range(layout.pack.size) if face >> c & 1], 2)


def _go_on(m: Machine, one: list[int], two: list[int], chooser: Random, onward: int, looks: bool) -> None:
    for _ in range(onward):
        ours, theirs = _sorted_out(m, one), _sorted_out(m, two)
        assert ours.cells == theirs.cells, "both games go on alike"
        if one == two or m.over(one):
            return
        moves, others = ours.moves(m.legal(one)), theirs.moves(m.legal(two))
        assert sorted(moves) == sorted(others), "the same is offered"
        assert _texts(m, two, others.values()) == _texts(m, one, moves.values()), "in the same words"
        move = chooser.choice(sorted(moves))
        if looks:
            _looks_the_same(m, one, two, moves[move], others[move])
        one, two = m.apply(one, moves[move]), m.apply(two, others[move])


@dataclass(frozen=True)
class _Sorted:
    """A state with the numbers of identical cards in the order of their places, and their new numbers."""

    machine: Machine
    before: list[int]
    cells: list[int]
    new: dict[int, int]

    def moves(self, moves: Iterable[int]) -> dict[int, int]:
        """Return the moves by their meaning in the sorted state."""
        question = self.machine.asked(self.before)
        return {moved(self.machine.layout, question, move, self.new): move for move in moves}


def _sorted_out(m: Machine, s: list[int]) -> _Sorted:
    layout, new = m.layout, dict[int, int]()
    place = cmp_to_key(partial(m.functions["compared"], s))
    for face in layout.pack.of_face:
        numbers = [c for c in range(layout.pack.size) if face >> c & 1]
        lying = sorted(numbers, key=lambda c: (place(c), _kept(layout, s, c)))
        new.update(zip(lying, numbers, strict=True))
    return _Sorted(m, s, Relabelling(layout, s).after(new), new)


def _kept(layout: Layout, s: list[int], card: int) -> list[int]:
    """True if a name that outlives the question names this card."""
    found = []
    for local, cell in layout.kept.items():
        kind = layout.program.locals[local][1].kind
        if kind == "card":
            found.append(int(s[cell] >= 0 and s[cell] % layout.pack.size == card))
        elif kind == "cards":
            found.append(s[cell] >> card & 1)
    return found


def _texts(m: Machine, s: list[int], moves: Iterable[int]) -> list[str]:
    return sorted(_COPY.sub("", move.text) for move in _table(m).notation.moves(s, list(moves)))


def _looks_the_same(m: Machine, one: list[int], two: list[int], move: int, moved: int) -> None:
    states = [State(_table(m), list(cells)) for cells in (one, two)]
    events = [m.apply_recorded(cells, of)[1] for cells, of in ((one, move), (two, moved))]
    for seat in range(1, m.players + 1):
        first, second = (view(state, seat) for state in states)
        assert first.text() == second.text(), f"seat {seat} sees the same"
        told = [[str(event) for event in Projector(m, seat - 1).all(of)] for of in events]
        assert told[0] == told[1], f"seat {seat} is told the same"
