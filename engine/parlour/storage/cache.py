"""Results cached between runs in the user's cache folder: signed entries that only this user can write.

An entry can hold code or pickled objects, so Parlour trusts only entries that this user wrote. A key that only the user
can read signs each entry, and Parlour checks the signature first. If the key or the folder is missing, or an entry is
damaged or somebody else's, the cache seems empty. This module doesn't know the content of entries. The name of an entry
must contain everything that its content depends on.
"""

from __future__ import annotations

import hmac
import os
import stat
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache, lru_cache
from hashlib import sha256
from importlib.util import MAGIC_NUMBER, find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from parlour.base.place import shipped
from parlour.base.whole_files import put

if TYPE_CHECKING:
    from hashlib import _Hash as Hash

KEY_SIZE = 32
SIGNATURE_SIZE = sha256().digest_size
LARGEST = 32 << 20  # bytes of an entry
MOST = 64 << 20  # bytes of all entries of a cache together; beyond that, the oldest are removed
ROOT = Path(__file__).parents[1]
LIBRARIES = ("yaml", "jsonschema", "lark")


def folder(name: str) -> Path | None:
    """Return the user's folder for one kind of entries."""
    try:
        return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "parlour" / name
    except RuntimeError:
        return None


class Cache:
    """A folder of signed entries. It only saves time, so its errors aren't reported."""

    def __init__(self, folder: Path | None, most: int | None = None) -> None:
        self.folder = folder
        self._most = MOST if most is None else most
        self._unchecked = self._most  # bytes written since the last removal of old entries

    def read(self, name: str) -> bytes | None:
        """Return the bytes that this user wrote under a name, or None if they are missing or were changed."""
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
            os.utime(path)  # so that entries in use aren't among the oldest
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
            put(self.folder / name, entry, private=True)

    def _make_room(self, size: int) -> None:
        """Remove the entries unused for longest, not at every write, since listing the folder is slow."""
        assert self.folder is not None, "only a cache with a folder makes room"
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
        assert self.folder is not None, "only a cache with a folder has a key"
        return self.folder / "key"

    def _key(self) -> bytes | None:
        """Return the user's key, created at the first use; None if anybody else can read it or wrote it."""
        if self.folder is None or not hasattr(os, "getuid"):
            return None
        try:
            if not os.path.lexists(self._key_file):
                self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
                put(self._key_file, os.urandom(KEY_SIZE), private=True, replace=False)
            key, known = _read(self._key_file, KEY_SIZE + 1)
        except OSError:
            return None
        own = stat.S_ISREG(known.st_mode) and known.st_uid == os.getuid() and not known.st_mode & 0o077
        return key if own and len(key) == KEY_SIZE else None


def user_cache(name: str) -> Cache:
    """Return the user's cache for one kind of entries. It counts the bytes that this process writes."""
    return _in_folder(folder(name))


@lru_cache(4)
def _in_folder(folder: Path | None) -> Cache:
    return Cache(folder)


def _read(path: Path, most: int) -> tuple[bytes, os.stat_result]:
    """Return the content and the status of a file, without following links or waiting for a pipe."""
    handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    with open(handle, "rb", buffering=0) as file:
        known = os.fstat(handle)
        return file.read(min(most, known.st_size + 1)) or b"", known


def _signature(key: bytes, name: str, data: bytes) -> bytes:
    return hmac.digest(key, name.encode() + b"\0" + data, "sha256")


# ---------------------------------------------------------------- versions of the engine


@cache
def version_of(*parts: str) -> str | None:
    """Return a digest of these modules and packages, and of the Python that runs them.

    Without `parts`: of the whole engine, the schema, and the libraries that read rulesets. After a change of that code,
    Parlour no longer finds entries with the old digest in their names.
    """
    digest = sha256(MAGIC_NUMBER + sys.version.encode())
    try:
        if parts:
            for part in parts:
                _add_all(digest, os.path.join(ROOT, part))
        else:
            _add_all(digest, str(ROOT))
            _add(digest, "schema", shipped("schema") / "ruleset.schema.json")
            for name in LIBRARIES:
                spec = find_spec(name)
                digest.update(f"{name} {spec and spec.origin and os.stat(spec.origin).st_mtime_ns}".encode())
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
    """Yield the files of code and grammar under a path, in a fixed order."""
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
