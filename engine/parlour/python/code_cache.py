"""Code of functions saved between runs, in the user's signed cache.

The key of an entry has everything that decides the code: the Program with its places in the rulesets, the table, the
code that writes it, and the version of Python.
"""

from __future__ import annotations

import marshal
from dataclasses import astuple, dataclass, field
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
    cache: Cache

    @classmethod
    def of(cls, premises: Premises, kind: str, cache: Cache | None = None) -> CodeEntry:
        """The digest of a Program alone isn't enough: it doesn't cover the lines that its parts come from."""
        options = premises.layout.players, premises.as_written, kind
        name = name_of(PARTS, premises.program.digest, premises.program, options)
        return cls(name, cache or user_cache("code"))

    def read(self) -> SavedCode:
        data = None if self.name is None else self.cache.read(self.name)
        if data is None:
            return SavedCode()
        codes, tables, origins, number, whole = marshal.loads(data)
        known = [None if origin is None else p.Origin(*origin) for origin in origins]
        return SavedCode(codes, tables, known, number, whole)

    def write(self, saved: SavedCode) -> None:
        """Save code that isn't in the entry yet."""
        if self.name is not None and saved.is_new:
            saved.is_new = False
            origins = [None if origin is None else astuple(origin) for origin in saved.origins]
            entry = saved.closed(), saved.tables, origins, saved.number, saved.whole
            self.cache.write(self.name, lambda: marshal.dumps(entry))


def name_of(parts: tuple[str, ...], *content: object) -> str | None:
    """Return the name of an entry that depends on these parts of the engine and on this content."""
    version = version_of(*parts)
    return None if version is None else sha256("\n".join(map(str, (version, *content))).encode()).hexdigest()
