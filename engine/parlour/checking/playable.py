"""Mixes that nobody can play, and the options that would make them playable."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path

from parlour.base.diagnostics import Diagnostic, Related, listing
from parlour.base.source import is_shipped
from parlour.checking.room import making_room
from parlour.cli.arguments import Mix
from parlour.documents.composition import Composition, Document
from parlour.documents.prose import options_by_name
from parlour.game import numbers
from parlour.lang.symbols import written
from parlour.library.library import Library, is_path
from parlour.mixing.compiler import Compiled, compile_table
from parlour.program import Origin, Program
from parlour.states.table_sizes import dealable, refused

MOST = 3  # suggestions
UNMET = "this condition is false"

Values = tuple[tuple[str, str], ...]
"""Options by their full names, and values for them."""


def nobody_plays(compiled: Compiled, subject: str | Path, mix: Mix, library: Library) -> Diagnostic | None:
    """Return an error at the game if its mix can't be dealt to any number of players."""
    if compiled.composition is None or compiled.program is None:
        return None
    return nobody_at(compiled.composition, compiled.program, subject, mix, library)


def nobody_at(
    composition: Composition, program: Program, subject: str | Path, mix: Mix, library: Library
) -> Diagnostic | None:
    """Return the error that nobody can play a mix without other errors."""
    if dealable(program):
        return None
    against = [refused(program, players) for players in program.players]
    always = [reason for reason in against[0] if all(reason in others for others in against)] or against[0]
    message = f"nobody can play this mix: {'; '.join(text for text, _ in always)}"
    ways = _ways(composition, None, subject, mix, library)
    by_path = isinstance(subject, Path) or is_path(subject)
    own = _set_by(composition) if by_path and not is_shipped(composition.subject.source.name) else frozenset()
    help = listing([_in_words(values, mix, own) for values in ways], quote="") or None
    causes = [*_causes(composition, subject, mix, library)]
    if causes and help is None:
        help = _leave_out(causes)
    without = (Related(rule.id_span, f"without `{rule.id}` it can be played") for rule in causes)
    related = (*_false(composition, always), *without)
    return Diagnostic("nobody-plays", message, composition.subject.id_span, related=related, help=help)


def nobody_with(
    rule: Document, compiled: Compiled, subject: str | Path, mix: Mix, library: Library
) -> Diagnostic | None:
    """Return the same error at a rule of the mix."""
    found = nobody_plays(compiled, subject, mix, library)
    if found is None:
        return None
    related = tuple(place for place in found.related if place.span != rule.id_span)
    help = None if len(related) < len(found.related) and found.help == _leave_out([rule]) else found.help
    return replace(found, span=rule.id_span, related=related, help=help)


def _leave_out(rules: Sequence[Document]) -> str:
    return f"leave out {listing([rule.id for rule in rules])}"


def _causes(composition: Composition, subject: str | Path, mix: Mix, library: Library) -> Iterator[Document]:
    """Yield the added rules without any one of which somebody can play the mix."""
    added = {reference: library.find(reference, ("rule",))[0] for reference in mix.with_}
    for reference, rule in added.items():
        others = [other for other in mix.with_ if other != reference]
        own = [name for name in mix.options if rule is not None and name.startswith(f"{rule.id}.")]
        options = {name: value for name, value in mix.options.items() if name not in own}
        program = None if rule is None else compile_table(subject, others, mix.without, options, library)
        if rule in composition.documents and program is not None and dealable(program):
            assert rule is not None, "the composition has it"
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
    told = "; ".join(text for text, _ in against)
    message = f"`players` includes {numbers(lacking)}, but a condition excludes {lacking[0]}: {told}"
    help = f"the game is for {numbers(possible)} players; change `players`, or the options under `set`"
    return Diagnostic("players-excluded", message, stated.span, "warning", _false(composition, against), help)


def ways_to_deal(
    composition: Composition, players: int | None, subject: str | Path, mix: Mix, library: Library
) -> tuple[str, ...]:
    """Return the values of options that make the mix playable for this number of players, or for any number."""
    ways = _ways(composition, players, subject, mix, library)
    return tuple(listing([*_new(values, mix), *_changed(values, mix)], "and", "") for values in ways)


def _ways(
    composition: Composition, players: int | None, subject: str | Path, mix: Mix, library: Library
) -> Iterator[Values]:
    def compile_with(more: Mapping[str, str]) -> Program | None:
        return compile_table(subject, mix.with_, mix.without, {**mix.options, **more}, library)

    return islice(making_room(composition, players, compile_with), MOST)


def _set_by(composition: Composition) -> frozenset[str]:
    """Return the options that the game of a mix sets itself."""
    settings = options_by_name(composition)
    return frozenset(name for name, setting in settings.items() if setting.set_by is composition.subject)


def _in_words(values: Values, mix: Mix, own: Collection[str] = ()) -> str:
    """Return what to do for these values of options. Those in `own` are set in the game's file."""
    written = [f"set `{name}: {value}` in the game" for name, value in values if name in own]
    changes = [f"use {change}" for change in _changed(values, mix)]
    return listing([*written, *(f"add {new}" for new in _new(values, mix, own)), *changes], "and", quote="")


def _new(values: Values, mix: Mix, own: Collection[str] = ()) -> Iterator[str]:
    """Yield the arguments for those of these options that a mix doesn't set, all in one."""
    new = [f"--set {name}={value}" for name, value in values if name not in mix.options and name not in own]
    if new:
        yield f"`{' '.join(new)}`"


def _changed(values: Values, mix: Mix) -> Iterator[str]:
    """Yield the values of those options that a mix sets already, each in place of its value there."""
    there = ((name, value) for name, value in values if name in mix.options)
    yield from (f"`{name}={value}` instead of `{name}={mix.options[name]}`" for name, value in there)
