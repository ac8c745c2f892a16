"""`parlour play`: a game at this terminal, against bots or with several people at one keyboard."""

from __future__ import annotations

import os
from argparse import Namespace
from pathlib import Path

from parlour.base.diagnostics import listing
from parlour.base.usage import UsageError
from parlour.bots import BOT, BOTS, LEVELS, LONGEST, RANDOM, USUAL, seconds_of
from parlour.checking.playable import at_table
from parlour.commands.arguments import mix_of
from parlour.documents.contents import STDIN
from parlour.game import Game, made
from parlour.library.library import Library
from parlour.play.mishap import keep_what_there_is, tell_fault
from parlour.play.saving import Keeper, open_saved
from parlour.play.terminal_game import PersonLeft, TerminalGame
from parlour.reporting.printed_findings import print_notes
from parlour.session.record import ALIASES, HUMAN, absolute, is_player, names_of, players_like
from parlour.session.session import Session
from parlour.table.faults import RulesetFault
from parlour.terminal.console import Console
from parlour.terminal.files import ANY, SAVED, check_place, has_kind, same_file
from parlour.terminal.stopping import Stopped

WRONG = 1


def run(asked: Namespace, console: Console) -> int:
    playing: TerminalGame | None = None
    try:
        session, named = _resumed(asked) if asked.resume else _new(asked, console)
        playing = TerminalGame(session, console, Keeper(console, session, named), asked.ask_forced, asked.places)
        playing.run()
    except PersonLeft:
        return 0
    except RulesetFault as fault:
        if playing is not None:
            playing.tell_rest()
        tell_fault(fault, console)
        if playing is not None:
            keep_what_there_is(playing, console)
        return WRONG
    except KeyboardInterrupt:
        console.say()
        if playing is None or not playing.people or playing.state.over:
            raise
        try:
            playing.leave()
        except PersonLeft:
            raise Stopped from None
    return 0


def _new(asked: Namespace, console: Console) -> tuple[Session, Path | None]:
    if asked.subject is None:
        games = Library.standard().ids("game")
        raise UsageError("missing game", f"games: {listing(games, 'and')}" if games else None)
    mix = mix_of(asked)
    if STDIN in (asked.subject, *mix.with_) and not (asked.auto and asked.save is None):
        raise UsageError("with rules from standard input you can't type moves or save", "add --auto, without --save")
    game = made(mix)
    print_notes(game.notes, console)
    with at_table(game, asked.players or (len(asked.seats.split(",")) if asked.seats else None)):
        game.table(asked.players)
        seats = _seats(asked, game)
        game.table(len(seats))
    named = _place(asked.save) if asked.save else None
    if asked.secret and asked.seed is not None:
        raise UsageError("--secret and --seed exclude each other", "remove one of them")
    return Session(game, seats, asked.seed, secret=asked.secret, names=_names(asked, len(seats))), named


def _bot(asked: Namespace) -> tuple[str, str] | None:
    """Return the option that says who the bots are, and their name."""
    level = None if asked.level is None else str(asked.level)
    given = {"--random": RANDOM if asked.random else None, "--think": asked.think, "--level": level}
    bots = [(option, name.strip().casefold()) for option, name in given.items() if name is not None]
    if len(bots) > 1:
        raise UsageError(f"{bots[0][0]} and {bots[1][0]} exclude each other", "remove one of them")
    if asked.think is not None and seconds_of(bots[0][1]) is None:
        raise UsageError(f"`--think {asked.think}`: expected a time such as 200ms or 2s, at most {LONGEST}s")
    return bots[0] if bots else None


def _seats(asked: Namespace, game: Game) -> tuple[str, ...]:
    players, bots = asked.players, _bot(asked)
    if asked.seats is None:
        bot = bots[1] if bots else BOT if asked.auto else USUAL
        count = players if players is not None else game.table().machine.players
        return tuple(ALIASES.get(who, who) for who in (bot if asked.auto else HUMAN, *[bot] * (count - 1)))
    words = [word.strip().casefold() for word in asked.seats.split(",")]
    seats = tuple(ALIASES.get(word, word) for word in words)
    for who in seats:
        if not is_player(who):
            raise UsageError(f"--seats: unknown player `{who}`", players_like(who))
    if players is not None and len(seats) != players:
        raise UsageError(f"--seats names {len(seats)} seats, but --players says {players}")
    if bots:
        raise UsageError(f"--seats and {bots[0]} exclude each other", f"remove {bots[0]}, and name seats `{bots[1]}`")
    if asked.auto and HUMAN in seats:
        raise UsageError("with --auto only bots play", "remove --auto, or name only bots in --seats")
    return seats


def _names(asked: Namespace, players: int) -> tuple[str, ...]:
    try:
        return () if asked.names is None else names_of(asked.names.split(","), players)
    except ValueError as error:
        raise UsageError(f"--names: {error}", "name each seat: --names Anna,Ben") from None


def _resumed(asked: Namespace) -> tuple[Session, Path | None]:
    mix = mix_of(asked)
    given = {"--players": asked.players, "--seats": asked.seats, "--names": asked.names, "--seed": asked.seed,
             "--auto": asked.auto or None, "--random": asked.random or None, "--level": asked.level,
             "--think": asked.think, "--secret": asked.secret or None, "--with": mix.with_ or None,
             "--without": mix.without or None, "--set": mix.options or None}  # fmt: skip
    other = [name for name, value in given.items() if value is not None]
    if other:
        raise UsageError(f"--resume continues the game unchanged, so {other[0]} isn't possible")
    path = Path(os.path.expanduser(asked.resume))
    session = open_saved(path)
    game, setup = session.game, session.record.setup
    files = (setup.subject, os.path.abspath(game.composition.subject.path))
    if asked.subject is not None and asked.subject != game.program.id and absolute(asked.subject) not in files:
        raise UsageError(f"{path} is a game of `{game.program.id}`, not of `{asked.subject}`")
    if session.state.over:
        raise UsageError(f"the game in {path} is over", f"see it again: parlour replay {path}")
    return session, _place(asked.save, path) if asked.save else path


def _place(text: str, resumed: Path | None = None) -> Path:
    """Return the path of the save. It must be new, or that of the resumed game."""
    path = Path(os.path.expanduser(text))
    if resumed is not None and same_file(path, resumed):
        return path
    check_place(path, ANY)
    if os.path.lexists(path):
        help = f"to continue that game: --resume {path}" if has_kind(path, SAVED) else "choose another name"
        raise UsageError(f"{path} already exists", help)
    return path


VALUES = {"fast": min(LEVELS), "strong": max(LEVELS), "usual": USUAL, "bots": ", ".join(BOTS)}
