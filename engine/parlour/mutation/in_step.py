"""Plays two tables in step: one with the unchanged rules, one with a mutant. `same_table` says if that is possible.

Both make the same moves. They differ if players notice a difference: in the asked player, the question, the legal
moves, the places of cards, visible variables, the players out, or the outcome. A variable that nobody sees can differ
for a while.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace

from parlour import program as p
from parlour.program import NOBODY
from parlour.program.walking import substitute
from parlour.states.counterparts import Counterparts
from parlour.states.state import State, Table
from parlour.states.transfer import PositionPart
from parlour.table.cells import Cells
from parlour.table.faults import RulesetFault
from parlour.table.layout import OVER, QUESTION, RANDOM

# The code has the values of options, and not their names.
NOT_PLAYED = ("digest", "digests", "options", "origin", "rules", "settled", "text", "title")


def same_table(one: p.Program, other: p.Program) -> bool:
    """True if the states of both are comparable: the same pack, zones and marks, and variables of the same types."""
    declared = ((_numbered(x.deck), x.enums, x.records, x.zones, x.marks) for x in (one, other))
    mine, yours = ({v.name: (v.type, v.keys, v.seen) for v in x.variables} for x in (one, other))
    sides, others = dict(one.sides), dict(other.sides)
    return (
        same(*declared)
        and all(sides[players] == others[players] for players in sides.keys() & others.keys())
        and all(same(mine[name], yours[name]) for name in mine.keys() & yours.keys())
    )


def same_questions(one: p.Program, other: p.Program) -> bool:
    """True if a move has the same number in both."""
    return same(*(tuple((q.name, *((a.id, a.notation) for a in q.arms)) for q in x.questions) for x in (one, other)))


def _numbered(deck: p.Deck) -> p.Deck:
    """Return the pack with its local renumbered: one step more or less changes the numbers of all locals."""
    return replace(deck, card=0, use=substitute(deck.use, {deck.card: p.Local(0)}) if deck.use is not None else None)


def same(one: object, other: object) -> bool:
    """True if two nodes, or tuples of nodes, differ only in places and prose."""
    left = [(one, other)]
    while left:
        a, b = left.pop()
        if a is b:
            continue
        kind = type(a)
        if kind is not type(b):
            return False
        if isinstance(a, tuple) and isinstance(b, tuple):
            if len(a) != len(b):
                return False
            left.extend(zip(a, b, strict=True))
        elif is_dataclass(a):
            if not isinstance(a, p.Origin):
                left.extend((getattr(a, name), getattr(b, name)) for name in _names[kind])
        elif a != b:
            return False
    return True


class _Names(dict[type, tuple[str, ...]]):
    """The fields to compare of each class, computed once."""

    def __missing__(self, of: type) -> tuple[str, ...]:
        names = self[of] = tuple(f.name for f in fields(of) if f.name not in NOT_PLAYED)
        return names


_names = _Names()


Choose = Callable[[int, Cells, int], int | None]
"""Chooses one of so many legal moves in a position, after so many moves. None ends the game."""


@dataclass(frozen=True)
class Step:
    """A move with the state before it, by the unchanged rules."""

    state: State
    text: str

    @property
    def seat(self) -> int:
        return self.state.question.seat


@dataclass(frozen=True)
class Split:
    """The place where two tables differ: both states after the same `steps`. A state is None after a runtime error."""

    steps: tuple[Step, ...]
    state: State | None
    changed: State | None


class Lockstep:
    """A table and the same table with a mutant."""

    def __init__(self, table: Table, changed: Table) -> None:
        self.tables = table, changed
        unseen = {PositionPart("variable", v.name) for v in table.machine.program.variables if v.seen == NOBODY}
        self.counterparts = Counterparts(table.machine, changed.machine, lambda part: part not in unseen)
        self.numbered = same_questions(table.machine.program, changed.machine.program)

    def play(self, a: Cells | None, b: Cells | None, choose: Choose) -> Split | None:
        """Play on from two positions, None after a runtime error; return None if nobody could tell the tables apart."""
        steps: list[tuple[Cells, int]] = []
        while a is not None and b is not None:
            legal = self._alike(a, b)
            if legal is None:
                break
            place = choose(len(steps), a, len(legal)) if legal else None
            if place is None:
                return None
            steps.append((a, place))
            b[RANDOM] = a[RANDOM]
            a, b = (_after(*each) for each in zip(self.tables, (a, b), legal[place], strict=True))
        if a is None and b is None:
            return None
        made = [(State(self.tables[0], cells), place) for cells, place in steps]
        moves = tuple(Step(state, state.question.legal[place].text) for state, place in made)
        changed = None if b is None or (b[QUESTION] != OVER and self._asked(1, b) is None) else State(self.tables[1], b)
        return Split(moves, None if a is None else State(self.tables[0], a), changed)

    def replayed(self, a: State, b: State, texts: Sequence[str]) -> Split | None:
        """Make these moves from two states, and return a difference that the last one makes."""

        def named(made: int, cells: Cells, _: int) -> int | None:
            moves = State(self.tables[0], cells).question.legal if made < len(texts) else ()
            return next((n for n, move in enumerate(moves) if move.text == texts[made]), None)

        split = self.play(list(a.cells), list(b.cells), named)
        return split if split is not None and len(split.steps) == len(texts) and split.state is not None else None

    def alike(self, a: Cells, b: Cells) -> bool:
        """True if no player could notice a difference between two positions."""
        return self._alike(a, b) is not None

    def _alike(self, a: Cells, b: Cells) -> Sequence[tuple[int, int]] | None:
        """The legal moves of two positions that look alike, none after the end, or where both fail to list them. None
        if somebody could notice a difference."""
        one, other = (table.machine for table in self.tables)
        if not self.counterparts.alike(a, b):
            return None
        if OVER in (a[QUESTION], b[QUESTION]):
            return () if a[QUESTION] == b[QUESTION] and one.outcome(a) == other.outcome(b) else None
        here, there = self._asked(0, a), self._asked(1, b)
        if here is None or there is None:
            return () if here is there else None
        *asked, ours = here
        *answering, theirs = there
        alike = ours == theirs if self.numbered else self._texts(0, a) == self._texts(1, b)
        return list(zip(ours[0], theirs[0], strict=True)) if alike and asked == answering else None

    def _asked(self, number: int, s: Cells) -> tuple[int, str | None, tuple[list[int], list[int]]] | None:
        """Return the asked seat, the question, the legal moves, and those that a strict table accepts. None for a
        runtime error."""
        machine = self.tables[number].machine
        try:
            asked = machine.asked(s)
            tries = list(machine.tries(s)) if asked.has_tries else []
            return machine.seat(s), asked.prompt, (list(machine.legal(s)), tries)
        except RulesetFault:
            return None

    def _texts(self, number: int, s: Cells) -> list[list[str]]:
        """Return these moves as players write them."""
        question = State(self.tables[number], s).question
        return [[move.text for move in moves] for moves in (question.legal, question.tries)]


def _after(table: Table, s: Cells, move: int) -> Cells | None:
    """Return the position after a move; None if that is a runtime error."""
    try:
        return table.machine.apply(s, move)
    except RulesetFault:
        return None
