"""The results of many games: a row for each game, in plain memory that numpy takes over without copying."""

from __future__ import annotations

import math
from array import array
from collections import Counter
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any, TypeVar

from parlour import program as p
from parlour.playouts import margins
from parlour.playouts.differences import Differences
from parlour.playouts.influence import Influence
from parlour.playouts.named import NamedResults, listed, near
from parlour.playouts.player import PlayoutError
from parlour.playouts.rows import Rows
from parlour.playouts.seeds import game_seed
from parlour.program.walking import walk
from parlour.states.state import State, Table

T = TypeVar("T")

UNDECIDED, CUT_OFF = "undecided", "cut off"
NUMBERS = ("int", "bool")  # the types of results that have a mean
SEATS = ("player", "side")
# Why a rule never fires.
SILENT = "it only sets values, forbids moves, or sets penalties, and random players make no illegal moves"
WINNERS, WINS, DECISIONS = "winners", "wins", "decisions"  # what every game has, for `mean` and `margin`


@dataclass(frozen=True)
class Fired:
    """The number of times that a rule fired, and the number of games in which it did."""

    times: int
    games: int


@dataclass(frozen=True, eq=False, repr=False)
class Played:
    """Numbers of 64 bits, read-only. `seeds[i]`, `lengths[i]` … belong to game i; `fired` has a row for each game and a
    column for each of `rules`, a result of `values` one for each player or side where there are several.

    `seeds`: the seed of game i (`start`). `lengths`: decisions, forced ones included. `endings`: the index in
    `words`. `winners`: bit k is set where seat k + 1 has won. Players and sides among the values are counted from 1; 0
    means nobody. A game that was cut off has no winners, and zeros as values. `begin`: the cells of the state
    from which all games continued. `changes`: how the mix differs from the game itself.
    `influence`: how often each rule mattered, if somebody asked for it.
    """

    table: Table
    seed: int
    policy: str
    begin: tuple[int, ...] | None
    most: int
    lengths: memoryview[int]
    endings: memoryview[int]
    winners: memoryview[int]
    values: Mapping[str, memoryview[int] | Rows]
    fired: Rows
    cells: tuple[tuple[int, ...], ...] | None
    changes: Differences
    influence: Influence | None = None

    def __len__(self) -> int:
        return len(self.lengths)

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle memory as arrays, since memoryviews can't be pickled."""
        return _again, (type(self), *(_kept(getattr(self, field.name)) for field in fields(self)))

    @cached_property
    def seeds(self) -> memoryview[int]:
        return series(array("q", (game_seed(self.seed, number) for number in range(len(self)))))

    @property
    def from_state(self) -> bool:
        """True if the games continued from a state, rather than began new."""
        return self.begin is not None

    @property
    def program(self) -> p.Program:
        return self.table.machine.program

    @property
    def players(self) -> int:
        return self.table.machine.players

    @property
    def words(self) -> tuple[str, ...]:
        """The endings. The first is for endings that the ruleset doesn't name, the last for games that were cut off."""
        return (UNDECIDED, *(word for word, _ in self.program.endings[1:]), CUT_OFF)

    @property
    def rules(self) -> tuple[str, ...]:
        """The documents of the mix."""
        return tuple(origin.document for origin in self.program.rules)

    @cached_property
    def states(self) -> tuple[State, ...] | None:
        """The final state of each game, if that was requested."""
        return None if self.cells is None else tuple(State(self.table, list(cells)) for cells in self.cells)

    # ------------------------------------------------------------ statistics

    @property
    def cut_off(self) -> int:
        """The number of games that reached the limit of decisions."""
        return self.ended.get(CUT_OFF, 0)

    @cached_property
    def ended(self) -> dict[str, int]:
        """The number of games by their ending, the most frequent first."""
        counts = sorted(Counter(self.endings).items(), key=lambda item: (-item[1], item[0]))
        return {self.words[ending]: count for ending, count in counts}

    @cached_property
    def wins(self) -> tuple[float, ...]:
        """The share of all games that each seat has won; a game with several winners counts for each of them."""
        counts = Counter(self.winners).items()
        seats = range(self.players)
        return tuple(sum(n for winners, n in counts if winners >> seat & 1) / len(self) for seat in seats)

    @property
    def length(self) -> float:
        """The mean number of decisions."""
        return sum(self.lengths) / len(self)

    def mean(self, name: str) -> float | tuple[float, ...]:
        """The mean of a result over the games that have it: one number, or one for each player or side. NaN if no game
        has it. Also of `winners` or `wins` (the shares that each seat has won), `decisions`, an ending (its share) or a
        rule (its times). A result with such a name comes first, but none is called `winners`."""
        own = self._own(name)
        if own is None:
            return self._columns(name, _mean)
        if isinstance(own, Collection):
            return _mean(own)
        return tuple(count / len(self) for count in own.counts) if own.many else own.counts[0] / len(self)

    def shares(self, name: str) -> dict[int, float] | tuple[dict[int, float], ...]:
        """Return how often a result has each of its values, as shares of the games that have it. A result that is a
        seat or a side is counted from 1, and 0 means nobody."""
        _check(name)
        return self._columns(name, _shares)

    def margins_of_shares(self, name: str) -> dict[int, float] | tuple[dict[int, float], ...]:
        """The margins of these shares by chance, in the same form."""
        _check(name)
        return self._columns(name, _margins_of_shares)

    def margin(self, name: str) -> float | tuple[float, ...]:
        """The margin of a mean by chance: half of its 95 % interval."""
        own = self._own(name)
        if own is None:
            return self._columns(name, margins.of_mean)
        if isinstance(own, Collection):
            return margins.of_mean(own)
        off = tuple(margins.of_share(count, len(self)) for count in own.counts)
        return off if own.many else off[0]

    def _own(self, name: str) -> Collection[int] | _Shares | None:
        """The number of every game for a name that is not a result (results come first), or the number of games of a
        kind."""
        _check(name)
        if name in self.values:
            self._check_number(name)
            return None
        if name in (WINNERS, WINS):
            return _Shares(tuple(round(share * len(self)) for share in self.wins), many=True)
        if name == DECISIONS:
            return self.lengths
        if name in self.words:
            return _Shares((self.ended.get(name, 0),), many=False)
        if name in self.firing or name in self.silent:
            self.firing[name]  # raises an error that says why a rule never fires
            return self.fired_by(name)
        results = list(dict.fromkeys([*self.values, WINNERS, WINS, DECISIONS]))
        raise KeyError(
            f"no result `{name}`; results: {listed(results)}; endings: {listed(self.words)}; "
            f"rules: {listed(self.firing)}" + near(name, [*results, *self.words, *self.firing])
        )

    def _check_number(self, name: str) -> None:
        """Check that a result is a number: seats are numbers too, but have no mean."""
        kind = next(result.type.kind for result in self.program.results if result.name == name)
        if kind not in NUMBERS:
            what = {"player": "a seat", "side": "a side"}.get(kind, "not a number")
            raise PlayoutError(
                f"`{name}` is {what}, so it has no mean; `shares({name!r})` has the share of each value, and "
                f"`margins_of_shares({name!r})` the margins"
            )

    def _columns(self, name: str, told: Callable[[Collection[int]], T]) -> T | tuple[T, ...]:
        found = self.values[name]
        type_ = next(result.type for result in self.program.results if result.name == name)
        none = p.NO_INT if type_.kind == "int" and type_.optional else None
        cut = len(self.words) - 1
        columns: list[Collection[int]]
        columns = [found.column(k) for k in range(found.shape[1])] if isinstance(found, Rows) else [found]
        if self.cut_off or none is not None:
            columns = [
                [v for v, e in zip(column, self.endings, strict=True) if e != cut and v != none] for column in columns
            ]
        told_of = tuple(map(told, columns))
        return told_of if isinstance(found, Rows) else told_of[0]

    @cached_property
    def firing(self) -> dict[str, Fired]:
        """Return how often each rule fired, for rules that can fire."""
        found = NamedResults[Fired](
            "rule that can fire",
            {rule: f"`{rule}` never fires: {SILENT}" for rule in self.silent},
        )
        for rule in sorted(noticeable(self.program)):
            column = self.fired_by(self.rules[rule])
            found[self.rules[rule]] = Fired(sum(column), len(column) - Counter(column)[0])
        return found

    def fired_by(self, rule: str) -> memoryview[int]:
        """Return how often a rule (any document of the mix) fired in each game."""
        _check(rule)
        if rule not in self.rules:
            raise KeyError(f"no rule `{rule}` in this mix; rules: {listed(self.rules)}{near(rule, self.rules)}")
        return self.fired.column(self.rules.index(rule))

    @cached_property
    def silent(self) -> tuple[str, ...]:
        """Return the house rules that can't fire: they only set values, forbid moves, or penalise wrong moves. They
        follow the game in `rules`."""
        heard = noticeable(self.program)
        first = self.rules.index(self.program.id) + 1
        return tuple(rule for n, rule in enumerate(self.rules) if n >= first and n not in heard)

    def __eq__(self, other: object) -> bool:
        """True if both have the same games of the same mix, with the same results."""
        if not isinstance(other, Played):
            return NotImplemented
        ours, theirs = self.table.machine, other.table.machine
        if ours is not theirs and (ours.players != theirs.players or ours.program != theirs.program):
            return False
        return all(
            getattr(self, field.name) == getattr(other, field.name) for field in fields(self) if field.name != "table"
        )

    def __hash__(self) -> int:
        return hash((self.program.digest, self.players, self.seed, self.policy, self.begin, len(self)))


def noticeable(program: p.Program) -> set[int]:
    """The rules that can fire. A rule that only changes a value, such as what a card counts, can't."""
    rooms = (program.code, program.procedures)
    found = {node.rule for room in rooms for item in room for node in walk(item) if isinstance(node, p.RuleFired)}
    return found | {firing.rule for q in program.questions for arm in q.arms for firing in arm.fires}


@dataclass(frozen=True)
class _Shares:
    """The number of games of a kind, or of each of several kinds."""

    counts: tuple[int, ...]
    many: bool


def _check(name: object) -> None:
    if not isinstance(name, str):
        raise TypeError(f"expected the name of a result or rule, found {name!r}")


def series(numbers: array[int]) -> memoryview[int]:
    """One number of each game."""
    return memoryview(numbers).toreadonly()


def _kept(field: object) -> object:
    """A field in a form that can be pickled."""
    if isinstance(field, NamedResults):
        found: NamedResults[object] = NamedResults(field.what, field.absent)
        for name, value in field.items():
            found[name] = _kept(value)
        return found
    return array("q", field) if isinstance(field, memoryview) else field


def _again(kind: type[Played], *kept: object) -> Played:
    given: list[Any] = []
    for field in kept:
        if isinstance(field, NamedResults):
            for name, value in field.items():
                field[name] = series(value) if isinstance(value, array) else value
        given.append(series(field) if isinstance(field, array) else field)
    return kind(*given)


def _mean(values: Collection[int]) -> float:
    return sum(values) / len(values) if values else math.nan


def _shares(values: Collection[int]) -> dict[int, float]:
    return {value: count / len(values) for value, count in sorted(Counter(values).items())}


def _margins_of_shares(values: Collection[int]) -> dict[int, float]:
    return {value: margins.of_share(count, len(values)) for value, count in sorted(Counter(values).items())}
