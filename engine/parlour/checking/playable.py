"""Mixes that nobody can play, and the options that would make them playable."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import islice
from pathlib import Path

from parlour.base.diagnostics import Diagnostic, Related, listing
from parlour.checking.room import making_room
from parlour.cli.arguments import Mix
from parlour.documents.composition import Composition, Document
from parlour.game import numbers
from parlour.lang.symbols import written
from parlour.library.library import Library
from parlour.mixing.compiler import Compiled, compile_table
from parlour.program import Origin, Program
from parlour.states.table_sizes import dealable, refused

MOST = 3  # suggestions


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
    settings = ways_to_deal(composition, None, subject, mix, library)
    help = f"add {listing(settings)}" if settings else None
    related = _false(composition, always)
    return Diagnostic("nobody-plays", message, composition.subject.id_span, related=related, help=help)


def _false(composition: Composition, reasons: Iterable[tuple[str, Origin]]) -> tuple[Related, ...]:
    places = (written(composition, origin) for _, origin in reasons)
    return tuple(Related(place, "this condition is false") for place in places if place is not None)


def excluded_players(game: Document, compiled: Compiled) -> Diagnostic | None:
    """Return a warning at the `players` of a game if they include numbers that its own conditions exclude."""
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
    """Return arguments that make the mix playable for this number of players, or for any number."""

    def compile_with(more: Mapping[str, str]) -> Program | None:
        return compile_table(subject, mix.with_, mix.without, {**mix.options, **more}, library)

    found = islice(making_room(composition, players, compile_with), MOST)
    return tuple(" ".join(f"--set {name}={value}" for name, value in values) for values in found)
