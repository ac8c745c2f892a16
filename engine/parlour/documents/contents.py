"""Reading the bytes of a file or of standard input."""

from __future__ import annotations

import errno
import os
import stat
import sys
from functools import lru_cache
from pathlib import Path
from typing import TextIO

from parlour.base.diagnostics import Diagnostic
from parlour.base.place import elsewhere, expanded, whole

MAX_BYTES = 1 << 20
MARK = b"\xef\xbb\xbf"  # of the byte order, which some editors put at the beginning
TOO_LARGE = "larger than 1 MiB, the limit for a file"
SPLIT = "split the file into several"


STDIN = "-"  # what people write for standard input
_STDIN_PATH = Path("<stdin>")


def path_of(reference: str | Path) -> Path:
    """Return the path that a reference means: `~` is the home folder, `-` is standard input."""
    return _STDIN_PATH if reference == STDIN else Path(expanded(str(reference)))


def is_stdin(path: Path) -> bool:
    return path.name == _STDIN_PATH.name


Stamp = tuple[int, int, int]
"""What tells two contents of a file apart: usually its modification time, size and inode."""


def stamp_of(path: Path) -> Stamp | None:
    """Return the stamp of a file, or None if there is none."""
    if is_stdin(path) or elsewhere() is not None:
        data = read_bytes(path, "")
        return (hash(data), 0, 0) if isinstance(data, bytes) else None
    try:
        status = path.stat()
    except (OSError, ValueError):
        return None
    return status.st_mtime_ns, status.st_size, status.st_ino


def read_bytes(path: Path, name: str) -> bytes | Diagnostic:
    """Return the content, or why it can't be read. Messages show `name` instead of the path."""
    place = elsewhere()
    if place is not None:
        copy = place.files.get(whole(path))
        return Diagnostic("file-missing", f"no such file: {name}") if copy is None else copy.data
    try:
        if is_stdin(path):
            data = _whole(sys.stdin)
        elif not stat.S_ISREG(path.stat().st_mode):
            what = "a folder" if path.is_dir() else "a special file"
            return Diagnostic("file-unreadable", f"expected a file, found {what}: {name}")
        else:
            with path.open("rb") as file:
                data = file.read(MAX_BYTES + 1)
    except (FileNotFoundError, NotADirectoryError):
        return Diagnostic("file-missing", f"no such file: {name}")
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        return Diagnostic("file-unreadable", f"can't read {name}: {reason}")
    return bounded(data, name)


def bounded(data: bytes, name: str) -> bytes | Diagnostic:
    """The bytes of a document, unless there are too many."""
    if len(data) > MAX_BYTES:
        return Diagnostic("yaml-too-large", f"{name} is {TOO_LARGE}", help=SPLIT)
    return data


@lru_cache(maxsize=1)
def _whole(stream: TextIO | None) -> bytes:
    """Return the whole content of a stream, cached because a stream can be read only once."""
    if stream is None:
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))
    buffer = getattr(stream, "buffer", None)
    return stream.read().encode() if buffer is None else bytes(buffer.read(MAX_BYTES + 1))
