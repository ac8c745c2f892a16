"""Runtime errors of a ruleset during play: the message with the line of the ruleset, and saving the game."""

from __future__ import annotations

from pathlib import Path

from parlour.base.diagnostics import Diagnostic, render_text
from parlour.base.printable import shell_word
from parlour.base.source import Source, Span
from parlour.play.labels import Labels
from parlour.play.terminal_game import TerminalGame
from parlour.program import Origin
from parlour.table.faults import RulesetFault, StateError
from parlour.terminal.console import Console


def tell_fault(fault: RulesetFault, console: Console) -> None:
    """Report a runtime error with an excerpt of the ruleset."""
    origin = fault.origin
    span = _span(origin) if origin is not None else None
    place = f" [{origin.title}, {origin.place}]" if origin is not None and span is None else ""
    message = f"the ruleset failed during play: {fault.message}{place}"
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


def keep_what_there_is(session: TerminalGame, console: Console) -> None:
    """Save the game at a position before the error."""
    when = _when(session)
    if not session.keeper.keep():
        return
    path = session.keeper.path
    console.tell(f"Saved the game {when}:\n  {path}")
    console.tell(f"See it again:\n  parlour replay {shell_word(str(path))}")
    if session.state.question.seat in session.people and len(session.state.question.legal) > 1:
        console.tell(f"Continue from there with another move:\n  {session.keeper.way_back()}")


def _when(session: TerminalGame) -> str:
    """Describe the saved position. If nobody could choose another move there, go back to a person's last decision."""
    if session.tried is None:
        return "as it is"
    labels = Labels(session.table.machine.layout, session.reader, session.setup.named)
    seat, move = session.tried
    if seat in session.people and len(session.state.question.legal) > 1:
        whose = "your move" if seat == session.reader else f"{labels.seat(seat)}'s move"
        return f"as it was before {whose} `{move}`"
    try:
        session.back()
    except StateError:
        return f"as it was before {labels.seat(seat)}'s last move"  # the move itself may be secret
    seat = session.state.question.seat
    whose = "your" if seat == session.reader else f"{labels.seat(seat)}'s"
    return f"as it was at {whose} last decision"
