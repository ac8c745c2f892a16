"""A position as a value: the place of each card, the variables and marks, and the seat to move.

Zones, variables and marks go by name, because other mixes give them other numbers. Cards are numbers: compared mixes
have the same pack.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import TypeVar

from parlour import program as p
from parlour.base.shrinking import smallest
from parlour.states.machine import Machine
from parlour.states.positions import Arrangement, PositionError
from parlour.states.state import State, Table
from parlour.table.cards import members
from parlour.table.cells import Cells
from parlour.table.chance import seed_state, shuffle
from parlour.table.faults import RulesetFault
from parlour.table.layout import BOX, DIRECTION, PLAYING, RANDOM, Instance, Layout
from parlour.table.texts import named, written, written_keys, zone_name

SEED = 1  # that examples have without `seed:`
GAP = -1  # an empty column
MOST_IN_ZONE = 6  # cards of a zone of an example
MANY = 12  # cards of a zone that can take the rest instead

ZoneCards = tuple[str, tuple[int, ...]]
VariableValue = tuple[str, tuple[int, ...], int]
MarkValue = tuple[str, int, int]  # the name of the mark, the card, the value


@dataclass(frozen=True)
class Position:
    """`zones` lists the cards of each zone from the bottom up, `up` the face-up ones. `out` is a set of seats. The zone
    `rest` takes all other cards; without one they are in the box."""

    players: int
    mover: int
    zones: tuple[ZoneCards, ...]
    up: tuple[ZoneCards, ...] = ()
    values: tuple[VariableValue, ...] = ()
    marks: tuple[MarkValue, ...] = ()
    out: int = 0
    direction: int = 1
    place: str | None = None
    rest: str | None = None
    chance: int | None = None
    """The state of chance, if it isn't that of a game with the usual seed."""

    @classmethod
    def of(cls, state: State) -> Position:
        """Return the position of a state. The only ordered zone that nobody sees takes the rest."""
        machine, s = state.table.machine, list(state.cells)
        layout, rest = machine.layout, rest_zone(machine.layout)
        zones, up = _zones(layout, s, rest)
        bare = cls(
            machine.players, state.question.seat - 1, zones, up, (), (), layout.everyone & ~s[PLAYING], s[DIRECTION],
            None, zone_name(layout, rest.number) if rest is not None else None,
        )  # fmt: skip
        there = bare.started(machine)
        if there is None:
            return bare
        values = _values(layout, s, there)
        return replace(bare, values=values, marks=_marks(layout, s, there, bare.cards))

    def trimmed(self, machine: Machine, named: Mapping[int, int]) -> Position:
        """Return the position of an example with the usual values left out. Of large zones only the cards on top stay:
        more if so many are `named`. Chance is the same for all of them."""
        board = board_of(machine)
        usual = board.empty(self.place).cells
        zones = []
        for name, cards in self.zones:
            i = board.zones[name]
            most = len(cards) if i.form == "columns" else max(MOST_IN_ZONE, named.get(i.number, 0))
            zones.append((name, cards[-most:]))
        there = {c for _, cards in zones for c in cards}
        return replace(
            self, zones=tuple(sorted(zones)), up=tuple(sorted(self.up)), chance=None,
            marks=tuple(mark for mark in self.marks if mark[1] in there),
            values=tuple(
                (name, keys, value)
                for name, keys, value in self.values
                if usual[machine.layout.variables[board.variables[name]].cell(keys)] != value
            ),
        )  # fmt: skip

    @cached_property
    def cards(self) -> tuple[int, ...]:
        return tuple(c for _, cards in self.zones for c in cards if c != GAP)

    def in_zone(self, name: str) -> tuple[int, ...]:
        return next((cards for zone, cards in self.zones if zone == name), ())

    def with_zone(self, name: str, cards: tuple[int, ...]) -> Position:
        """The position with other cards in a zone."""
        others = tuple(part for part in self.zones if part[0] != name)
        there = (*others, (name, cards)) if cards else others
        shown = tuple((zone, tuple(c for c in up if zone != name or c in cards)) for zone, up in self.up)
        changed = replace(self, zones=tuple(sorted(there)), up=tuple(part for part in shown if part[1]))
        return replace(changed, marks=tuple(m for m in self.marks if m[1] in changed.cards)) if self.marks else changed

    def turned_up(self, name: str, cards: Iterable[int]) -> Position:
        """The position with these cards of a zone face up, too."""
        shown = {*dict(self.up).get(name, ()), *cards}
        others = tuple(part for part in self.up if part[0] != name)
        there = tuple(c for c in self.in_zone(name) if c in shown)
        return replace(self, up=tuple(sorted((*others, (name, there)))) if there else others)

    # ------------------------------------------------------------ at a table

    def started(self, machine: Machine) -> Cells | None:
        """Return the state at the first question, or None if this mix has no such position."""
        try:
            return self._begun(machine)
        except (PositionError, RulesetFault):
            return None

    def lay(self, table: Table) -> State:
        """Set the position up. Raises PositionError or RulesetFault if this mix has no such position."""
        return State(table, self._begun(table.machine))

    def _begun(self, machine: Machine) -> Cells:
        """Return the state at the first question, without the zones, values and marks of rules that this mix lacks."""
        board, layout = board_of(machine), machine.layout
        arrangement = board.empty(self.place).again()
        up = dict(self.up)
        for name, cards in self.zones:
            i = board.zones.get(name)
            if i is None:
                continue
            arrangement.lay(i.number, [c for c in cards if c != GAP], sum(1 << c for c in up.get(name, ())))
            if i.form == "columns":
                cells = [c + 1 if c != GAP else 0 for c in cards]
                arrangement.cells[i.at : i.at + i.room] = [*cells, *([0] * (i.room - len(cells)))]
        if self.chance is not None:
            arrangement.cells[RANDOM] = self.chance
        if self.rest is not None and self.rest in board.zones:
            left = arrangement.left()
            arrangement.cells[RANDOM] = shuffle(left, seed_state(SEED))
            arrangement.lay(board.zones[self.rest].number, left)
        for name, keys, value in self.values:
            lengths = layout.variables[board.variables[name]].keys if name in board.variables else None
            if lengths is not None and len(lengths) == len(keys) and all(map(int.__lt__, keys, lengths)):
                arrangement.set(board.variables[name], keys, value)
        for name, card, value in self.marks:
            zone = layout.instances[arrangement.cells[layout.where + card]].zone
            if name in board.marks and layout.keeps(board.marks[name], zone):
                arrangement.mark(board.marks[name], card, value)
        arrangement.seats(layout.everyone & ~self.out, self.direction)
        return arrangement.go(self.mover)

    # ------------------------------------------------------------ smaller ones

    def smaller(self, least: Callable[[str], int] | None = None) -> Iterator[Position]:
        """Yield smaller positions, each without one zone, card, variable or mark. `least` is the number of cards that
        stay in a zone: players without cards have usually won. By default each seat keeps one zone, and a large one
        can take the rest."""
        for_examples, least = least is None, least or self._least
        for name, cards in self.zones:
            if len(cards) > 1 and not least(name):
                yield self.with_zone(name, ())
        for name, cards in self.zones:
            for n in range(len(cards) if len(cards) > least(name) and GAP not in cards else 0):
                yield self.with_zone(name, (*cards[:n], *cards[n + 1 :]))
        for n in range(len(self.values)):
            yield replace(self, values=(*self.values[:n], *self.values[n + 1 :]))
        for n in range(len(self.marks)):
            yield replace(self, marks=(*self.marks[:n], *self.marks[n + 1 :]))
        for n in range(len(self.up)):
            yield replace(self, up=(*self.up[:n], *self.up[n + 1 :]))
        if self.out or self.direction != 1:
            yield replace(self, out=0, direction=1)
        largest = max(self.zones, key=lambda zone: len(zone[1]), default=("", ()))
        shared = self.rest is None or not self.rest.rpartition(" ")[2].isdecimal()  # or a seat would lose its cards
        if for_examples and shared and len(largest[1]) >= MANY and GAP not in largest[1]:
            yield replace(self.with_zone(largest[0], ()), rest=largest[0])

    def _least(self, name: str) -> int:
        """Return 1 for the last zone of a seat."""
        owner = name.rpartition(" ")[2]
        return int(owner.isdecimal() and not any(z != name and z.endswith(f" {owner}") for z, _ in self.zones))

    # ------------------------------------------------------------ as an example has it

    def lines(self, layout: Layout) -> dict[str, str]:
        """Return the lines of `given:`: keys with their values."""
        guise = None if layout.guise is None else layout.program.marks[layout.guise].name
        guises = {card: value for name, card, value in self.marks if name == guise}
        there = dict.fromkeys(members(layout.pack.used), self.rest) if self.rest is not None else {}
        there |= {c: zone for zone, cards in self.zones for c in cards if c != GAP}
        given: dict[str, str] = {}
        up = dict(self.up)
        for name, cards in self.zones:
            filled = cards[: max(n for n, c in enumerate(cards) if c != GAP) + 1]
            given[name] = " ".join("-" if c == GAP else _counting_as(layout, c, guises) for c in filled)
            if up.get(name):
                given[f"{name} up"] = " ".join(layout.pack.name(c) for c in up[name])
        variables = {v.name: v for v in layout.program.variables}
        for name, keys, value in self.values:
            variable = variables[name]
            key = " ".join((name, *written_keys(layout, variable.keys, keys)))
            given[key] = _value(layout, there, variable.type, value)
        given |= self._marked(layout, there)
        if self.out:
            given["out"] = " ".join(str(seat + 1) for seat in range(self.players) if self.out >> seat & 1)
        if self.direction != 1:
            given["direction"] = "counterclockwise"
        usual = rest_zone(layout)
        usual_rest = zone_name(layout, usual.number) if usual is not None else None
        if self.rest != usual_rest and usual_rest not in given:
            given["rest"] = self.rest or "none"
        given["to move"] = f"{self.mover + 1}" + (f" at {self.place}" if self.place else "")
        return given

    def _marked(self, layout: Layout, there: Mapping[int, str]) -> Iterator[tuple[str, str]]:
        """Yield the marks except guises, each with its cards: `touched`, `{4♦ in pile: 2}`."""
        marks: dict[str, list[str]] = defaultdict(list)
        types = {mark.name: mark.type for mark in layout.program.marks if not mark.guise}
        for name, card, value in self.marks:
            if name in types:
                entry = f"{layout.pack.name(card)} in {there[card]}: {_value(layout, there, types[name], value)}"
                marks[name].append(entry)
        return ((name, f"{{{', '.join(cards)}}}") for name, cards in marks.items())


def rest_zone(layout: Layout) -> Instance | None:
    """Return the zone that takes the remaining cards unless a position says otherwise: the only ordered one that nobody
    sees."""
    zones = layout.program.zones
    hidden = [i for i in layout.instances if i.number != BOX and i.form == "row" and zones[i.zone].closed]
    return hidden[0] if len(hidden) == 1 else None


def hands(layout: Layout) -> frozenset[str]:
    """The names of the zones that only their owners see."""
    return frozenset(zone_name(layout, i.number) for i in layout.instances if layout.program.zones[i.zone].private)


T = TypeVar("T")


def smallest_position(
    ends: Iterable[tuple[State, Sequence[str]]], shown: Callable[[Position, Sequence[str]], T | None]
) -> tuple[Position, T] | None:
    """Return the smallest position from which some moves show something, and what they show; None if no position does.
    `ends` are the states before the last moves of a game, with these moves."""

    def tried(position: Position, moves: Sequence[str]) -> tuple[Position, T] | None:
        result = shown(position, moves)
        return None if result is None else (position, result)

    wholes = ((tried(Position.of(state), moves), moves) for state, moves in ends)
    whole, moves = next((each for each in wholes if each[0] is not None), (None, ()))
    return whole and smallest(whole, lambda part: (tried(less, moves) for less in part[0].smaller()))


class Board:
    """The parts of a table by name, and the table without cards. Several positions have the same few tables."""

    def __init__(self, machine: Machine) -> None:
        layout, program = machine.layout, machine.program
        self.machine = machine
        self.zones = {zone_name(layout, i.number): i for i in layout.instances}
        self.variables = {variable.name: number for number, variable in enumerate(program.variables)}
        self.marks = {mark.name: number for number, mark in enumerate(program.marks)}
        self._empty: dict[str | None, Arrangement] = {}

    def empty(self, place: str | None) -> Arrangement:
        """Return the table at a place where positions can continue, to copy."""
        if place not in self._empty:
            resumes = self.machine.program.resumes
            fitting = [resume for resume in resumes if resume.name == place] or ([] if place else [*resumes])
            if len(fitting) != 1:
                raise PositionError("there is no such place to continue")
            self._empty[place] = Arrangement(self.machine, fitting[0], SEED)
        return self._empty[place]


board_of = lru_cache(16)(Board)


def _zones(
    layout: Layout, s: Cells, rest: Instance | None
) -> tuple[tuple[ZoneCards, ...], tuple[ZoneCards, ...]]:
    """Return the cards of all zones but the one for the rest, and the face-up ones."""
    zones: list[ZoneCards] = []
    up: list[ZoneCards] = []
    for i in layout.instances:
        if i.number == BOX or i is rest:
            continue
        if i.form == "columns":
            cards = tuple(v - 1 if v else GAP for v in s[i.at : i.at + i.room])
            cards = () if all(c == GAP for c in cards) else cards
        else:
            contents = layout.contents(s, i)
            cards = tuple(sorted(contents, key=layout.pack.face.__getitem__) if i.form == "set" else contents)
        if cards:
            zones.append((zone_name(layout, i.number), cards))
        shown = tuple(c for c in cards if c != GAP and i.turned is not None and s[i.turned] >> c & 1)
        if shown:
            up.append((zone_name(layout, i.number), shown))
    return tuple(zones), tuple(up)


def _values(layout: Layout, s: Cells, usual: Cells) -> tuple[VariableValue, ...]:
    """The values that differ from the usual ones."""
    return tuple(
        (layout.program.variables[number].name, keys, s[cell])
        for number, array in enumerate(layout.variables)
        for keys in (layout.keys_of(array) if number != layout.program.ending else ())
        if s[cell := array.cell(keys)] != usual[cell]
    )


def _marks(layout: Layout, s: Cells, usual: Cells, cards: Iterable[int]) -> tuple[MarkValue, ...]:
    """The marks of these cards that differ from the usual ones."""
    marks = [(mark.name, at) for mark, at in zip(layout.program.marks, layout.marks, strict=True)]
    return tuple((name, c, s[at + c]) for name, at in marks for c in cards if s[at + c] != usual[at + c])


def _counting_as(layout: Layout, card: int, guises: Mapping[int, int]) -> str:
    """Return the name of a card, with the card as which it counts."""
    name = layout.pack.name(card)
    return f"{name} as {layout.pack.face_name(guises[card])}" if guises.get(card, p.NONE) != p.NONE else name


def _value(layout: Layout, there: Mapping[int, str], type_: p.Type, value: int) -> str:
    """Return a value in words; of cards that the pack has several times, each with its zone."""
    cards = sorted(named(layout, type_, value), key=lambda c: layout.pack.face[c])
    several = [c for c in cards if layout.pack.of_face[layout.pack.face[c]].bit_count() > 1]
    if several and (type_.kind == "cards" or value == several[0]):  # no card that counts as another
        zones = {c: f" in {there[c]}" for c in several if c in there}
        return " ".join(layout.pack.name(c) + zones.get(c, "") for c in cards)
    text = written(layout, type_, value)
    return f"{{{text.partition('(')[2].removesuffix(')')}}}" if type_.kind == "record" and "(" in text else text
