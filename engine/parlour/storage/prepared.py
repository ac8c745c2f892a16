"""Entries that come with Parlour: results about the shipped rulesets, computed when Parlour was built or installed.

They are in one file beside the code, and Parlour trusts them like the code. The name of an entry contains everything
that its content depends on, and Parlour checks its digest. If the file is missing, damaged or from another version,
Parlour computes the results again, which only takes longer. This module doesn't know the content of entries.
"""

from __future__ import annotations

import os
import struct
import zlib
from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

from parlour.base.whole_files import put

FILE = Path(__file__).parents[1] / "_data" / "prepared"

_HEAD = struct.Struct("<16sI")  # the mark, and the number of entries
_ROW = struct.Struct("<32s16sII")  # the digest of the name, the digest of the data, the data's offset and length
_MARK = b"parlour prepared"

_collected: dict[str, bytes] | None = None


def read(name: str) -> bytes | None:
    """Return the entry with this name."""
    if _collected is not None:
        return _collected.get(name)
    rows = _rows(str(FILE))
    wanted = sha256(name.encode()).digest()
    at = bisect_left(rows, (wanted,))
    if at == len(rows) or rows[at][0] != wanted:
        return None
    _, digest, start, size = rows[at]
    with suppress(OSError, zlib.error), open(FILE, "rb", buffering=0) as file:
        data = os.pread(file.fileno(), size, start)
        if _digest(data) == digest:
            return zlib.decompress(data)
    return None


def keep(name: str, data: Callable[[], bytes]) -> None:
    """Collect an entry while the build collects entries."""
    if _collected is not None:
        with suppress(RecursionError):  # pickle nests calls as deep as objects are nested
            _collected[name] = data()


@contextmanager
def collecting() -> Iterator[Mapping[str, bytes]]:
    """Collect the entries that are added inside the `with` block. The file isn't read, so that every entry is computed.
    """
    global _collected
    before, _collected = _collected, {}
    try:
        yield _collected
    finally:
        _collected = before


def write(path: Path, entries: Mapping[str, bytes]) -> None:
    """Write a file with these entries."""
    packed = sorted((sha256(name.encode()).digest(), zlib.compress(data, 9)) for name, data in entries.items())
    start = _HEAD.size + _ROW.size * len(packed)
    rows = []
    for name, data in packed:
        rows.append(_ROW.pack(name, _digest(data), start, len(data)))
        start += len(data)
    path.parent.mkdir(parents=True, exist_ok=True)
    put(path, b"".join((_HEAD.pack(_MARK, len(rows)), *rows, *(data for _, data in packed))))


@lru_cache(1)
def _rows(path: str) -> list[tuple[bytes, bytes, int, int]]:
    """Return the rows of the file, sorted by the digests of the names; none if it isn't a file of entries."""
    with suppress(OSError, struct.error), open(path, "rb") as file:
        mark, count = _HEAD.unpack(file.read(_HEAD.size))
        index = file.read(_ROW.size * count)
        if mark == _MARK and len(index) == _ROW.size * count:
            return list(_ROW.iter_unpack(index))
    return []


def _digest(data: bytes) -> bytes:
    return sha256(data).digest()[:16]


def there() -> bool:
    """True if Parlour came with entries, or the build is collecting them."""
    return wanted() or bool(_rows(str(FILE)))


def wanted() -> bool:
    """True while the build collects entries."""
    return _collected is not None
