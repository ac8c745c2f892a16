"""The results of many games: a row for each game, in plain memory that numpy takes over without copying."""

from __future__ import annotations

import sys
from array import array
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from types import MappingProxyType
from typing import Any, NoReturn, TypeVar, overload

from parlour import program as p
from parlour.base.diagnostics import did_you_mean
from parlour.playouts import margins
from parlour.playouts.margins import Column
from parlour.playouts.player import PlayoutError, game_seed
from parlour.program.walking import walk
from parlour.states.state import State, Table


class Rows:
    """A read-only table: `rows[i]` is a row, `rows[i, k]` a number, `rows.column(k)` a column. A memoryview can't
    give rows."""

    __slots__ = ("_flat", "shape")

    def __init__(self, numbers: array[int], columns: int) -> None:
        self._flat = memoryview(numbers).toreadonly()
        self.shape = (len(numbers) // columns if columns else 0, columns)

    def __len__(self) -> int:
        return self.shape[0]

    @overload
    def __getitem__(self, at: int) -> memoryview[int]: ...
    @overload
    def __getitem__(self, at: tuple[int, int]) -> int: ...
    def __getitem__(self, at: int | tuple[int, int]) -> memoryview[int] | int:
        games, columns = self.shape
        if isinstance(at, tuple):
            row, column = at
            return self._flat[range(games)[row] * columns + range(columns)[column]]
        if not isinstance(at, int):
            raise TypeError("take rows one at a time with `rows[i]`, or all of them with `tolist()`")
        row = range(games)[at]
        return self._flat[row * columns : (row + 1) * columns]

    def __iter__(self) -> Iterator[memoryview[int]]:
        return map(self.__getitem__, range(len(self)))

    def column(self, column: int) -> memoryview[int]:
        games, columns = self.shape
        return self._flat[range(columns)[column] :: columns] if games else self._flat

    def tolist(self) -> list[list[int]]:
        return [row.tolist() for row in self]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Rows) and self.shape == other.shape and self._flat == other._flat

    __hash__ = None  # type: ignore[assignment]  # as of a list

    @property
    def __array_interface__(self) -> dict[str, object]:
        """Let numpy take over the memory. A memoryview with two dimensions couldn't return rows."""
        order = "<" if sys.byteorder == "little" else ">"
        return {"version": 3, "shape": self.shape, "typestr": f"{order}i8", "data": self._flat}

    def __reduce__(self) -> tuple[object, ...]:
        return Rows, (array("q", self._flat), self.shape[1])

    def __repr__(self) -> str:
        return f"<{self.shape[0]} rows of {self.shape[1]}>"


T = TypeVar("T")

NONE: Mapping[str, str] = MappingProxyType({})


def listed(names: Iterable[str]) -> str:
    return ", ".join(names) or "none"


def near(name: str, names: Iterable[str]) -> str:
    """A suggestion of similar names, to append to an error."""
    help = did_you_mean(name, names)
    return f"; {help}" if help else ""


class NamedResults(dict[str, T]):
    """`what` describes the values in errors; some absent names have a reason of their own."""

    def __init__(self, what: str, absent: Mapping[str, str] = NONE) -> None:
        super().__init__()
        self.what = what
        self.absent = dict(absent)

    def __missing__(self, name: object) -> NoReturn:
        message = f"no {self.what} `{name}`; known: {listed(self)}{near(str(name), self)}"
        raise KeyError(self.absent.get(str(name), message))


UNDECIDED, CUT_OFF = "undecided", "cut off"
NUMBERS = ("int", "bool")  # the types of results that have a mean
SEATS = ("player", "side")
# Why a rule never fires.
SILENT = "it only sets values, forbids moves, or sets penalties, and random players make no illegal moves"
WINNERS, WINS, DECISIONS = "winners", "wins", "decisions"  # what every game has, for `mean` and `margin`
ALONE, NOBODY = "mean", "nobody"  # of a number that isn't one for each player or side

Key = tuple[str, str]  # the kind of number, and the player, ending or rule that it belongs to


@dataclass(frozen=True)
class Fired:
    """The number of times that a rule fired, and the number of games in which it did."""

    times: int
    games: int


@dataclass(frozen=True, eq=False, repr=False)
class Playouts:
    """Numbers of 64 bits, read-only. `seeds[i]`, `lengths[i]` … belong to game i; `fired` has a row for each game and a
    column for each of `rules`, a result of `values` one for each player or side where there are several.

    `seeds`: the seed of game i (`start`). `lengths`: decisions, forced ones included. `endings`: the index in
    `words`. `winners`: bit k is set where seat k + 1 has won. Players and sides among the values are counted from 1; 0
    means nobody. A game that was cut off has no winners, and zeros as values. `begin`: the cells of the state
    from which all games continued. `levels`: those of the bots at the seats, or nothing if all follow the policy.
    `first`: the number of game 0 among those of the seed.
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
    levels: tuple[int, ...] = ()
    first: int = 0

    def __len__(self) -> int:
        return len(self.lengths)

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle memory as arrays, since memoryviews can't be pickled."""
        return _again, (type(self), *(_saved(getattr(self, part.name)) for part in fields(self)))

    @cached_property
    def seeds(self) -> memoryview[int]:
        return series(array("q", (game_seed(self.seed, self.first + number) for number in range(len(self)))))

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
        return self._of_each(self._numbers(name), lambda column: column.estimate().value)

    def shares(self, name: str) -> dict[int, float] | tuple[dict[int, float], ...]:
        """Return how often a result has each of its values, as shares of the games that have it. A result that is a
        seat or a side is counted from 1, and 0 means nobody."""
        _check(name)
        return self._of_each(result_columns(self, name), lambda column: _shares(column.known()))

    def margins_of_shares(self, name: str) -> dict[int, float] | tuple[dict[int, float], ...]:
        """The margins of these shares by chance, in the same form."""
        _check(name)
        return self._of_each(result_columns(self, name), lambda column: _margins_of_shares(column.known()))

    def margin(self, name: str) -> float | tuple[float, ...]:
        """The margin of a mean by chance: half of its 95 % interval."""
        return self._of_each(self._numbers(name), lambda column: column.estimate().margin)

    @staticmethod
    def _of_each(columns: dict[str, Column], read: Callable[[Column], T]) -> T | tuple[T, ...]:
        """Return one value, or one for each player or side."""
        return read(columns[ALONE]) if ALONE in columns else tuple(map(read, columns.values()))

    def _numbers(self, name: str) -> dict[str, Column]:
        """The numbers that have a mean, by their names in `mean`. Results come first."""
        _check(name)
        if name in self.values:
            self._check_number(name)
            return result_columns(self, name)
        if name in (WINNERS, WINS):
            return won_by(self)
        if name == DECISIONS:
            return {ALONE: Column("mean", self.lengths)}
        if name in self.words:
            return {ALONE: _share(self.endings, self.words.index(name))}
        if name in self.firing or name in self.silent:
            self.firing[name]  # raises an error that says why a rule never fires
            return {ALONE: Column("mean", self.fired_by(name))}
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

    @cached_property
    def firing(self) -> dict[str, Fired]:
        """Return how often each rule fired, for rules that can fire."""
        firing = NamedResults[Fired](
            "rule that can fire",
            {rule: f"`{rule}` never fires: {SILENT}" for rule in self.silent},
        )
        for rule in sorted(noticeable(self.program)):
            column = self.fired_by(self.rules[rule])
            firing[self.rules[rule]] = Fired(sum(column), len(column) - Counter(column)[0])
        return firing

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
        if not isinstance(other, Playouts):
            return NotImplemented
        ours, theirs = self.table.machine, other.table.machine
        if ours is not theirs and (ours.players != theirs.players or ours.program != theirs.program):
            return False
        return all(
            getattr(self, part.name) == getattr(other, part.name) for part in fields(self) if part.name != "table"
        )

    def __hash__(self) -> int:
        return hash((self.program.digest, self.players, self.seed, self.policy, self.begin, len(self)))

    def __repr__(self) -> str:
        return f"<Playouts of {self.program.id}: {len(self)} games of seed {self.seed}>"


def results_of(played: Playouts) -> Iterator[tuple[Key, Column]]:
    """Yield the means of results that are numbers, and the shares of those that are a seat or side."""
    for name in of_kind(played, NUMBERS):
        yield from (((name, whose), column) for whose, column in result_columns(played, name).items())
    for name in of_kind(played, SEATS):
        values = result_columns(played, name).get(ALONE, Column("share", ())).values
        for seat in range(played.players + 1):
            if seat in values:
                yield (name, f"seat {seat}" if seat else NOBODY), _share(values, seat)


def of_kind(played: Playouts, kinds: Sequence[str]) -> list[str]:
    return [r.name for r in played.program.results if r.name in played.values and r.type.kind in kinds]


def won_by(played: Playouts) -> dict[str, Column]:
    seats = range(played.players)
    return {f"seat {seat + 1}": Column("share", [w >> seat & 1 for w in played.winners]) for seat in seats}


def _share(values: Sequence[int | None], value: int) -> Column:
    return Column("share", [None if v is None else int(v == value) for v in values])


def result_columns(played: Playouts, name: str) -> dict[str, Column]:
    """Return a result for each player or side, or one. Games that were cut off have no number, as those without
    the result."""
    values = played.values[name]
    result = next(result for result in played.program.results if result.name == name)
    given = [values.column(at) for at in range(values.shape[1])] if isinstance(values, Rows) else [values]
    none = p.NO_INT if result.type.kind == "int" and result.type.optional else None
    cut = len(played.words) - 1
    word = "side" if result.per == "side" and len(given) != played.players else "seat"
    columns = {}
    for number, column in enumerate(given, 1):
        known = [None if e == cut or v == none else v for v, e in zip(column, played.endings, strict=True)]
        columns[f"{word} {number}" if isinstance(values, Rows) else ALONE] = Column("mean", known)
    return columns


def noticeable(program: p.Program) -> set[int]:
    """The rules that can fire. A rule that only changes a value, such as what a card counts, can't."""
    rooms = (program.code, program.procedures)
    rules = {node.rule for room in rooms for item in room for node in walk(item) if isinstance(node, p.RuleFired)}
    return rules | {firing.rule for q in program.questions for arm in q.arms for firing in arm.fires}


def _check(name: object) -> None:
    if not isinstance(name, str):
        raise TypeError(f"expected the name of a result or rule, found {name!r}")


def series(numbers: array[int]) -> memoryview[int]:
    """One number of each game."""
    return memoryview(numbers).toreadonly()


def _saved(part: object) -> object:
    """A field in a form that can be pickled."""
    if isinstance(part, NamedResults):
        saved: NamedResults[object] = NamedResults(part.what, part.absent)
        for name, value in part.items():
            saved[name] = _saved(value)
        return saved
    return array("q", part) if isinstance(part, memoryview) else part


def _again(kind: type[Playouts], *saved: object) -> Playouts:
    given: list[Any] = []
    for part in saved:
        if isinstance(part, NamedResults):
            for name, value in part.items():
                part[name] = series(value) if isinstance(value, array) else value
        given.append(series(part) if isinstance(part, array) else part)
    return kind(*given)


def _shares(values: Collection[int]) -> dict[int, float]:
    return {value: count / len(values) for value, count in sorted(Counter(values).items())}


def _margins_of_shares(values: Collection[int]) -> dict[int, float]:
    return {value: margins.of_share(count, len(values)) for value, count in sorted(Counter(values).items())}
