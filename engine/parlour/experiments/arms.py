"""The mixes of an experiment: named ones, and those of a sweep over options and rules.

A sweep is a grid of all combinations, or, if each factor has two values, a part of it from which the effect of each
factor and of each pair of factors can still be told apart.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import TypeVar

from parlour.base.diagnostics import RulesetError, did_you_mean, first_error
from parlour.base.usage import UsageError
from parlour.documents.prose import label_of, options_by_name, setting_in_words, title_of, value_in_words, with_rules
from parlour.game import Game
from parlour.library.library import is_path
from parlour.mixing.recipes import Recipe
from parlour.states.state import State

T = TypeVar("T")

ON, OFF = "on", "off"
WHOLE_GRID = 32  # mixes at most, before a plan leaves some out
MOST_ARMS = 256


class SweepError(UsageError):
    """A sweep that can't be played. The message says why."""

    @property
    def with_help(self) -> SweepError:
        """The same error with what to do in its message."""
        return SweepError(f"{self}; {self.help}" if self.help else str(self))


@dataclass(frozen=True)
class Factor:
    """An option or a rule with its title, and the values that it takes in a sweep."""

    name: str
    values: tuple[str, ...]
    is_rule: bool
    title: str

    @property
    def rule(self) -> str:
        """The rule that changes, or whose option changes; nothing for an option of a game or a frame."""
        return self.name if self.is_rule else self.name.rpartition(".")[0]

    @property
    def change(self) -> str:
        """What changes from the first value to the last one."""
        return self.name if self.is_rule else f"{self.name} {self.values[0]} to {self.values[-1]}"

    @property
    def change_in_words(self) -> str:
        first, last = (value_in_words(value) for value in (self.values[0], self.values[-1]))
        return self.title if self.is_rule else f"{self.title}: {last}, not {first}"


@dataclass(frozen=True)
class FactorChange:
    """A rule that is added or left out, or an option with another value."""

    factor: Factor
    value: str

    def __str__(self) -> str:
        """The change as a part of a line of a mix."""
        factor = self.factor
        return f"{'+' if self.value == ON else '-'} {factor.name}" if factor.is_rule else f"{factor.name}={self.value}"

    def in_words(self, game: Game) -> str:
        """Return the change as people read it, for a game with it."""
        if self.factor.is_rule:
            title = [self.factor.title]
            return with_rules("", *((title, ()) if self.value == ON else ((), title))).strip()
        return setting_in_words(options_by_name(game.composition)[self.factor.name])


@dataclass(frozen=True)
class Arm:
    """A mix of an experiment. `levels` has the value of each factor. Its games continue from `begin`, if that is
    there. `words` are its title if that isn't the usual one."""

    name: str
    game: Game
    levels: Mapping[str, str] = field(default_factory=dict)
    begin: State | None = None
    words: str = ""

    @property
    def title(self) -> str:
        """The mix as people read it."""
        return self.words or title_of(self.game.composition)


def read_factor(text: str, game: Game) -> Factor:
    """Read `hand-size=3..10`, `hand-size=5,7`, `jack-skips` or `jack-skips=on,off`."""
    name, sign, given = (part.strip() for part in text.partition("="))
    if not name:
        raise SweepError(f"`{text}`: expected an option or a rule", "write `hand-size=3..10` or `jack-skips`")
    values = tuple(_values(given))
    if len(set(values)) < len(values):
        raise SweepError(f"`{text}` has a value twice", "leave one of them out")
    if name in game.options:
        if len(values) < 2:
            raise SweepError(f"`{text}`: expected at least two values", f"write `{name}=3..10` or `{name}=5,7`")
        return Factor(name, values, False, label_of(options_by_name(game.composition)[name]))
    if sign and set(values) != {ON, OFF}:
        help = did_you_mean(name, game.options) or "a rule is on or off; `parlour show GAME` lists the options"
        raise SweepError(f"`{text}`: this game has no option `{name}`", help)
    library = game.recipe.home
    rule, _ = library.find(name, ("rule",))
    if rule is None and not is_path(name):
        near = did_you_mean(name, [*game.options, *library.ids("rule")])
        raise SweepError(f"`{name}` is no option of this game, and no rule", near)
    return Factor(name, (OFF, ON), True, name if rule is None else rule.title)


def _values(text: str) -> Iterator[str]:
    for part in filter(None, (part.strip() for part in text.split(","))):
        low, dots, high = part.partition("..")
        if dots and low.lstrip("-").isdecimal() and high.lstrip("-").isdecimal():
            if int(high) - int(low) >= MOST_ARMS:
                raise SweepError(f"`{part}` has more than {MOST_ARMS} values", "sweep some of them, such as 10,20,40")
            yield from map(str, range(int(low), int(high) + 1))
        else:
            yield part


def swept(game: Game, factors: Sequence[Factor]) -> tuple[list[Arm], list[str]]:
    """Return the mixes of a sweep, and for each mix that `check` refuses its name with the reason."""
    if len({factor.name for factor in factors}) < len(factors):
        raise SweepError("the sweep names an option or a rule twice", "leave one of them out")
    arms: list[Arm] = []
    refused: list[str] = []
    for levels in planned(factors):
        name = _name(factors, levels)
        try:
            mix = changed(game, factors, levels)
            arms.append(Arm(name, mix, levels, words=_in_words(mix, factors)))
        except RulesetError as error:
            first = first_error(error.diagnostics)
            refused.append(f"{name}: {first.message}")
    if not arms:
        raise SweepError(f"`check` refuses all mixes of this sweep; {refused[0]}")
    return arms, refused


def _name(factors: Sequence[Factor], levels: Mapping[str, str]) -> str:
    """Return the options with their values and the rules that are on; of a sweep over rules alone, `none` of them."""
    shown = [f.name if f.is_rule else f"{f.name}={levels[f.name]}" for f in factors if levels[f.name] != OFF]
    return ", ".join(shown) or "none"


def _in_words(mix: Game, factors: Sequence[Factor]) -> str:
    """Return the options that a sweep varies, as people read them; if it varies rules too, with the game."""
    names = [factor.name for factor in factors if not factor.is_rule]
    if len(names) < len(factors):
        return title_of(mix.composition, names)
    return "; ".join(setting_in_words(options_by_name(mix.composition)[name]) for name in names)


def changed(game: Game, factors: Sequence[Factor], levels: Mapping[str, str]) -> Game:
    recipe: Recipe = game.recipe
    own = {use.rule.id for use in game.composition.uses}
    added = [f.name for f in factors if f.is_rule and levels[f.name] == ON and f.name not in own]
    left_out = [f.name for f in factors if f.is_rule and levels[f.name] == OFF and f.name in own]
    if left_out:
        recipe = recipe.lacking(left_out, game.composition)
    options = {f.name: levels[f.name] for f in factors if not f.is_rule}
    recipe = recipe.plus(*added).set_to({name: v for name, v in options.items() if v != game.options[name]})
    return Game(recipe.compiled(), recipe)


def planned(factors: Sequence[Factor]) -> list[dict[str, str]]:
    """Return the combinations to play: all of them, or those of a plan if they are too many."""
    size = 1
    for factor in factors:
        size *= len(factor.values)
    if size <= WHOLE_GRID:
        names = [factor.name for factor in factors]
        return [dict(zip(names, values, strict=True)) for values in product(*(f.values for f in factors))]
    if any(len(factor.values) != 2 for factor in factors):
        raise SweepError(f"this sweep has {size:,} mixes", "sweep fewer values, or only factors with two values")
    runs = fraction(len(factors))
    if len(runs) > MOST_ARMS:
        raise SweepError(f"a plan for {len(factors)} factors has {len(runs):,} mixes", "sweep fewer at once")
    return [{f.name: f.values[run >> number & 1] for number, f in enumerate(factors)} for run in runs]


def fraction(count: int) -> list[int]:
    """Return the runs of a plan for factors with two values: bit k of a run is the value of factor k.

    Each new factor is the sum of some basic ones. The sums are chosen so that no effect of a factor or a pair is the
    same in all runs as that of another factor or pair (resolution V).
    """
    basic = 1
    while (words := _words(basic, count)) is None:
        basic += 1
    return [
        run | sum((bin(run & word).count("1") & 1) << basic + number for number, word in enumerate(words))
        for run in range(1 << basic)
    ]


def _words(basic: int, count: int) -> list[int] | None:
    """Return for each factor beyond the basic ones which of these it is the sum of; None if there are too few."""
    plain = [1 << number for number in range(min(basic, count))]
    sums = sorted(range(1 << basic), key=lambda word: (bin(word).count("1"), word))
    return next((columns[basic:] for columns in _extended(plain, sums, count)), None)


def _extended(columns: list[int], sums: Sequence[int], count: int) -> Iterator[list[int]]:
    """Yield these columns with as many more as there are factors, in all clear ways."""
    if len(columns) == count:
        yield columns
        return
    for at, word in enumerate(sums):
        if _is_clear([*columns, word]):
            yield from _extended([*columns, word], sums[at + 1 :], count)


def _is_clear(columns: Sequence[int]) -> bool:
    """True if all factors and pairs have different columns, none of them constant."""
    effects = [*columns, *(one ^ other for one, other in pairs(columns))]
    return 0 not in effects and len(set(effects)) == len(effects)


def pairs(items: Sequence[T]) -> list[tuple[T, T]]:
    """Return each pair of different items once."""
    return [(one, other) for at, one in enumerate(items) for other in items[at + 1 :]]
