"""Results kept between runs in the user's cache folder: signed entries that only their user can write.

An entry may hold code, or objects that Python builds without asking, so only what this user wrote is trusted: each
entry is signed with a key that only the user can read, and its signature is checked before anything else. Without a
key or a folder, or where an entry is damaged or somebody else's, everything works as if the cache were empty.

Nothing here knows what entries hold. Whoever writes them puts everything that decides their content into their names.
"""

from __future__ import annotations

import hmac
import os
import stat
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from hashlib import sha256
from importlib.util import MAGIC_NUMBER, find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from parlour.base.resources import shipped

if TYPE_CHECKING:
    from hashlib import _Hash as Hash

KEY_SIZE = 32
SIGNATURE_SIZE = sha256().digest_size
LARGEST = 32 << 20  # bytes of an entry
MOST = 64 << 20  # bytes of all entries of a cache together; beyond that the oldest go
ROOT = Path(__file__).parents[1]
LIBRARIES = ("yaml", "jsonschema", "lark")


def folder(name: str) -> Path | None:
    """The user's folder for one kind of entries."""
    try:
        return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "parlour" / name
    except RuntimeError:
        return None


class Cache:
    """A folder of signed entries. It only saves time, so nothing that goes wrong with it is reported."""

    def __init__(self, folder: Path | None, most: int | None = None) -> None:
        self.folder = folder
        self._most = MOST if most is None else most
        self._unchecked = self._most  # bytes written since old entries were removed

    def read(self, name: str) -> bytes | None:
        """What this user wrote under a name, unless it has changed since."""
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
            os.utime(path)  # an entry in use is not among the oldest
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
            _put(self.folder / name, entry, replace=True)

    def _make_room(self, size: int) -> None:
        """Remove the entries that were unused for longest. Looking through the folder for each write would be slow."""
        assert self.folder is not None, "there is a folder to make room in"
        self._unchecked += size
        if self._unchecked < self._most // 16:
            return
        self._unchecked = 0
        entries = []
        for path in self.folder.iterdir():
            with suppress(OSError):
                if path != self._key_file:
                    known = path.lstat()
                    entries.append((known.st_mtime, known.st_size, path))
        total = size + sum(bytes_ for _, bytes_, _ in entries)
        for _, bytes_, path in sorted(entries):
            if total <= self._most:
                return
            with suppress(OSError):
                path.unlink()
                total -= bytes_

    # ------------------------------------------------------------ the key

    @property
    def _key_file(self) -> Path:
        assert self.folder is not None, "a key is in a folder"
        return self.folder / "key"

    def _key(self) -> bytes | None:
        """The user's key, made at the first use. A key that anybody else can read or has written counts as none."""
        if self.folder is None or not hasattr(os, "getuid"):
            return None
        try:
            if not os.path.lexists(self._key_file):
                self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
                _put(self._key_file, os.urandom(KEY_SIZE), replace=False)
            key, known = _read(self._key_file, KEY_SIZE + 1)
        except OSError:
            return None
        own = stat.S_ISREG(known.st_mode) and known.st_uid == os.getuid() and not known.st_mode & 0o077
        return key if own and len(key) == KEY_SIZE else None


def _read(path: Path, most: int) -> tuple[bytes, os.stat_result]:
    """A file and its status; no link, and nothing that keeps its reader waiting."""
    handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    with open(handle, "rb", buffering=0) as file:
        known = os.fstat(handle)
        return file.read(min(most, known.st_size + 1)) or b"", known


def _put(path: Path, data: bytes, replace: bool) -> None:
    """Write a file that nobody else can read. Other processes see the whole file, or the one before.

    Without `replace` a file that was put there meanwhile stays.
    """
    temporary = path.with_name(f"{path.name}.{os.urandom(8).hex()}")
    handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with open(handle, "wb") as file:
            file.write(data)
        if replace:
            os.replace(temporary, path)
        else:
            with suppress(FileExistsError):
                os.link(temporary, path)
    finally:
        with suppress(OSError):
            os.unlink(temporary)


def _signature(key: bytes, name: str, data: bytes) -> bytes:
    return hmac.digest(key, name.encode() + b"\0" + data, "sha256")


# ---------------------------------------------------------------- what decides the content of entries


@cache
def version_of(*parts: str) -> str | None:
    """A digest of these modules and packages of the engine, and of the Python that runs them; without any, of all of
    it, the schema, and the libraries that it reads rulesets with. Entries don't outlive a change of what made them."""
    digest = sha256(MAGIC_NUMBER + sys.version.encode())
    try:
        if parts:
            for part in parts:
                _add_all(digest, os.path.join(ROOT, part))
        else:
            digest.update(f"{engine_version()}".encode())
            for name in LIBRARIES:
                spec = find_spec(name)
                digest.update(f"{name} {spec and spec.origin and os.stat(spec.origin).st_mtime_ns}".encode())
    except OSError:
        return None
    return digest.hexdigest()


@cache
def engine_version() -> str | None:
    """A digest of the engine and the schema, the same on every machine and for every Python."""
    digest = sha256()
    try:
        _add_all(digest, str(ROOT))
        _add(digest, "schema", shipped("schema") / "ruleset.schema.json")
    except OSError:
        return None
    return digest.hexdigest()


def _add_all(digest: Hash, under: str) -> None:
    for path in _files(under):
        _add(digest, os.path.relpath(path, ROOT), path)


def _add(digest: Hash, name: str, path: str | Path) -> None:
    digest.update(name.replace(os.sep, "/").encode() + b"\0")
    with open(path, "rb", buffering=0) as file:
        digest.update(file.read() + b"\0")


def _files(path: str) -> Iterator[str]:
    """The code and the grammar under a path, in one order everywhere."""
    if not os.path.isdir(path):
        yield path
        return
    with os.scandir(path) as entries:
        known = sorted(entries, key=lambda entry: entry.name)
    for entry in known:
        if entry.name.endswith((".py", ".lark")):
            yield entry.path
        elif not entry.name.startswith(("_", ".")) and entry.is_dir():
            yield from _files(entry.path)
