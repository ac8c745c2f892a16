"""What was generated, kept between runs in the user's cache folder, beside the tables of the grammar.

A file there is code that will be run, so nothing is believed that was not written here: each entry is signed with a key
that only this user can read, and is looked at only after its signature was found right. Where there is no such key, no
folder, or an entry that is damaged or anybody else's, source is generated as if nothing were kept. Entries are found by
all that decides what they hold: the Program, the table, this package's own code, and the version of Python.
"""

from __future__ import annotations

import hmac
import marshal
import os
import secrets
import stat
import sys
import tempfile
from collections.abc import Callable
from contextlib import suppress
from dataclasses import astuple, dataclass
from functools import cache
from hashlib import sha256
from importlib.util import MAGIC_NUMBER
from pathlib import Path
from types import CodeType

import parlour
from parlour import program as p
from parlour.generated.source import Source
from parlour.machine.closures import Making

KEY_SIZE = 32
SIGNATURE_SIZE = sha256().digest_size
LARGEST = 32 << 20  # an entry
MOST = 64 << 20  # all entries together; then the oldest go

ROOMS = ("generated", "machine", "program.py")  # what decides how a Program is written


@dataclass(frozen=True)
class Generated:
    source: Source
    code: CodeType


def generated(making: Making, counting: bool, shelf: Shelf | None = None) -> Generated:
    """The source of a Program for a table, compiled: from the shelf, or newly made and put there."""
    shelf = shelf or Shelf(folder())
    name = _name(making, counting)
    kept = None if name is None else shelf.read(name)
    if kept is not None:
        return _unpacked(kept)
    source = Source.of(making, counting)
    code = compile(source.text, f"<{making.program.id} for {making.layout.players}>", "exec")
    made = Generated(source, code)
    if name is not None:
        shelf.write(name, lambda: _packed(made))
    return made


# ---------------------------------------------------------------- entries


class Shelf:
    """A folder of signed entries. Nothing that goes wrong with it is worth telling: it only saves time."""

    def __init__(self, folder: Path | None) -> None:
        self.folder = folder

    def read(self, name: str) -> bytes | None:
        """What was put there under this name, by this user, and is as it was."""
        key = self._key()
        if key is None or self.folder is None:
            return None
        path = self.folder / name
        try:
            entry, _ = _read(path, LARGEST + 1)
        except OSError:
            return None
        data = entry[SIGNATURE_SIZE:]
        if len(entry) > LARGEST or not hmac.compare_digest(entry[:SIGNATURE_SIZE], _signature(key, name, data)):
            return None
        with suppress(OSError):
            os.utime(path)  # so that what is used is not the oldest
        return data

    def write(self, name: str, data: Callable[[], bytes]) -> None:
        key = self._key()
        if key is None or self.folder is None:
            return
        made = data()
        entry = _signature(key, name, made) + made
        if len(entry) > LARGEST:
            return
        with suppress(OSError):
            self._make_room(len(entry))
            _put(self.folder, self.folder / name, entry, instead=True)

    def _make_room(self, size: int) -> None:
        """The entries that were not used for longest go."""
        assert self.folder is not None, "there is a folder to make room in"
        found = []
        for path in self.folder.iterdir():
            with suppress(OSError):
                if path != self._key_file:
                    known = path.lstat()
                    found.append((known.st_mtime, known.st_size, path))
        total = size + sum(of for _, of, _ in found)
        for _, of, path in sorted(found):
            if total <= MOST:
                return
            with suppress(OSError):
                path.unlink()
                total -= of

    # ------------------------------------------------------------ the key

    @property
    def _key_file(self) -> Path:
        assert self.folder is not None, "a key lies in a folder"
        return self.folder / "key"

    def _key(self) -> bytes | None:
        """The user's key, made at the first time. One that anybody else could read or have written is none."""
        if self.folder is None or not hasattr(os, "getuid"):
            return None
        try:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            if not os.path.lexists(self._key_file):
                _put(self.folder, self._key_file, secrets.token_bytes(KEY_SIZE), instead=False)
            key, known = _read(self._key_file, KEY_SIZE + 1)
        except OSError:
            return None
        own = stat.S_ISREG(known.st_mode) and known.st_uid == os.getuid() and not known.st_mode & 0o077
        return key if own and len(key) == KEY_SIZE else None


def _read(path: Path, most: int) -> tuple[bytes, os.stat_result]:
    """A file, and what is known of it; no link, and nothing that one has to wait for."""
    handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    with open(handle, "rb") as file:
        return file.read(most), os.fstat(file.fileno())


def _put(folder: Path, path: Path, data: bytes, instead: bool) -> None:
    """All at once, and readable by nobody else: whoever looks sees the whole file, or the one before. Without `instead`
    a file that somebody else has put there meanwhile stays."""
    handle, temporary = tempfile.mkstemp(dir=folder)
    try:
        with open(handle, "wb") as file:
            file.write(data)
        if instead:
            os.replace(temporary, path)
        else:
            with suppress(FileExistsError):
                os.link(temporary, path)
    finally:
        with suppress(OSError):
            os.unlink(temporary)


def _signature(key: bytes, name: str, data: bytes) -> bytes:
    return hmac.digest(key, name.encode() + b"\0" + data, "sha256")


# ---------------------------------------------------------------- what an entry is, and its name


def _packed(made: Generated) -> bytes:
    s = made.source
    origins = [None if origin is None else astuple(origin) for origin in s.origins]
    return marshal.dumps((s.text, origins, s.places, s.asked, sorted(s.spending), s.counters, made.code))


def _unpacked(data: bytes) -> Generated:
    text, origins, places, asked, spending, counters, code = marshal.loads(data)
    known = tuple(None if origin is None else p.Origin(*origin) for origin in origins)
    return Generated(Source(text, known, places, asked, frozenset(spending), counters), code)


def _name(making: Making, counting: bool) -> str | None:
    """Not the digest alone: it says how a Program plays, and not from which lines its parts come."""
    own = version_of(*ROOMS)
    if own is None:
        return None
    program = making.program
    parts = (own, program.digest, repr(program), making.layout.players, making.vectorise, counting)
    return sha256("\n".join(map(str, parts)).encode()).hexdigest()


@cache
def version_of(*rooms: str) -> str | None:
    """Of the code that writes something, and of the Python that runs it."""
    found = sha256(MAGIC_NUMBER + sys.version.encode())
    root = Path(parlour.__file__).parent
    try:
        for room in rooms:
            at = root / room
            for path in sorted(at.rglob("*.py")) if at.is_dir() else [at]:
                found.update(path.relative_to(root).as_posix().encode() + b"\0")
                found.update(path.read_bytes() + b"\0")
    except OSError:
        return None
    return found.hexdigest()


def folder() -> Path | None:
    try:
        return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "parlour" / "code"
    except RuntimeError:
        return None
