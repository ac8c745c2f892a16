"""The numbers of an experiment so far: each mix by itself, and beside the first one on the same deals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import inf, isinf, isnan

from parlour.experiments.arms import Arm
from parlour.experiments.blocks import ENDED, NAMED, RESULT, RULE, SEAT, Columns
from parlour.experiments.measures import Measure, in_order, measure
from parlour.experiments.sequences import ALPHA, Series, count_for, discoveries
from parlour.playouts.playout_names import GAME, whole
from parlour.program.expressions import VarAt

Key = tuple[int, str]  # the number of a mix, and a measure
RARE = (ENDED, NAMED)  # measures that a block lacks if none of its games counts


@dataclass(frozen=True)
class ArmNumber:
    """What is known of a measure in one mix. `margin` is half of an interval that holds at any time; `difference` and
    its margin compare with the first mix. `differs` is true if the difference is more than chance."""

    value: float
    margin: float
    games: int
    difference: float | None = None
    difference_margin: float = inf
    differs: bool = False
    is_alike: bool = False


@dataclass
class Results:
    """Grows with each block. `stopped` is true if somebody ended the experiment. If it is `early`, mixes that are
    decided get no more games. With `once`, nobody looks before all games are over, so margins are narrower."""

    arms: Sequence[Arm]
    players: int
    early: bool = True
    stopped: bool = False
    once: bool = False
    own: dict[Key, Series] = field(default_factory=dict)
    beside: dict[Key, Series] = field(default_factory=dict)
    blocks: list[list[Columns]] = field(default_factory=list)
    """Those of each mix."""
    _decided: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.blocks = [[] for _ in self.arms]

    @property
    def games(self) -> list[int]:
        """The number of games of each mix."""
        return [sum(len(columns["decisions"]) for columns in blocks) for blocks in self.blocks]

    @property
    def won(self) -> set[float]:
        """The shares of a win that seats had in some game: 1 if one won alone, 0 if it lost."""
        named = (named for blocks in self.blocks for columns in blocks for named in columns.items())
        return {won or 0.0 for name, values in named if name.startswith(SEAT) for won in values}

    def add(self, at: int, columns: Columns) -> None:
        """Add the next block of a mix."""
        games = len(columns["decisions"])
        rare = [name for number, name in self.own if number == at and name.startswith(RARE) and name not in columns]
        for name, values in columns.items():
            self._add(self.own, (at, name), values)
        for name in rare:
            self._add(self.own, (at, name), [0.0] * games)
        if at != 0:
            self._compare(at, columns, self.blocks[0][len(self.blocks[at])], games)
        self.blocks[at].append(columns)

    def _compare(self, at: int, columns: Columns, first: Columns, games: int) -> None:
        for name in {*columns, *first, *(name for number, name in self.beside if number == at)}:
            if name.startswith(RULE):
                continue  # that says what happened, not what the game is like
            nothing = [0.0] * games if name.startswith(RARE) else ()
            pairs = zip(columns.get(name, nothing), first.get(name, nothing), strict=False)
            self._add(self.beside, (at, name), [
                None if mine is None or other is None else mine - other for mine, other in pairs
            ])  # fmt: skip
        if self.early and not self.undecided(at):
            self._decided.add(at)

    def _add(self, into: dict[Key, Series], key: Key, values: Sequence[float | None]) -> None:
        """Add numbers to a series. An ending that comes for the first time has been missing in all games before."""
        at, name = key
        before = self.games[at] if name.startswith(RARE) else 0
        known = [value for value in values if value is not None]
        if known:
            into.setdefault(key, Series(float(measure(name).unit == "share"), before)).extend(known)

    # ------------------------------------------------------------ what is certain

    def open(self) -> bool:
        """True while something isn't decided."""
        return len(self.arms) == 1 or len(self._decided) < len(self.arms) - 1

    def decided(self, at: int) -> bool:
        """True if a mix needs no more games. The first one is played as long as any other."""
        return not self.open() if at == 0 else at in self._decided

    def undecided(self, at: int) -> list[str]:
        """Return the measures of all games of which it isn't certain yet whether a mix differs or is alike. What the
        ruleset counts by itself, such as points, doesn't need to be certain."""
        return [
            name for number, name in self.beside
            if number == at and not name.startswith((RESULT, NAMED)) and not self._is_certain(at, name)
        ]  # fmt: skip

    def _is_certain(self, at: int, name: str) -> bool:
        series = self.beside[at, name]
        if series.count < self.own[at, "decisions"].count:
            return True  # looked at in some games only: that is known as well as it gets
        radius = series.radius()
        return radius < abs(series.mean) or radius + abs(series.mean) <= self._grain(name)

    def games_to_decide(self, at: int, name: str) -> float:
        """Return after how many games a measure of all games has a sign, if the numbers stay as they are."""
        series, evidence = self.beside[at, name], self._evidence()
        radius, mean = series.radius(), abs(series.mean)
        if isinf(radius):
            return inf
        star = ALPHA * (len(discoveries(evidence)) + 1) / len(evidence)
        alike = count_for(series.count, radius, self._grain(name) - mean)
        return min(alike, count_for(series.count, radius, mean, star))

    def _evidence(self) -> Mapping[Key, float]:
        return {key: series.evidence() for key, series in self.beside.items()}

    def _grain(self, name: str) -> float:
        of = measure(name)
        return of.grain * abs(self.own[0, name].mean) if of.unit == "number" and (0, name) in self.own else of.grain

    # ------------------------------------------------------------ reports

    def measures(self) -> list[Measure]:
        return [self.measure(name) for name in in_order(name for _, name in self.own)]

    def measure(self, id: str) -> Measure:
        """Return a measure with a title for these mixes."""
        return measure(id, self._words)

    @cached_property
    def _words(self) -> Mapping[str, str]:
        programs = [arm.game.program for arm in self.arms]
        wholes = {whole(program) for program in programs}
        words = {GAME: wholes.pop()} if len(wholes) == 1 else {}
        for program in programs:
            words |= {f"{RULE}{rule.document}": rule.title for rule in program.rules}
            words |= {f"{ENDED}{word}": text for word, text in program.endings}
            counts = [(one.name, one.value.var) for one in program.results if isinstance(one.value, VarAt)]
            words |= {f"{RESULT}{name}": program.variables[var].text for name, var in counts}
        return words

    def numbers(self) -> Mapping[Key, ArmNumber]:
        """Return everything that is known, with the differences that are more than chance among all of them."""
        differing = discoveries(self._evidence())
        return {key: self._number(key, series, key in differing) for key, series in self.own.items()}

    def margin(self, series: Series) -> float:
        """Return half of the interval for a mean."""
        return series.margin() if self.once else series.radius()

    def _number(self, key: Key, series: Series, differs: bool) -> ArmNumber:
        beside = self.beside.get(key)
        if beside is None or isnan(beside.mean):
            return ArmNumber(series.mean, self.margin(series), series.count)
        radius = beside.radius()
        alike = not differs and radius + abs(beside.mean) <= self._grain(key[1])
        return ArmNumber(series.mean, series.radius(), series.count, beside.mean, radius, differs, alike)
