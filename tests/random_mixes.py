"""Games with random rules and options of one family."""

from dataclasses import dataclass, field
from functools import cache
from random import Random
from shlex import quote

from parlour.base.diagnostics import has_errors
from parlour.documents.composition import Composition, OptionSetting
from parlour.game import dealable
from parlour.mixing.compiler import Options
from parlour.mixing.compose import compose
from parlour.mixing.needs import needed_by
from parlour.program import Program
from scaffold.mixes import LIBRARY, families, said, to_add, used
from scaffold.mixes import mixed as compile_mix
from scaffold.mixes import rules as all_rules

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS = ("♣", "♦", "♥", "♠")


@dataclass(frozen=True)
class Mix:
    """A game with added and removed rules and options, and its Program."""

    game: str
    rules: tuple[str, ...]
    without: tuple[str, ...]
    options: Options
    program: Program = field(repr=False)
    players: tuple[int, ...]  # that can be dealt to

    def __str__(self) -> str:
        parts = [self.game, *(f"--with {rule}" for rule in self.rules), *(f"--without {rule}" for rule in self.without)]
        parts += [f"--set {quote(f'{name}={written(value)}')}" for name, value in self.options.items()]
        return " ".join(parts)


def written(value: str | int | bool) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


@cache
def random_mix(seed: int, number: int) -> Mix:
    """Return one of the mixes without end of a seed, which are from each family in turn."""
    chance = Random(f"mix {number} of {seed}")
    games = list(families().values())
    while True:
        mix = mixed(chance, chance.choice(games[number % len(games)]))
        if mix is not None:
            return mix


def mixed(chance: Random, game: str) -> Mix | None:
    """Return a game with some rules and options, or None if they don't fit together or nobody can play."""
    without = tuple(chance.sample(used(game), chance.choice((0, 0, 0, 1)))) if used(game) else ()
    rules = _rules(chance, game, without)
    compiled = compile_mix(game, *rules, without=without)
    if compiled.composition is None or has_errors(compiled.findings):
        return None
    options = some_options(chance, compiled.composition)
    while True:
        compiled = compile_mix(game, *rules, without=without, options=options)
        if compiled.program is not None and not has_errors(compiled.findings):
            players = dealable(compiled.program)
            return Mix(game, rules, without, options, compiled.program, players) if players else None
        if not options:
            return None
        options.pop(chance.choice(list(options)))  # some values don't fit together


def _rules(chance: Random, game: str, without: tuple[str, ...]) -> tuple[str, ...]:
    """Return some rules that fit together, with their needs: mostly a few, sometimes as many as possible."""
    fitting = to_add(game)
    most = chance.choice((1, 2, 4, 8, len(fitting)))
    kept: tuple[str, ...] = ()
    for rule in chance.sample(fitting, len(fitting)):
        if len(kept) >= most:
            break
        if rule in kept:
            continue
        there = {*used(game), *kept} - {*without}
        groups = {group for id in there for group in said(id, "group")}
        needed = needed_by([all_rules()[rule]], LIBRARY, lambda _, known: chance.choice(known), there, groups)
        more = (*kept, *(id for id in needed if id not in kept), rule)
        if not has_errors(compose(LIBRARY, game, more, without)[1]):
            kept = more
    return kept


def some_options(chance: Random, composition: Composition) -> dict[str, str | int | bool]:
    """Return some of the options, each with any of its values."""
    often = chance.choice((0.2, 0.5, 1))
    found: dict[str, str | int | bool] = {}
    for (id, name), setting in composition.options.items():
        if chance.random() < often:
            found[f"{id}.{name}" if setting.document.kind == "rule" else name] = _value(chance, setting)
    return found


def _value(chance: Random, setting: OptionSetting) -> str | int | bool:
    kind = setting.type
    if kind.optional and chance.random() < 0.2:
        return "none"
    match kind.kind:
        case "bool":
            return chance.random() < 0.5
        case "word":
            return chance.choice(kind.words)
        case "int":
            low, high = kind.low or 0, kind.high if kind.high is not None else 100
            span = min(high - low, chance.choice((1, 5, 50, high - low)))  # mostly small: short matches
            return chance.choice((low, high, chance.randint(low, low + span)))
        case "rank":
            return chance.choice(RANKS)
        case "suit":
            return chance.choice(SUITS)
        case "ranks":
            return " ".join(chance.sample(RANKS, chance.randint(1, 4)))
        case "suits":
            return " ".join(chance.sample(SUITS, chance.randint(1, 3)))
        case "cards":
            return " ".join(f"{chance.choice(RANKS)}{suit}" for suit in chance.sample(SUITS, chance.randint(1, 3)))
