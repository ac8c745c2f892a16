"""A state as `given:` describes it, and smaller positions like it: fewer cards, fewer variables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Protocol, TypeVar

from parlour import program as p
from parlour.base.diagnostics import RulesetError
from parlour.base.shrinking import smallest
from parlour.examples.layable import ExampleGame
from parlour.examples.position import position_of
from parlour.states.positions import PositionError
from parlour.states.state import State
from parlour.table.faults import RulesetFault
from parlour.table.layout import BOX, DIRECTION, PLAYING, Instance, Layout
from parlour.table.texts import named, written, written_keys, zone_name

SEED = 1
MANY = 12  # cards of a zone that are too many to list, if the zone can have the rest instead

Given = dict[str, str]
"""`given:` with its values, zones first."""


class HasGiven(Protocol):
    @property
    def given(self) -> Given: ...


T = TypeVar("T", bound=HasGiven)


def state_as_given(state: State, game: ExampleGame) -> Given:
    """Return the `given:` of a state: its zones, and the variables that differ from their values without it."""
    layout, cells = state.table.machine.layout, list(state.cells)
    given: Given = {}
    for zone in layout.instances[BOX + 1 :]:
        if not _rests(game.program, zone.zone) and layout.contents(cells, zone):
            given[zone_name(layout, zone.number)] = cards_in(state, cells, zone)
            if zone.turned is not None and cells[zone.turned]:
                face_up = [c for c in layout.contents(cells, zone) if cells[zone.turned] >> c & 1]
                names = sorted((layout.pack.name(layout.value_of(cells, c)) for c in face_up), key=_by_length)
                given[f"{zone_name(layout, zone.number)} up"] = " ".join(names)
    given |= dict(_seats(layout.players, cells))
    given["to move"] = str(state.question.seat)
    try:
        laid = position_of(given, game, layout.players, SEED)
    except (RulesetError, RulesetFault, PositionError):
        return given
    return {**given, **dict(_variables(state, cells, list(laid.cells)))}


def _rests(program: p.Program, zone: int) -> bool:
    """True for the zone that takes the cards that are left over."""
    hidden = [number for number, z in enumerate(program.zones) if number != BOX and z.ordered and z.closed]
    return hidden == [zone]


def cards_in(state: State, cells: list[int], zone: Instance) -> str:
    layout = state.table.machine.layout
    if zone.form == "columns":
        names = [layout.pack.name(layout.value_of(cells, c - 1)) if c else "-" for c in cells[zone.at :][: zone.room]]
        while names and names[-1] == "-":
            names.pop()
    else:
        lying = layout.contents(cells, zone)
        names = [layout.pack.name(layout.value_of(cells, c)) for c in lying]
        names = names if zone.form == "row" else sorted(names, key=_by_length)
    return " ".join(names) or "none"


def _by_length(name: str) -> tuple[int, str]:
    return len(name), name


def _seats(players: int, cells: list[int]) -> Iterator[tuple[str, str]]:
    out = [str(seat + 1) for seat in range(players) if not cells[PLAYING] >> seat & 1]
    if out:
        yield "out", " ".join(out)
    if cells[DIRECTION] != 1:
        yield "direction", "counterclockwise"


def _variables(state: State, cells: list[int], laid: list[int]) -> Iterator[tuple[str, str]]:
    layout = state.table.machine.layout
    for number, variable in enumerate(layout.program.variables):
        array = layout.variables[number]
        for keys in layout.keys_of(array) if number != layout.program.ending else ():
            value = cells[array.cell(keys)]
            if value != laid[array.cell(keys)]:
                words = written_keys(layout, variable.keys, keys)
                yield " ".join([variable.name, *words]), _value(layout, cells, variable.type, value)


def _value(layout: Layout, cells: list[int], type_: p.Type, value: int) -> str:
    """Return a value in words; of cards that the pack has several times, each with its zone."""
    cards = sorted(named(layout, type_, value), key=lambda c: layout.pack.face[c])
    several = [c for c in cards if layout.pack.of_face[layout.pack.face[c]].bit_count() > 1]
    if not several or (type_.kind == "card" and value != several[0]):  # a card that counts as another
        return written(layout, type_, value)
    zones = {c: f" in {zone_name(layout, cells[layout.where + c])}" for c in several}
    return " ".join(layout.pack.name(c) + zones.get(c, "") for c in cards)


def _leaves_nothing(entries: Sequence[str], key: str) -> bool:
    """True if a player would have no cards without this zone, which can look like the end of the game."""
    owner = key.rpartition(" ")[2]
    return owner.isdecimal() and not any(other != key and other.endswith(f" {owner}") for other in entries)


def with_less(given: Given) -> Iterator[Given]:
    """Positions with less in them: without an entry, with one card of a zone, or without one card. Or the largest zone
    takes the remaining cards."""
    entries = [key for key in given if key != "to move"]
    for key in reversed(entries):
        if not _leaves_nothing(entries, key):
            yield {name: value for name, value in given.items() if name != key}
    joined = (" as ", " in ")  # words of one card
    entries = [key for key in entries if key != "rest" and not any(word in given[key] for word in joined)]
    for key in entries:
        cards = given[key].split()
        if len(cards) > 2:
            yield given | {key: cards[-1]}
    for key in entries:
        cards = given[key].split()
        if len(cards) > 1:
            yield from (given | {key: " ".join([*cards[:at], *cards[at + 1 :]])} for at in range(len(cards)))
    many = [key for key in entries if len(given[key].split()) >= MANY]
    if many and "rest" not in given:
        largest = max(many, key=lambda key: len(given[key].split()))
        yield {**{name: value for name, value in given.items() if name != largest}, "rest": largest}


def smallest_position(
    game: ExampleGame, ends: Iterable[tuple[State, Sequence[str]]], tried: Callable[[Given, Sequence[str]], T | None]
) -> T | None:
    """Return the smallest position from which some moves show something, or None if no position does. `ends` are the
    states before the last moves of a game, with these moves; `tried` returns a position if it shows the same."""
    for state, moves in ends:
        whole = tried(state_as_given(state, game), moves)
        if whole is not None:
            # It is called in this round only, so that the moves are those of this round.
            return smallest(whole, lambda of: (tried(given, moves) for given in with_less(of.given)))  # noqa: B023
    return None
