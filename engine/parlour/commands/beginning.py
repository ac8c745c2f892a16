"""From where a command begins: a position that is laid out in a file, a saved game, or cards of a seed; and what is
played up to there. What the command then does with it is its own business."""

from __future__ import annotations

import os
from argparse import Namespace, _ArgumentGroup
from collections.abc import Iterator, Sequence
from pathlib import Path

from parlour.base.diagnostics import listing
from parlour.cli.arguments import Count
from parlour.cli.usage import UsageError
from parlour.documents.contents import path_of
from parlour.examples.position import omitted_in, players_said
from parlour.game import Game
from parlour.play.record import read_record
from parlour.states.state import IllegalMove, State
from parlour.table.layout import PLAYING
from parlour.table.texts import zone_name
from parlour.views.move_texts import clear


def add_position(group: _ArgumentGroup, *also: str) -> None:
    """`also`: other words for `--deal`."""
    group.add_argument("--position", metavar="FILE", help="a file with `given:` and what lies where, as in an example")
    group.add_argument("--save", metavar="FILE", help="a saved game")
    group.add_argument("--deal", *also, metavar="N", action=Count, low=0, dest="deal",
                       help="which cards are dealt there (else those of 1)")  # fmt: skip
    group.add_argument("--after", metavar="MOVES", default="",
                       help="after these moves of those who are asked in turn, with `;` between them")  # fmt: skip


def saved(asked: Namespace, more: bool) -> tuple[Game, State]:
    """A saved game. `more`: was anything said besides that would make another game of it?"""
    if more or asked.position:
        raise UsageError("a saved game is as it is; leave the other options out")
    game, position = read_record(Path(os.path.expanduser(asked.save))).open()
    if asked.subject is not None and asked.subject != game.program.id:
        raise UsageError(f"{asked.save} is a game of `{game.program.id}`, not of `{asked.subject}`")
    return game, position


def begun(asked: Namespace, game: Game, players: int | None, seed: int | None) -> State:
    """What lies in the file, or a new game with the cards of a seed (else those of 1)."""
    if asked.position is not None:
        try:
            return game.position(_path(asked), players, seed)
        except IllegalMove as error:
            raise UsageError(f"the moves in {asked.position} can't be made: {error}") from None
    return game.start(players, seed if seed is not None else 1)


def moves_in(moves: str) -> list[str]:
    """The texts of several moves, with `;` between them."""
    return [text.strip() for text in moves.split(";") if text.strip()]


def notes(asked: Namespace) -> Iterator[str]:
    """What of a file is overruled by the command line."""
    said = players_said(_path(asked)) if asked.position and asked.players is not None else None
    if said is not None and said != asked.players:
        yield f"note: {asked.position} is for {said} players, but `--players {asked.players}` goes before that"


def left_empty(asked: Namespace, game: Game, own: bool = True) -> Iterator[str]:
    """Zones that a file doesn't name, although the moves depend on what lies there."""
    if asked.position is not None:
        yield from (f"note: {told}" for told in omitted_in(_path(asked), game, asked.players, asked.deal, own))


def empty_hands(asked: Namespace, state: State) -> Iterator[str]:
    """Where nothing lies of what only its player sees, which is hardly ever meant."""
    layout, cells = state.table.machine.layout, list(state.cells)
    empty = [
        zone_name(layout, i.number)
        for i in layout.instances
        if (zone := layout.program.zones[i.zone]).per == "player" and zone.seen == "owner"
        if cells[PLAYING] >> i.key & 1 and not layout.contents(cells, i)
    ]
    if asked.position and empty:
        where = f"nothing lies in {listing(empty, 'and')} where these games begin"
        yield f"note: {where}; what {asked.position} doesn't name is empty"


def _path(asked: Namespace) -> Path:
    return path_of(asked.position)


def after(state: State, moves: str) -> tuple[State, list[str]]:
    """The position after some moves, and who has made them."""
    made: list[str] = []
    for text in moves_in(moves):
        if state.over:
            raise UsageError(f"the game is over before `{text}`")
        try:
            following = state.apply(clear(state, text))
        except IllegalMove as error:
            told = after_those(made) + state.question.told
            raise UsageError(f"the position is not reached: {told}; {error}") from None
        made.append(f"`{text}` (seat {state.question.seat})")
        state = following
    return state, made


def after_those(made: Sequence[str]) -> str:
    return f"after {listing(made, 'and', quote='')}, " if made else ""
