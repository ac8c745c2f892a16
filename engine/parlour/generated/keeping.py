"""Generated source kept between runs, in the user's signed cache.

Entries are found by all that decides what they hold: the Program, the table, the code that writes the source, and the
version of Python.
"""

from __future__ import annotations

import marshal
from dataclasses import astuple, dataclass
from hashlib import sha256
from types import CodeType

from parlour import program as p
from parlour.cache import Cache, folder, version_of
from parlour.generated.source import Source
from parlour.machine.closures import Making

ROOMS = ("generated", "machine", "program.py")  # what decides how a Program is written


@dataclass(frozen=True)
class Generated:
    source: Source
    code: CodeType


def generated(making: Making, counting: bool, cache: Cache | None = None) -> Generated:
    """The source of a Program for a table, compiled: from the cache, or newly made and put there."""
    cache = cache or Cache(folder("code"))
    name = _name(making, counting)
    kept = None if name is None else cache.read(name)
    if kept is not None:
        return _unpacked(kept)
    source = Source.of(making, counting)
    code = compile(source.text, f"<{making.program.id} for {making.layout.players}>", "exec")
    made = Generated(source, code)
    if name is not None:
        cache.write(name, lambda: _packed(made))
    return made


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
