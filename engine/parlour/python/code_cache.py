"""Generated source saved between runs, in the user's signed cache.

The key of an entry has everything that decides the source: the Program, the table, the code that writes it, and the
version of Python. It excludes the paths of the documents: they are removed from an entry, and restored on reading. The
source of shipped games comes with Parlour (`prepared`).
"""

from __future__ import annotations

import marshal
from dataclasses import dataclass
from hashlib import sha256
from types import CodeType

from parlour import program as p
from parlour.analysis.premises import Premises
from parlour.python.module import PythonModule
from parlour.storage import prepared
from parlour.storage.cache import Cache, user_cache, version_of

# The modules that decide how a Program is written.
PARTS = ("analysis", "lowering", "program", "python", "routines", "table", "tablecode")


@dataclass(frozen=True)
class Generated:
    source: PythonModule
    code: CodeType


def generated(premises: Premises, counting: bool = False, cache: Cache | None = None) -> Generated:
    """Return the compiled source of a Program for a table: from the cache, or newly made and saved there."""
    cache = cache or user_cache("code")
    name = _name(premises, counting)
    files = _files(premises.program)
    found = _read(name, files, cache)
    if found is not None:
        return found
    source = PythonModule.of(premises, counting)
    code = compile(source.text, f"<{premises.program.id} for {premises.layout.players}>", "exec")
    made = Generated(source, code)
    if name is not None:
        prepared.keep(name, lambda: _packed(made, files))
        cache.write(name, lambda: _packed(made, files))
    return made


def saved(premises: Premises) -> Generated | None:
    """Return the compiled source if it is in the cache."""
    return _read(_name(premises, counting=False), _files(premises.program), user_cache("code"))


def _read(name: str | None, files: tuple[str, ...], cache: Cache) -> Generated | None:
    data = None if name is None else prepared.read(name) or cache.read(name)
    return None if data is None else _unpacked(data, files)


def _files(program: p.Program) -> tuple[str, ...]:
    """The paths of the documents that a Program is made of."""
    return tuple(dict.fromkeys(origin.path for origin in program.rules))


def _packed(made: Generated, files: tuple[str, ...]) -> bytes:
    s = made.source
    numbers = {path: number for number, path in enumerate(files)}
    origins = [
        None if x is None else (numbers.get(x.path, x.path), x.document, x.title, x.line, x.column) for x in s.origins
    ]
    return marshal.dumps((s.text, origins, sorted(s.spending), s.counters, made.code))


def _unpacked(data: bytes, files: tuple[str, ...]) -> Generated:
    text, origins, spending, counters, code = marshal.loads(data)
    known = tuple(None if origin is None else _origin(files, *origin) for origin in origins)
    return Generated(PythonModule(text, known, frozenset(spending), counters), code)


def _origin(files: tuple[str, ...], path: int | str, document: str, title: str, line: int, column: int) -> p.Origin:
    return p.Origin(document, title, files[path] if isinstance(path, int) else path, line, column)


def _name(premises: Premises, counting: bool) -> str | None:
    """Return the key of the cache entry. The digest alone isn't enough: it doesn't cover the lines that the parts
    come from."""
    own = version_of(*PARTS)
    if own is None:
        return None
    program = premises.program
    written = repr(program)
    for number, path in enumerate(_files(program)):
        written = written.replace(f"path={path!r}", f"path={number}")
    parts = (own, program.digest, written, premises.layout.players, premises.vectorise, counting)
    return sha256("\n".join(map(str, parts)).encode()).hexdigest()
