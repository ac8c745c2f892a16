"""The options that choose a starting position: a position file, a saved game or a seed, and moves from there."""

from __future__ import annotations

import os
from argparse import Namespace
from collections.abc import Iterator, Sequence
from pathlib import Path

from parlour.base.diagnostics import listing
from parlour.base.printable import printable
from parlour.base.source import Source
from parlour.base.usage import UsageError
from parlour.commands.arguments import mix_of
from parlour.documents.contents import path_of
from parlour.examples.position_files import Described, changes_in, omitted_in, players_in, read_position
from parlour.game import Game
from parlour.play.saving import open_saved
from parlour.states.state import IllegalMove, State
from parlour.table.layout import PLAYING
from parlour.table.texts import zone_name
from parlour.views.move_texts import clear


def saved(asked: Namespace, compared: bool = False) -> tuple[Game, State]:
    """Open a saved game, with which the command line can't name anything else, nor another mix to be `compared`."""
    given = (asked.position, asked.players, asked.deal)
    if compared or mix_of(asked).changes or any(value is not None for value in given):
        raise UsageError("--save excludes other options for the mix or the position")
    session = open_saved(Path(os.path.expanduser(asked.save)))
    game = session.game
    if asked.subject is not None and asked.subject != game.program.id:
        raise UsageError(f"{asked.save} is a game of `{game.program.id}`, not of `{asked.subject}`")
    return game, session.state


def begun(asked: Namespace, game: Game, players: int | None, seed: int | None) -> State:
    """Return the described position, or a new game with the cards of a seed (default: 1)."""
    described = _described(asked)
    if described is not None:
        try:
            return read_position(described, game, players, seed)
        except IllegalMove as error:
            raise _refused(f"can't make the moves in {asked.position}: ", error) from None
    return game.start(players, seed if seed is not None else 1)


def moves_in(moves: str) -> list[str]:
    """Split a string at `;` into moves."""
    return [text.strip() for text in moves.split(";") if text.strip()]


def notes(asked: Namespace, game: Game, state: State | None, hands: bool = False) -> Iterator[str]:
    """Yield notes about what the command line overrides in the position file, and about zones that the position leaves
    empty, although the moves depend on them. With `hands`, all empty hands share one note: they are rarely intended."""
    place, described = printable(asked.position or ""), _described(asked)
    players = players_in(_path(asked)) if asked.position and asked.players is not None else None
    if players is not None and players != asked.players:
        yield f"note: {place} is for {players} players, but `--players {asked.players}` overrides that"
    changes = changes_in(_path(asked)) if asked.position and not mix_of(asked).changes else []
    if changes:
        yield f"note: the example in {place} is about another mix; to use that mix, add `{' '.join(changes)}`"
    empty = [*_empty_hands(state)] if hands and asked.position and state is not None else []
    if empty:
        yield f"note: {listing(empty, 'and')} {'is' if len(empty) == 1 else 'are'} empty in {place}"
    omitted = omitted_in(described, game, asked.players, asked.deal, not hands) if described is not None else ()
    yield from (f"note: {note}" for note in omitted)


def _empty_hands(state: State) -> Iterator[str]:
    layout, cells = state.table.machine.layout, list(state.cells)
    for i in layout.instances:
        zone = layout.program.zones[i.zone]
        playing = zone.owner == "player" and cells[PLAYING] >> i.owner & 1
        if playing and zone.private and not layout.contents(cells, i):
            yield zone_name(layout, i.number)


def _path(asked: Namespace) -> Path:
    return path_of(asked.position)


def _described(asked: Namespace) -> Described | None:
    """Return the file with the position, or the content of `--given`; None if the command line describes none."""
    if asked.position is not None:
        return _path(asked)
    given = vars(asked).get("given")  # only `why` has this option
    return Source("--given", f"{{{', '.join(given)}}}", outside=True, excerpted=True) if given else None


def after(state: State, moves: str) -> tuple[State, list[str]]:
    """Make some moves; return the position and the moves with their seats."""
    made: list[str] = []
    for text in moves_in(moves):
        if state.over:
            raise UsageError(f"--after: the game is over before `{text}`")
        try:
            step = clear(state, text)
            following = state.apply(step)
            made.append(f"`{step}` (seat {state.question.seat})")
            state = following
        except IllegalMove as error:
            asked = after_those(made) + state.question.summary
            link = " " if asked.endswith(("?", "!", ".")) else "; "
            raise _refused(f"can't reach the position: {asked}{link}", error) from None
    return state, made


def _refused(before: str, error: IllegalMove) -> UsageError:
    """Return the error for a command line with an illegal move; the reasons are its help."""
    heading, *reasons = error.why.lines()
    return UsageError(f"{before}{heading}", "; ".join(map(str.strip, reasons)) or None)


def after_those(made: Sequence[str]) -> str:
    return f"after {listing(made, 'and', quote='')}, " if made else ""
