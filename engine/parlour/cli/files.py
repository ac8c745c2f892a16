"""Writes files without ever losing an existing one."""

from __future__ import annotations

import os
import stat
import tempfile
from pathlib import Path

from parlour.cli.usage import UsageError

PREFIX = 40  # letters of a file's name in the name of its temporary file, so that long names still fit

PAGE = "<!doctype html>\n"


class FileError(UsageError):
    """Parlour can't write this file."""


def same_file(one: Path, other: Path) -> bool:
    return os.path.exists(one) and os.path.exists(other) and one.samefile(other)


def check_folder(path: Path) -> None:
    """Raise FileError if the folder of a file doesn't exist: its name might be misspelt."""
    if not os.path.exists(path.parent):
        raise FileError(f"there is no folder {path.parent}", "create it first, or choose another one")


def write_new(path: Path, text: str, force: bool = False, new_folder: bool = False) -> str:
    """Write a new file and return a sentence that says so. Existing files are overwritten only with `force`, and
    `new_folder` creates the folder."""
    if os.path.isdir(path):
        raise FileError(f"{path} is a folder; name a file in it")
    if os.path.lexists(path) and not _is_stream(path) and not force:
        raise FileError(f"{path} already exists", "choose another name, or add --force to overwrite it")
    if not new_folder:
        check_folder(path)
    new = "" if os.path.exists(path.parent) else f" in the new folder {path.parent}"
    write_safely(path, text)
    return f"Wrote {path}{new}."


def check_page(path: Path) -> None:
    """Raise FileError if there is a file that isn't an HTML page, or no folder: only an older page can be replaced by a
    page."""
    check_folder(path)
    if not path.is_file():
        return
    try:
        with path.open(encoding="utf-8", errors="replace") as file:
            beginning = file.read(len(PAGE))
    except OSError:
        return  # writing says why
    if beginning not in ("", PAGE):
        raise FileError(f"{path} already exists and isn't an HTML page", "choose another name")


def write_safely(path: Path, text: str) -> None:
    """Write a file; until the new one is complete, the old one stays.

    A link stays a link: this writes its target. It writes to devices and pipes, and doesn't replace them.
    """
    try:
        if _is_stream(path):
            path.write_text(text, encoding="utf-8")
            return
        path = Path(os.path.realpath(path))
        if os.path.isdir(path):
            raise FileError(f"{path} is a folder; name a file in it")
        if os.path.exists(path.parent) and not os.path.isdir(path.parent):
            raise FileError(f"{path.parent} is not a folder")
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(prefix=f".{path.name[:PREFIX]}.", dir=path.parent)
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(text)
            os.chmod(name, _mode(path))
            os.replace(name, path)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
    except (OSError, ValueError) as error:  # a NUL in a name is a ValueError
        reason = getattr(error, "strerror", None) or str(error)
        raise FileError(f"can't write {path}: {reason}") from None


def _is_stream(path: Path) -> bool:
    """Return True for a device, pipe or socket, which a plain file must not replace."""
    try:
        mode = path.stat().st_mode
    except (OSError, ValueError):
        return False
    return not stat.S_ISREG(mode) and not stat.S_ISDIR(mode)


def _mode(path: Path) -> int:
    """Return the permissions that a file has, or would get."""
    try:
        return path.stat().st_mode & 0o777
    except OSError:
        mask = os.umask(0)
        os.umask(mask)
        return 0o666 & ~mask
