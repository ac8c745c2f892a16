"""Positions for several mixes of one family: the place of each card, and the seat to move.

Zones and variables go by name, because other rules give them other numbers. Identifies cards by their numbers: all
compared mixes have the same pack.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from types import MappingProxyType

from parlour import program as p
from parlour.states.machine import Machine
from parlour.states.positions import Position, PositionError
from parlour.table.cells import Cells
from parlour.table.faults import RulesetFault
from parlour.table.layout import BOX, DIRECTION, PLAYING, Instance, Layout
from parlour.table.texts import zone_name

SEED = 1
GAP = -1  # an empty column
MOST_IN_ZONE = 6  # cards that are laid out in one zone

ZoneCards = tuple[str, tuple[int, ...]]
VariableValue = tuple[str, tuple[int, ...], int]


@dataclass(frozen=True)
class Laid:
    """`zones` lists the cards of each zone from the bottom up, and `up` the face-up ones."""

    players: int
    mover: int
    zones: tuple[ZoneCards, ...]
    up: tuple[ZoneCards, ...] = ()
    values: tuple[VariableValue, ...] = ()
    out: int = 0
    direction: int = 1
    place: str | None = None

    @property
    def cards(self) -> tuple[int, ...]:
        return tuple(c for _, cards in self.zones for c in cards if c != GAP)

    def in_zone(self, name: str) -> tuple[int, ...]:
        return next((cards for zone, cards in self.zones if zone == name), ())

    def with_zone(self, name: str, cards: tuple[int, ...]) -> Laid:
        """The position with other cards in a zone."""
        others = tuple(part for part in self.zones if part[0] != name)
        there = (*others, (name, cards)) if cards else others
        shown = tuple((zone, tuple(c for c in up if zone != name or c in cards)) for zone, up in self.up)
        return replace(self, zones=tuple(sorted(there)), up=tuple(part for part in shown if part[1]))


    def turned_up(self, name: str, cards: Iterable[int]) -> Laid:
        """The position with these cards of a zone face up, too."""
        shown = {*dict(self.up).get(name, ()), *cards}
        others = tuple(part for part in self.up if part[0] != name)
        there = tuple(c for c in self.in_zone(name) if c in shown)
        return replace(self, up=tuple(sorted((*others, (name, there)))) if there else others)


def hands(layout: Layout) -> frozenset[str]:
    """The names of the zones that only their owners see."""
    return frozenset(zone_name(layout, i.number) for i in layout.instances if layout.program.zones[i.zone].private)


def laid_with_less(laid: Laid, least: Callable[[str], int]) -> Iterator[Laid]:
    """Yield smaller positions, each without one zone, card or variable.

    `least` is the number of cards that stay in a zone: players keep some in their hands, as one without cards has
    usually won."""
    for name, cards in laid.zones:
        if len(cards) > 1 and not least(name):
            yield laid.with_zone(name, ())
    for name, cards in laid.zones:
        for n in range(len(cards) if len(cards) > least(name) and GAP not in cards else 0):
            yield laid.with_zone(name, (*cards[:n], *cards[n + 1 :]))
    for n in range(len(laid.values)):
        yield replace(laid, values=(*laid.values[:n], *laid.values[n + 1 :]))


def laid_from(
    position: Position, mover: int, most: int = MOST_IN_ZONE, named: Mapping[int, int] = MappingProxyType({})
) -> Laid:
    """A position before any moves. Of large zones, only the cards on top stay: more if so many are `named`."""
    machine, s = position.machine, position.cells
    layout = machine.layout
    zones: list[ZoneCards] = []
    up: list[ZoneCards] = []
    for i in layout.instances:
        if i.number == BOX:
            continue
        if i.form == "columns":
            cards = tuple(v - 1 if v else GAP for v in s[i.at : i.at + i.room])
            cards = () if all(c == GAP for c in cards) else cards
        else:
            cards = tuple(layout.contents(s, i)[-max(most, named.get(i.number, 0)) :])
        if cards:
            zones.append((zone_name(layout, i.number), cards))
        shown = tuple(c for c in cards if c != GAP and i.turned is not None and s[i.turned] >> c & 1)
        if shown:
            up.append((zone_name(layout, i.number), shown))
    return Laid(
        machine.players, mover, tuple(sorted(zones)), tuple(sorted(up)), _values(position),
        layout.everyone & ~s[PLAYING], s[DIRECTION], position.resume.name,
    )  # fmt: skip


def _values(position: Position) -> tuple[VariableValue, ...]:
    """The variables that differ from those of an empty table."""
    layout, s = position.machine.layout, position.cells
    fresh = _empty(position.machine, position.resume).cells
    return tuple(
        (variable.name, keys, s[cell])
        for variable, array in zip(layout.program.variables, layout.variables, strict=True)
        for keys in layout.keys_of(array)
        if s[cell := array.cell(keys)] != fresh[cell]
    )


def started(machine: Machine, laid: Laid) -> Cells | None:
    """The state at the first question, or None if this mix has no such position."""
    resume = _resume(machine.program, laid.place)
    if resume is None:
        return None
    position = _empty(machine, resume).again()
    try:
        _lay(position, machine.layout, laid)
        return position.go(laid.mover)
    except (PositionError, RulesetFault):
        return None


def _resume(program: p.Program, place: str | None) -> p.Resume | None:
    return next((resume for resume in program.resumes if resume.name == place), None)


@lru_cache(16)
def _empty(machine: Machine, resume: p.Resume) -> Position:
    """A position without cards. Several positions of a pair begin with it."""
    return Position(machine, resume, SEED)


@lru_cache(16)
def _instances(machine: Machine) -> dict[str, Instance]:
    """The zones of a table by name. Several positions of a pair have the same few tables."""
    return {zone_name(machine.layout, i.number): i for i in machine.layout.instances}


@lru_cache(16)
def zone_names(machine: Machine) -> tuple[str, ...]:
    """The names of the zones of a table, by their numbers."""
    return tuple(zone_name(machine.layout, i.number) for i in machine.layout.instances)


@lru_cache(16)
def _variables(machine: Machine) -> dict[str, int]:
    """The numbers of the variables by name."""
    return {variable.name: number for number, variable in enumerate(machine.program.variables)}


def _lay(position: Position, layout: Layout, laid: Laid) -> None:
    up = dict(laid.up)
    numbers = _instances(position.machine)
    for name, cards in laid.zones:
        i = numbers.get(name)
        if i is None:
            continue  # a zone of a rule that this mix doesn't have
        shown = sum(1 << c for c in up.get(name, ()))
        position.lay(i.number, [c for c in cards if c != GAP], shown)
        if i.form == "columns":
            cells = [c + 1 if c != GAP else 0 for c in cards]
            position.cells[i.at : i.at + i.room] = [*cells, *([0] * (i.room - len(cells)))]
    variables = _variables(position.machine)
    for name, keys, value in laid.values:
        number = variables.get(name)
        if number is None:
            continue  # a variable of a rule that this mix doesn't have
        lengths = layout.variables[number].keys
        if len(lengths) == len(keys) and all(map(int.__lt__, keys, lengths)):
            position.set(number, keys, value)
    position.seats(layout.everyone & ~laid.out, laid.direction)
