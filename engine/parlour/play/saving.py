"""Automatic saving of a game while it is played, so that closing the terminal doesn't lose it."""

from __future__ import annotations

import tempfile
from pathlib import Path

from parlour.base.printable import shell_word
from parlour.cli.console import Console
from parlour.cli.files import FileError
from parlour.play.folders import last_game, new_place
from parlour.play.record import GameRecord
from parlour.states.state import State


class Keeper:
    """Writes the game to one file after every decision of a person.

    The file is the one that the person named, or our own, which is deleted at the end of the game.
    """

    def __init__(self, console: Console, game: str, seed: int, named: Path | None) -> None:
        self.console = console
        self.game = game
        self.seed = seed
        self.named = named
        self.own: Path | None = None
        self.fails = False

    @property
    def path(self) -> Path:
        if self.named is not None:
            return self.named
        if self.own is None:
            self.own = new_place(self.game, self.seed)
        return self.own

    def keep(self, record: GameRecord, state: State) -> bool:
        try:
            self._write(record, state)
        except FileError as error:
            if not self.fails:
                self.console.tell(f"(can't save the game: {error})")
            self.fails = True
            return False
        self.fails = False
        return True

    def _write(self, record: GameRecord, state: State) -> None:
        try:
            record.save(self.path, state)
        except FileError:
            if self.named is not None:
                raise
            self.own = Path(tempfile.gettempdir()) / self.path.name  # better than nowhere
            record.save(self.own, state)

    def keep_in(self, path: Path, record: GameRecord, state: State) -> bool:
        """Save to a file that a person named, from now on."""
        before, self.named, self.fails = self.named, path, False
        if self.keep(record, state):
            self._drop_own()
            return True
        self.named = before
        return False

    def drop(self) -> None:
        """Delete the automatic save of a game that the person gives up."""
        if self.named is None:
            self._drop_own()

    def finish(self, record: GameRecord, state: State) -> Path | None:
        """Save a game that is over; return the file to replay it from."""
        self._drop_own()
        if self.named is not None:
            return self.named if self.keep(record, state) else None
        try:
            record.save(last_game(), state)
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

    def way_to_see(self, path: Path) -> str:
        """Return the command that shows a finished game."""
        return "parlour replay" if path == last_game() else f"parlour replay {shell_word(str(path))}"
