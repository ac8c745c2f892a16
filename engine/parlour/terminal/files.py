"""Writes the files that people name: rulesets, pages, rule sheets and saved games. Names those of unfinished games.

`write` refuses to replace a file of another kind, and an existing file is never lost halfway.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from parlour.base.printable import printable, shell_word
from parlour.base.usage import UsageError
from parlour.base.whole_files import put

BEGINNING = 1 << 16  # characters that show the kind of a file


class FileError(UsageError):
    """Parlour can't write this file."""


@dataclass(frozen=True)
class FileKind:
    """The files that a new file can replace."""

    name: str
    """As in "isn't an HTML page"."""
    fits: Callable[[str], bool]
    """True if a file begins like this."""


PAGE = FileKind("an HTML page", lambda text: text.lstrip().casefold().startswith("<!doctype html"))
SAVED = FileKind("a saved game", lambda text: text.lstrip().startswith("{") and '"parlour game"' in text)
NEW = FileKind("", lambda _: False)
"""No file."""
ANY = FileKind("", lambda _: True)
"""Any file, because the person agreed to it, or because the new text is a new version of the old one."""


def same_file(one: Path, other: Path) -> bool:
    return os.path.exists(one) and os.path.exists(other) and one.samefile(other)


def write(path: Path, text: str, over: FileKind, new_folder: bool = False) -> str:
    """Write a file in the place of an older one of this kind, and return a sentence that says so. `new_folder` creates
    its folder.

    A link stays a link: this writes its target. It writes to devices and pipes, and doesn't replace them.
    """
    check_place(path, over, new_folder)
    new = "" if os.path.exists(path.parent) else f" in the new folder {path.parent}"
    try:
        if _is_stream(path):
            path.write_text(text, encoding="utf-8")
        else:
            target = Path(os.path.realpath(path))
            target.parent.mkdir(parents=True, exist_ok=True)
            put(target, text.encode("utf-8"))
    except (OSError, ValueError) as error:  # a NUL in a name is a ValueError
        raise _impossible(path, error) from None
    return printable(f"Wrote {path}{new}.")


def check_place(path: Path, over: FileKind, new_folder: bool = False) -> None:
    """Raise FileError if `write` refuses this place. A long command asks first."""
    if os.path.isdir(path):
        raise FileError(f"{path} is a folder; name a file in it")
    if not new_folder and not os.path.exists(path.parent):  # the name might be misspelt
        help = f"create it first: mkdir -p {shell_word(str(path.parent))}"
        raise FileError(f"there is no folder {path.parent}", help)
    if os.path.exists(path.parent) and not os.path.isdir(path.parent):
        raise FileError(f"{path.parent} is not a folder")
    if os.path.lexists(path) and not _is_stream(path) and not has_kind(path, over):
        if over is NEW:
            raise FileError(f"{path} already exists", "choose another name, or add --force to overwrite it")
        raise FileError(f"{path} already exists and isn't {over.name}", "choose another name")


def place_for(over: FileKind, name: str | None) -> Path | None:
    """Return the file that an option such as `--html` names. Raises FileError before a long command if a file of this
    kind can't be there."""
    if name is None:
        return None
    if not name:
        raise FileError("expected the name of a file, found an empty one")
    place = Path(os.path.expanduser(name))
    check_place(place, over)
    return place


def has_kind(path: Path, kind: FileKind) -> bool:
    """True if a new file of this kind can replace an existing one. An empty file has nothing to lose."""
    if kind in (NEW, ANY):
        return kind is ANY
    try:
        with path.open(encoding="utf-8", errors="replace") as file:
            text = file.read(BEGINNING)
    except FileNotFoundError:  # a link to a missing file
        return True
    except OSError as error:
        raise _impossible(path, error) from None
    return not text or kind.fits(text)


def may_write(path: Path, agrees: Callable[[str], bool], own: Path | None = None) -> bool:
    """Ask before overwriting a file, other than the person's `own`, or creating a folder, which might be misspelt."""
    if os.path.isfile(path) and path != own:
        return agrees(f"{path} already exists. Overwrite it?")
    return os.path.exists(path.parent) or agrees(f"There is no folder {path.parent}. Create it?")


def _impossible(path: Path, error: Exception) -> FileError:
    return FileError(f"can't write {path}: {getattr(error, 'strerror', None) or error}")


def _is_stream(path: Path) -> bool:
    """Return True for a device, pipe or socket, which a plain file must not replace."""
    try:
        mode = path.stat().st_mode
    except (OSError, ValueError):
        return False
    return not stat.S_ISREG(mode) and not stat.S_ISDIR(mode)


# ---------------------------------------------------------------- the files of games


LONGEST = 100  # letters of a game's id in a file name


def state_folder(environ: Mapping[str, str] = os.environ) -> Path:
    """Return the folder for saved games on this system."""
    state = environ.get("XDG_STATE_HOME")
    if state and os.path.isabs(state):
        return Path(state) / "parlour"
    home = environ.get("HOME") or os.path.expanduser("~")
    return Path(home) / ".local" / "state" / "parlour"


def new_place(game: str, seed: int, now: datetime | None = None) -> Path:
    """Return a new file for a game."""
    moment = (now or datetime.now()).strftime("%Y-%m-%d-%H%M")
    folder = state_folder()
    name = f"{game[:LONGEST]}-{moment}-seed-{seed}"
    places = [folder / f"{name}.json", *(folder / f"{name}-{n}.json" for n in range(2, 1000))]
    return next((place for place in places if not os.path.exists(place)), places[-1])


def last_game() -> Path:
    """Return the file of the last finished game."""
    return state_folder() / "last-game.json"
