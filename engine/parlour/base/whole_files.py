"""The one way to write a file: beside its place, then into it, so that nobody ever sees half of a file.

This module doesn't know the content of files, or whether a file may be replaced.
"""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from functools import partial
from pathlib import Path

PREFIX = 40  # letters of a file's name in the name of its temporary file, so that long names still fit


def put(path: Path, data: bytes, private: bool = False, replace: bool = True) -> None:
    """Write a file. Until the new one is complete, the old one stays; the new one has its permissions.

    Nobody else can read a `private` file. Without `replace`, a file that another process created meanwhile stays.
    """
    temporary = path.with_name(f".{path.name[:PREFIX]}.{os.urandom(8).hex()}")
    try:
        with open(temporary, "xb", opener=partial(os.open, mode=0o600 if private else 0o666)) as file:
            file.write(data)
        if not private:
            with suppress(OSError):
                os.chmod(temporary, stat.S_IMODE(os.stat(path).st_mode))
        if replace:
            os.replace(temporary, path)
        else:
            with suppress(FileExistsError):
                os.link(temporary, path)
    finally:
        with suppress(OSError):
            os.unlink(temporary)
