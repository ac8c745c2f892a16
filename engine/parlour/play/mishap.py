"""A ruleset that goes wrong while it is played: what happened, at its line, and what becomes of the game."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from pathlib import Path

from parlour.base.diagnostics import Diagnostic, render_text
from parlour.base.source import Source, Span
from parlour.cli.console import Console
from parlour.play.session import Session
from parlour.program import Origin
from parlour.table.faults import RulesetFault


def tell_fault(fault: RulesetFault, console: Console) -> None:
    """The mistake, with the line of the ruleset as it stands in its file."""
    console.busy()
    origin = fault.origin
    span = _span(origin) if origin is not None else None
    place = f" [{origin.title}, {origin.place}]" if origin is not None and span is None else ""
    message = f"the ruleset has gone wrong: {fault.message}{place}"
    console.tell(render_text([Diagnostic("ruleset-fault", message, span)]))


def _span(origin: Origin) -> Span | None:
    try:
        source = Source(origin.path, Path(origin.path).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    if not 1 <= origin.line <= len(source.line_starts):
        return None
    start = source.line_starts[origin.line - 1] + origin.column - 1
    return Span(source, start, start + 1)


def keep_what_there_is(session: Session, console: Console) -> None:
    """Nobody loses a game because of its ruleset."""
    for line in _kept(session):
        console.tell(line)


def _kept(session: Session) -> Iterator[str]:
    when = _when(session)
    if not session.keep():
        return
    path = session.keeper.path
    yield f"The game is kept {when}, in\n  {path}"
    yield f"See it again:\n  parlour replay {shlex.quote(str(path))}"
    if session.state.question.seat in session.people and len(session.state.question.legal) > 1:
        yield f"Go on from there with another move:\n  {session.keeper.way_back()}"


def _when(session: Session) -> str:
    """What is kept, in words. Where nobody could choose another move, it is the last decision of a person instead."""
    if session.tried is None:
        return "as it stands"
    seat, move = session.tried
    if seat in session.people and len(session.state.question.legal) > 1:
        whose = "your move" if seat == session.reader else f"the move of seat {seat},"
        return f"as it was before {whose} `{move}`"
    if session.back() == "nowhere":
        return f"as it was before the last move of seat {seat}"  # which is nobody's business
    seat = session.state.question.seat
    return f"as it was at {'your last decision' if seat == session.reader else f'the last decision of seat {seat}'}"
