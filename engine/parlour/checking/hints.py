"""What to call instead, when a house rule or half a frame was asked for as if it were a game."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import replace

from parlour.base.diagnostics import Diagnostic, listing
from parlour.checking.smallest import family, is_whole, mixes_for
from parlour.documents.composition import KINDS, Document
from parlour.library.library import Library
from parlour.mixing.compose import compose

FOR_GAMES = ("play", "why", "mix", "measure")  # the commands that want a game


def hinted(findings: Sequence[Diagnostic], command: str, subject: str, library: Library) -> tuple[Diagnostic, ...]:
    """The findings about a subject; where it is no game, with a game to name instead."""
    document = library.find(subject, KINDS)[0] if command in FOR_GAMES else None
    if document is not None and document.kind == "rule":
        help = _with_rule(document, command, subject, library)
        return tuple(replace(d, help=help) if d.code == "library-wrong-kind" else d for d in findings)
    if document is not None and document.kind == "frame" and not is_whole(compose(library, subject)[0]):
        return (_half(document, command, library),)
    return tuple(findings)


def _with_rule(rule: Document, command: str, reference: str, library: Library) -> str:
    for small in mixes_for(rule, library, reference):
        if small.document.kind != "game":
            continue
        line = ["parlour", command, small.document.id]
        if reference not in small.with_:
            return f"`{small.document.id}` has it already: {shlex.join(line)}"
        for name in small.with_:
            line += ["--with", str(name)]
        return f"add it to a game: {shlex.join(line)}"
    return f"name a game, and add it with --with {shlex.quote(reference)}"


def _half(frame: Document, command: str, library: Library) -> Diagnostic:
    message = f"`{frame.id}` is a frame, on which games stand; it can't be played by itself"
    help = game_to_name(frame.id, command, library) or f"no game stands on it yet; write one: `extends: {frame.id}`"
    return Diagnostic("library-wrong-kind", message, help=help)


def game_to_name(frame: str, command: str, library: Library) -> str | None:
    """The games that stand on a frame, for whoever named the frame."""
    games = [document.id for document in family(library, frame) if document.kind == "game"]
    return f"name a game such as {listing(games[:3])}: parlour {command} {games[0]}" if games else None
