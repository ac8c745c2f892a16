"""Mixes that nobody can play, and the options that would make them playable."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path

from parlour.base.diagnostics import Diagnostic, Related, RulesetError, listing
from parlour.base.printable import value_word
from parlour.base.source import is_shipped
from parlour.base.usage import UsageError
from parlour.documents.composition import Composition, Document, OptionSetting
from parlour.documents.prose import options_by_name
from parlour.game import Game, TableError, numbers, players_in_words
from parlour.lang import syntax as s
from parlour.lang.symbols import origin, written
from parlour.library.library import is_path
from parlour.lints.option_ranges import options_in
from parlour.mixing.compiler import Compiled
from parlour.mixing.recipes import Recipe
from parlour.program import Origin, Program
from parlour.states.table_sizes import dealable, refusals, refused

MOST = 3  # suggestions
TRIES = 200  # mixes that one search compiles
NEAR = 60  # values of one option to try
NEAR_IN_PAIRS = 4
UNMET = "this condition is false"

Values = tuple[tuple[str, str], ...]
"""Options by their full names, and values for them."""


def nobody_plays(composition: Composition | None, program: Program | None, mix: Recipe) -> Diagnostic | None:
    """Return the error at the game that nobody can play its mix, if it has no other errors."""
    if composition is None or program is None or dealable(program):
        return None
    against = [refused(program, players) for players in program.players]
    always = [reason for reason in against[0] if all(reason in others for others in against)] or against[0]
    message = f"nobody can play this mix: {'; '.join(text for text, _ in always)}"
    ways = islice(making_room(composition, None, mix), MOST)
    by_path = isinstance(mix.subject, Path) or is_path(mix.subject)
    own = _set_by(composition) if by_path and not is_shipped(composition.subject.source.name) else frozenset()
    help = listing([_in_words(values, mix, own) for values in ways], quote="") or None
    causes = [*_causes(composition, mix)]
    if causes and help is None:
        help = _leave_out(causes)
    without = (Related(rule.id_span, f"without `{rule.id}` it can be played") for rule in causes)
    related = (*_false(composition, always), *without)
    return Diagnostic("nobody-plays", message, composition.subject.id_span, related=related, help=help)


def nobody_with(rule: Document, compiled: Compiled, mix: Recipe) -> Diagnostic | None:
    """Return the same error at a rule of the mix."""
    nobody = nobody_plays(compiled.composition, compiled.program, mix)
    if nobody is None:
        return None
    related = tuple(place for place in nobody.related if place.span != rule.id_span)
    help = None if len(related) < len(nobody.related) and nobody.help == _leave_out([rule]) else nobody.help
    return replace(nobody, span=rule.id_span, related=related, help=help)


def _leave_out(rules: Sequence[Document]) -> str:
    return f"leave out {listing([rule.id for rule in rules])}"


def _causes(composition: Composition, mix: Recipe) -> Iterator[Document]:
    """Yield the added rules without any one of which somebody can play the mix."""
    for rule in composition.added:
        program = mix.lacking((rule.id,), composition).table()
        if program is not None and dealable(program):
            yield rule


def _false(composition: Composition, reasons: Iterable[tuple[str, Origin]]) -> tuple[Related, ...]:
    places = (written(composition, origin) for _, origin in reasons)
    return tuple(Related(place, UNMET) for place in places if place is not None)


def excluded_players(game: Document, compiled: Compiled) -> Diagnostic | None:
    """Return a warning at the `players` of a game or rule if they include numbers that its own conditions exclude."""
    stated, program, composition = game.node.get("players"), compiled.program, compiled.composition
    if stated is None or program is None or composition is None:
        return None
    possible = dealable(program)
    lacking = [players for players in program.players if players not in possible]
    if not possible or not lacking:
        return None
    against = refused(program, lacking[0])
    reasons = "; ".join(text for text, _ in against)
    message = f"`players` includes {numbers(lacking)}, but a condition excludes {lacking[0]}: {reasons}"
    help = f"the game is for {players_in_words(possible)}; change `players`, or the options under `set`"
    return Diagnostic("players-excluded", message, stated.span, "warning", _false(composition, against), help)


@contextmanager
def at_table(game: Game, players: int | None) -> Iterator[None]:
    """Let the error for too many players say which options help, or why nobody can play."""
    try:
        yield
    except TableError as error:
        raise _crowded(error, game, players) from None


def _crowded(error: TableError, game: Game, players: int | None) -> UsageError | RulesetError:
    nobody = nobody_plays(game.composition, game.program, game.recipe)
    if nobody is not None:
        return RulesetError((nobody,))
    if players not in game.program.players or players in game.players:
        return error
    mix, ways = game.recipe, islice(making_room(game.composition, players, game.recipe), MOST)
    options = [listing([*_new(values, mix), *_changed(values, mix)], "and", "") for values in ways]
    return UsageError(str(error), f"{listing(options, quote='')} makes room for {players} players" if options else None)


def _set_by(composition: Composition) -> frozenset[str]:
    """Return the options that the game of a mix sets itself."""
    settings = options_by_name(composition)
    return frozenset(name for name, setting in settings.items() if setting.set_by is composition.subject)


def _in_words(values: Values, mix: Recipe, own: Collection[str] = ()) -> str:
    """Return what to do for these values of options. Those in `own` are set in the game's file."""
    written = [f"set `{name}: {value}` in the game" for name, value in values if name in own]
    changes = [f"use {change}" for change in _changed(values, mix)]
    return listing([*written, *(f"add {new}" for new in _new(values, mix, own)), *changes], "and", quote="")


def _new(values: Values, mix: Recipe, own: Collection[str] = ()) -> Iterator[str]:
    """Yield the arguments for those of these options that a mix doesn't set, all in one."""
    new = [f"--set {name}={value}" for name, value in values if name not in mix.options and name not in own]
    if new:
        yield f"`{' '.join(new)}`"


def _changed(values: Values, mix: Recipe) -> Iterator[str]:
    """Yield the values of those options that a mix sets already, each in place of its value there."""
    there = ((name, value) for name, value in values if name in mix.options)
    yield from (f"`{name}={value}` instead of `{name}={value_word(mix.options[name])}`" for name, value in there)


# ---------------------------------------------------------------- options that make room


def making_room(composition: Composition, players: int | None, mix: Recipe) -> Iterator[Values]:
    """Yield options and values that allow this number of players, or any; options of the pack first. Pairs of options
    only if no single one is enough. The values nearest to the current ones come first."""
    tries = itertools.count(1)

    def makes_room(*values: tuple[str, str]) -> bool:
        program = mix.set_to(dict(values)).table()
        possible = () if program is None else dealable(program)
        return bool(possible) if players is None else players in possible

    table = mix.table()
    against = set[Origin]()
    if table is not None:
        for count in table.players if players is None else (players,):
            against |= {at for _, at in refused(table, count)}
    concerned = [(setting.full_name, _near(setting)) for setting in _concerned(composition, against)]
    alone = False
    for name, values in concerned:
        for value in values:
            if next(tries) > TRIES:
                return
            if makes_room((name, value)):
                alone = True
                yield ((name, value),)
                break
    for one, other in itertools.combinations(concerned, 2) if not alone else ():
        pairs = itertools.product(one[1][:NEAR_IN_PAIRS], other[1][:NEAR_IN_PAIRS])
        for value, second in pairs:
            if next(tries) > TRIES:
                return
            if makes_room((one[0], value), (other[0], second)):
                yield (one[0], value), (other[0], second)
                break


def _concerned(composition: Composition, against: Collection[Origin]) -> list[OptionSetting]:
    """Return the options that the pack depends on, then those of these conditions on the table."""
    from parlour.lints.member_texts import texts  # slow to import, and only needed here

    read: dict[str, OptionSetting] = {}
    every = texts(composition)
    asked = [text for text in every if text.member.section == "deck"]
    asked += [text for text in every if origin(text.member.document, text.scalar.span) in against]
    for text in asked:  # grows
        read |= {setting.full_name: setting for setting in options_in(text, composition)}
        called = {node.name for node in s.walk(text.syntax) if isinstance(node, s.Call)}
        asked += [t for t in every if t.member.section == "functions" and t.member.name in called and t not in asked]
    return list(read.values())


def _near(setting: OptionSetting) -> list[str]:
    """Return the other values of an option, the nearest first."""
    kind, now = setting.type, setting.value
    if kind.choices:
        return [word for word in kind.choices if word != value_word(now)][:NEAR]
    if kind.kind != "int" or not isinstance(now, int | None):
        return []
    at = now if now is not None else kind.low if kind.low is not None else 0
    low = kind.low if kind.low is not None else at - NEAR
    high = kind.high if kind.high is not None else at + NEAR
    others = [value for value in range(max(low, at - NEAR), min(high, at + NEAR) + 1) if value != now]
    values = [str(value) for value in sorted(others, key=lambda value: abs(value - at))[:NEAR]]
    return ["none", *values] if kind.optional and now is not None else values


# ---------------------------------------------------------------- the numbers of players


@dataclass(frozen=True)
class Sizes:
    """The possible numbers of players in words. `refused`: numbers that the rules allow but this mix doesn't, and
    why."""

    words: str = ""
    refused: Mapping[int, str] = field(default_factory=dict)

    @property
    def not_for(self) -> str | None:
        counts = sorted(self.refused)
        return f"not for {numbers(counts)}: {self.refused[counts[0]]}" if counts else None


def sizes_of(composition: Composition | None, compiled: Callable[[], Program | None]) -> Sizes:
    """Return the numbers of players of a mix. `compiled` returns its Program, or None if it has errors."""
    node = composition.players if composition is not None else None
    if composition is None or node is None:
        return Sizes()
    program = compiled() if composition.playable else None
    if program is None:  # not a game, or one with errors, which `parlour check` reports
        return Sizes(node.span.text.replace("..", " to ").strip("[]"))
    against = {players: "; ".join(refusals(program, players)) for players in program.players}
    possible = [players for players, reasons in against.items() if not reasons]
    return Sizes(numbers(possible) if possible else "no", {n: reasons for n, reasons in against.items() if reasons})
