"""The smallest position found that shows a difference: few cards, few variables, few moves.

A position is laid out as `given:` says. It starts as the position before the last moves of a game, and loses whatever
the difference doesn't need.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from parlour import program as p
from parlour.base.diagnostics import RulesetError
from parlour.examples.mixing import ExampleMix
from parlour.examples.position import position_of
from parlour.mutation.lockstep import Lockstep, Split, Step
from parlour.mutation.mixes import TrialMixes
from parlour.mutation.writing import cards_in
from parlour.states.positions import PositionError
from parlour.states.state import State, Table
from parlour.table.faults import RulesetFault
from parlour.table.layout import BOX, DIRECTION, PLAYING
from parlour.table.texts import written, zone_name

LAST_MOVES = 6  # positions to start from
SEED = 1

Given = dict[str, str]
"""`given:` with its values, zones first."""


@dataclass(frozen=True)
class Small:
    """A position, the moves from there, and the two states after them."""

    given: Given
    split: Split


@dataclass(frozen=True)
class _MixGame:
    """A mix as examples see it, played by the interpreter."""

    mixes: TrialMixes
    mix: ExampleMix

    @property
    def program(self) -> p.Program:
        return self.mixes.game(self.mix).program

    def table(self, players: int | None = None) -> Table:
        return self.mixes.table(self.mix, players)


class Shrinking:
    def __init__(self, baseline: TrialMixes, mixes: TrialMixes, mix: ExampleMix, players: int) -> None:
        self.games = _MixGame(baseline, mix), _MixGame(mixes, mix)
        self.players = players
        self.step = Lockstep(*(game.table(players) for game in self.games))

    def smallest(self, steps: Sequence[Step]) -> Small | None:
        """Return the smallest position from which the last of these moves lead to a difference."""
        for count in range(1, min(LAST_MOVES, len(steps)) + 1):
            last = steps[-count:]
            moves = [move.text for move in last]
            small = self._tried(self._position(last[0].state), moves)
            if small is not None:
                return self._shrunk(small, moves)
        return None

    def _shrunk(self, small: Small, moves: Sequence[str]) -> Small:
        """Leave out what the difference doesn't need, until nothing more can go."""
        smaller: Small | None = small
        while smaller is not None:
            small = smaller
            smaller = next((found for given in _less(small.given) if (found := self._tried(given, moves))), None)
        return small

    def _tried(self, given: Given, moves: Sequence[str]) -> Small | None:
        """The position with these moves, if the tables can be told apart after them and not before."""
        try:
            states = [position_of(given, game, self.players, SEED) for game in self.games]
            split = self.step.replayed(states[0], states[1], moves)
        except (RulesetError, RulesetFault, PositionError, ValueError, TypeError):
            return None  # there is no such position, or no such move
        return Small(given, split) if split is not None else None

    def _position(self, state: State) -> Given:
        """What `given:` says of a state: its zones, and the variables that aren't as they would be without it."""
        layout, cells = state.table.machine.layout, list(state.cells)
        given: Given = {}
        for zone in layout.instances[BOX + 1 :]:
            if not self._rests(zone.zone) and layout.contents(cells, zone):
                given[zone_name(layout, zone.number)] = cards_in(state, cells, zone)
        given |= dict(_seats(layout.players, cells))
        given["to move"] = str(state.question.seat)
        try:
            laid = position_of(given, self.games[0], self.players, SEED)
        except (RulesetError, RulesetFault, PositionError):
            return given
        return {**given, **dict(_variables(state, cells, list(laid.cells)))}

    def _rests(self, zone: int) -> bool:
        """True for the zone that takes the cards that are left over."""
        zones = self.games[0].program.zones
        hidden = [number for number, z in enumerate(zones) if number != BOX and z.ordered and z.seen == "nobody"]
        return hidden == [zone]


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
                words = (written(layout, type_, key) for type_, key in zip(variable.keys, keys, strict=True))
                yield " ".join([variable.name, *words]), written(layout, variable.type, value)


def _leaves_nothing(entries: Sequence[str], key: str) -> bool:
    """True if a player would have no cards without this zone, which can look like the end of the game."""
    owner = key.rpartition(" ")[2]
    return owner.isdecimal() and not any(other != key and other.endswith(f" {owner}") for other in entries)


def _less(given: Given) -> Iterator[Given]:
    """Positions with less in them: without an entry, with one card of a zone, without one card."""
    entries = [key for key in given if key != "to move"]
    for key in reversed(entries):
        if not _leaves_nothing(entries, key):
            yield {name: value for name, value in given.items() if name != key}
    for key in entries:
        cards = given[key].split()
        if len(cards) > 2 and " as " not in given[key]:
            yield given | {key: cards[-1]}
    for key in entries:
        cards = given[key].split()
        if len(cards) > 1 and " as " not in given[key]:
            yield from (given | {key: " ".join([*cards[:at], *cards[at + 1 :]])} for at in range(len(cards)))
