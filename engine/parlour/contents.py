"""The bytes of a file, or why it can't be read."""

from __future__ import annotations

import stat
from pathlib import Path

from parlour.diagnostics import Diagnostic

MAX_BYTES = 1 << 20
MARK = b"\xef\xbb\xbf"  # of the byte order, which some editors put at the beginning
TOO_LARGE = "larger than 1 MiB, which is the most that is read"
SPLIT = "split it into several files"


def read_bytes(path: Path, name: str) -> bytes | Diagnostic:
    """`name` is shown to people instead of the path."""
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            what = "a folder" if path.is_dir() else "not an ordinary file"
            return Diagnostic("file-unreadable", f"{name} is {what}")
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except (FileNotFoundError, NotADirectoryError):
        return Diagnostic("file-missing", f"there is no file {name}")
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        return Diagnostic("file-unreadable", f"{name} can't be read: {reason}")
    if len(data) > MAX_BYTES:
        return Diagnostic("yaml-too-large", f"{name} is {TOO_LARGE}", help=SPLIT)
    return data
