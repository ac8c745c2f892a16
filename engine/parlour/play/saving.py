"""Saved games as files, automatic saving while people play, and the commands that continue or repeat a game."""

from __future__ import annotations

import re
import tempfile
from pathlib import Path

from parlour.base.printable import shell_word
from parlour.bots import BOT, BOT_NAMES, RANDOM, USUAL, is_bot
from parlour.session.record import HUMAN, Setup
from parlour.session.session import Session
from parlour.table.saves import SaveError
from parlour.terminal.console import Console
from parlour.terminal.files import SAVED, FileError, last_game, new_place, write

_SHELL_SAFE = re.compile(r"[\w♣♦♥♠.,:=/+@%-]+")


def save(path: Path, text: str) -> None:
    write(path, text, SAVED, new_folder=True)


def open_saved(path: Path) -> Session:
    """Return the session in a file. Raises SaveError if the rules have changed or the file is damaged."""
    try:
        text = path.read_bytes()
    except FileNotFoundError:
        raise SaveError(f"no such file: {path}") from None
    except (OSError, ValueError) as error:
        raise SaveError(f"can't read {path}: {getattr(error, 'strerror', None) or error}") from None
    return Session.from_json(text, name=str(path))


class Keeper:
    """Writes the game to one file after every decision of a person.

    The file is the one that the person named, or our own, which is deleted at the end of the game.
    """

    def __init__(self, console: Console, session: Session, named: Path | None) -> None:
        self.console = console
        self.session = session
        self.named = named
        self.own: Path | None = None
        self.fails = False

    @property
    def path(self) -> Path:
        if self.named is not None:
            return self.named
        if self.own is None:
            self.own = new_place(self.session.game.id, self.session.record.setup.seed)
        return self.own

    def keep(self) -> bool:
        try:
            self._write()
        except FileError as error:
            if not self.fails:
                self.console.tell(f"(can't save the game: {error})")
            self.fails = True
            return False
        self.fails = False
        return True

    def _write(self) -> None:
        try:
            save(self.path, self.session.to_json())
        except FileError:
            if self.named is not None:
                raise
            self.own = Path(tempfile.gettempdir()) / self.path.name  # better than nowhere
            save(self.own, self.session.to_json())

    def keep_in(self, path: Path) -> bool:
        """Save to a file that a person named, from now on."""
        before, self.named, self.fails = self.named, path, False
        if self.keep():
            self._drop_own()
            return True
        self.named = before
        return False

    def drop(self) -> None:
        """Delete the automatic save of a game that the person gives up."""
        if self.named is None:
            self._drop_own()

    def finish(self) -> Path | None:
        """Save a game that is over; return the file to replay it from."""
        self._drop_own()
        if self.named is not None:
            return self.named if self.keep() else None
        try:
            save(last_game(), self.session.to_json())
        except FileError:
            return None
        return last_game()

    def _drop_own(self) -> None:
        if self.own is not None:
            self.own.unlink(missing_ok=True)
            self.own = None

    def way_back(self) -> str:
        """Return the command that continues the game."""
        return f"parlour play --resume {shell_word(str(self.path))}"


def new_game(setup: Setup) -> str:
    """Return the command that starts this game."""
    words = ["parlour play", _quoted(setup.subject), f"--players {setup.players}"]
    words += _seats(setup.seats)
    words += [f"--names {_quoted(','.join(setup.names))}"] if setup.names else []
    words += [f"--with {_quoted(rule)}" for rule in setup.with_]
    words += [f"--without {_quoted(rule)}" for rule in setup.without]
    words += [f"--set {name}={_quoted(value)}" for name, value in setup.options.items()]
    return " ".join([*words, "--secret" if setup.secret else f"--seed {setup.seed}"])


def _seats(seats: tuple[str, ...]) -> list[str]:
    """Return the options for who plays."""
    first, bot = seats[0], seats[-1]
    usual = BOT if first != HUMAN else USUAL
    if len(seats) == 1 and first == HUMAN:
        return []
    if len(set(seats[1:])) > 1 or not is_bot(bot) or first not in (HUMAN, bot):
        return [f"--seats {','.join(seats)}"]
    auto = [] if first == HUMAN else ["--auto"]
    if bot == usual:
        return auto
    by_name = {RANDOM: "--random", BOT: "--level 0"}
    return [*auto, by_name.get(bot) or f"--{'level' if bot in BOT_NAMES else 'think'} {bot}"]


def _quoted(text: str) -> str:
    """Return an argument as a shell takes it. Signs of suits need no quotes."""
    return text if _SHELL_SAFE.fullmatch(text) else shell_word(text)
