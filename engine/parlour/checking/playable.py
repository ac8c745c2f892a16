"""Mixes that nobody can play: which they are, and what to set so that somebody can.

How a mix was asked for is known here; whoever asks decides what to make of the answer.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from pathlib import Path

from parlour.base.diagnostics import Diagnostic, Related, listing
from parlour.checking.room import making_room
from parlour.cli.arguments import Mix
from parlour.documents.composition import Composition
from parlour.lang.symbols import written
from parlour.library.library import Library
from parlour.mixing.compiler import Compiled, compile_table
from parlour.program import Program
from parlour.states.dealing import dealable, refused

MOST = 3  # suggestions


def nobody_plays(compiled: Compiled, subject: str | Path, mix: Mix, library: Library) -> Diagnostic | None:
    """An error at the game, if its mix can't be dealt to any number of players."""
    if compiled.composition is None or compiled.program is None:
        return None
    return nobody_at(compiled.composition, compiled.program, subject, mix, library)


def nobody_at(
    composition: Composition, program: Program, subject: str | Path, mix: Mix, library: Library
) -> Diagnostic | None:
    """The same of a mix without errors."""
    if dealable(program):
        return None
    against = [refused(program, players) for players in program.players]
    always = [reason for reason in against[0] if all(reason in others for others in against)] or against[0]
    message = f"nobody can play this mix: {'; '.join(text for text, _ in always)}"
    settings = ways_to_deal(composition, None, subject, mix, library)
    help = f"add {listing(settings)}" if settings else None
    places = (written(composition, origin) for _, origin in always)
    related = tuple(Related(place, "this condition doesn't hold") for place in places if place is not None)
    return Diagnostic("nobody-plays", message, composition.subject.id_span, related=related, help=help)


def ways_to_deal(
    composition: Composition, players: int | None, subject: str | Path, mix: Mix, library: Library
) -> tuple[str, ...]:
    """What to add to the command line so that so many players, or anybody, can be dealt to."""

    def compile_with(more: Mapping[str, str]) -> Program | None:
        return compile_table(subject, mix.with_, mix.without, {**mix.options, **more}, library)

    found = islice(making_room(composition, players, compile_with), MOST)
    return tuple(" ".join(f"--set {name}={value}" for name, value in values) for values in found)
