"""Code of functions saved between runs, in the user's signed cache.

The key of an entry has everything that decides the code: the Program, the table, the code that writes it, and the
version of Python. It excludes the paths of the documents: they are removed from an entry, and restored on reading.
"""

from __future__ import annotations

import marshal
from dataclasses import dataclass, field
from hashlib import sha256
from types import CodeType

from parlour import program as p
from parlour.analysis.premises import Premises
from parlour.storage.cache import Cache, user_cache, version_of

# The modules that decide how a Program is written.
PARTS = ("analysis", "lowering", "program", "python", "routines", "table", "tablecode")


@dataclass
class SavedCode:
    """The code of some functions of one table, by name.

    `origins` are the places in the ruleset that the code calls by number, `tables` its constants. `number` is free for
    the first function that has no other name. `whole`: True if play needs no others. `needs` has for new code the
    functions that it names and that nobody could write again from their names.
    """

    codes: dict[str, CodeType] = field(default_factory=dict)
    tables: dict[str, tuple[int, ...]] = field(default_factory=dict)
    origins: list[p.Origin | None] = field(default_factory=list)
    number: int = 0
    whole: bool = False
    is_new: bool = False  # whether it has code that no entry has
    needs: dict[str, frozenset[str]] = field(default_factory=dict)

    def closed(self) -> dict[str, CodeType]:
        """Return the code that needs no function which was named but never made."""
        codes = dict(self.codes)
        while lacking := [name for name in codes if not self.needs.get(name, frozenset()) <= codes.keys()]:
            for name in lacking:
                del codes[name]
        return codes


@dataclass(frozen=True)
class CodeEntry:
    """The entry for one table; `kind` tells apart the functions that only play, count or note events."""

    name: str | None
    files: tuple[str, ...]
    cache: Cache

    @classmethod
    def of(cls, premises: Premises, kind: str, cache: Cache | None = None) -> CodeEntry:
        return cls(_name(premises, kind), _files(premises.program), cache or user_cache("code"))

    def read(self) -> SavedCode:
        data = None if self.name is None else self.cache.read(self.name)
        return SavedCode() if data is None else _unpacked(data, self.files)

    def write(self, saved: SavedCode) -> None:
        """Save code that isn't in the entry yet."""
        if self.name is not None and saved.is_new:
            saved.is_new = False
            self.cache.write(self.name, lambda: _packed(saved, self.files))


def _files(program: p.Program) -> tuple[str, ...]:
    """The paths of the documents that a Program is made of."""
    return tuple(dict.fromkeys(origin.path for origin in program.rules))


def _packed(s: SavedCode, files: tuple[str, ...]) -> bytes:
    numbers = {path: number for number, path in enumerate(files)}
    origins = [
        None if x is None else (numbers.get(x.path, x.path), x.document, x.title, x.line, x.column) for x in s.origins
    ]
    return marshal.dumps((s.closed(), s.tables, origins, s.number, s.whole))


def _unpacked(data: bytes, files: tuple[str, ...]) -> SavedCode:
    codes, tables, origins, number, whole = marshal.loads(data)
    known = [None if origin is None else _origin(files, *origin) for origin in origins]
    return SavedCode(codes, tables, known, number, whole)


def _origin(files: tuple[str, ...], path: int | str, document: str, title: str, line: int, column: int) -> p.Origin:
    return p.Origin(document, title, files[path] if isinstance(path, int) else path, line, column)


def _name(premises: Premises, kind: str) -> str | None:
    """Return the key of the cache entry. The digest alone isn't enough: it doesn't cover the lines that the parts
    come from."""
    own = version_of(*PARTS)
    if own is None:
        return None
    program = premises.program
    written = repr(program)
    for number, path in enumerate(_files(program)):
        written = written.replace(f"path={path!r}", f"path={number}")
    parts = (own, program.digest, written, premises.layout.players, premises.vectorise, premises.as_written, kind)
    return sha256("\n".join(map(str, parts)).encode()).hexdigest()
