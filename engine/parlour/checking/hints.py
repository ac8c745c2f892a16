"""Suggesting a command when the user named a rule or an incomplete frame instead of a game."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from dataclasses import replace

from parlour.base.diagnostics import Diagnostic, listing
from parlour.base.printable import shell_word
from parlour.documents.composition import KINDS, Document
from parlour.library.library import Library
from parlour.mixing.compose import compose
from parlour.mixing.mix_line import write_line
from parlour.mixing.smallest import family, is_whole, mixes_for


def hinted(findings: Sequence[Diagnostic], command: str, subject: str, library: Library) -> tuple[Diagnostic, ...]:
    """Return the diagnostics of a subject that should be a game; if it isn't one, suggest which game to name."""
    document = library.find(subject, KINDS)[0]
    if document is not None and document.kind == "rule":
        help = game_with(document, command, subject, library)
        return tuple(replace(d, help=help) if d.code == "library-wrong-kind" else d for d in findings)
    if document is not None and document.kind == "frame" and not is_whole(compose(library, subject)[0]):
        return (_half(document, command, library),)
    return tuple(findings)


def game_with(rule: Document, command: str, reference: str, library: Library) -> str:
    """Return a help text that names a game with a rule, as the subject of a command; some take only a line."""
    for small in mixes_for(rule, library, reference):
        if small.document.kind != "game":
            continue
        line = ["parlour", command, small.document.id]
        if reference not in small.with_:
            return f"`{small.document.id}` includes it: {shlex.join(line)}"
        if command in ("compare", "tune"):
            line[-1] = write_line(small.document.id, map(str, small.with_))
        else:
            line += [word for name in small.with_ for word in ("--with", str(name))]
        return f"add it to a game: {shlex.join(line)}"
    return f"name a game, and add the rule with --with {shell_word(reference)}"


def _half(frame: Document, command: str, library: Library) -> Diagnostic:
    message = f"can't play `{frame.id}`: it is a frame, not a complete game"
    help = _game_to_name(frame.id, command, library) or f"no game extends it yet; write one with `extends: {frame.id}`"
    return Diagnostic("library-wrong-kind", message, help=help)


def frame_notes(document: Document, command: str, library: Library) -> Iterator[str]:
    """Yield the lines of a note if the subject of a command is a frame with house rules, and not a game."""
    if document.kind == "frame":
        yield f"note: `{document.id}` is a frame, the basis of games; it might not say who wins"
        if way := _game_to_name(document.id, command, library):
            yield f"  {way}"


def _game_to_name(frame: str, command: str, library: Library) -> str | None:
    """Return a help text that names games of a frame, or None if it has none."""
    games = [document.id for document in family(library, frame) if document.kind == "game"]
    return f"name one of its games, such as {listing(games[:3])}: parlour {command} {games[0]}" if games else None
