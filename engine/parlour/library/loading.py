"""Loading documents from files, with their structure checked.

The result is cached by the content of the file, in memory and in the user's cache. This module doesn't know how
documents are found or merged.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from hashlib import sha256
from pathlib import Path
from types import MappingProxyType
from typing import cast

from parlour.base.diagnostics import Diagnostic
from parlour.base.source import Source, Span
from parlour.documents.composition import Contents, Document
from parlour.documents.contents import MARK, bounded, is_stdin, read_bytes
from parlour.storage import observed
from parlour.storage.cache_entries import CacheEntry

Found = tuple[Document | None, tuple[Diagnostic, ...]]

_Stamp = tuple[int, int, int]
_loaded: dict[tuple[str, str], File] = {}
_MAX_LOADED = 4_000


def load(path: Path, at: Span | None = None) -> Found:
    """Return the document in a file and its diagnostics. A file is read again only if it has changed.

    Diagnostics without a place in the file, such as for a missing file, are reported at `at`.
    """
    known = file(path)
    observed.file(path, known.digest)
    document, problems = known.found
    if at is None:
        return document, problems
    return document, tuple(d if d.span else replace(d, span=at) for d in problems)


def alike(one: Path, other: Path) -> bool:
    """True if both files have the same content."""
    files = file(one), file(other)
    for path, known in zip((one, other), files, strict=True):
        observed.file(path, known.digest)
    return isinstance(files[0].data, bytes) and files[0].data == files[1].data


@contextmanager
def as_of(files: Mapping[str, File]) -> Iterator[None]:
    """Load these files as they were on the first reading, even if they have changed since."""
    token = _then.set(files)
    try:
        yield
    finally:
        _then.reset(token)


@contextmanager
def in_place_of(contents: Mapping[Path, bytes | Diagnostic]) -> Iterator[None]:
    """Load these contents in place of files, which don't have to exist."""
    files: dict[str, File] = {}
    for path, data in contents.items():
        known = File(path, shown(path), None, data)
        files |= {str(path): known, os.path.abspath(path): known}
    with as_of(files):
        yield


_then: ContextVar[Mapping[str, File]] = ContextVar("then", default=MappingProxyType({}))


@contextmanager
def in_memory(texts: Mapping[str, str]) -> Iterator[tuple[Path, ...]]:
    """Give these texts paths in a virtual folder. Messages show the names instead of the paths. The folder's name
    depends on the texts, so they never share cached answers with other texts."""
    folder = Path(os.path.abspath("<memory>")) / sha256(repr(sorted(texts.items())).encode()).hexdigest()[:16]
    paths = tuple(folder / f"{number}.yaml" for number in range(len(texts)))
    files = {
        str(path): File(path, name, None, bounded(text.encode("utf-8", "replace"), name))
        for path, (name, text) in zip(paths, texts.items(), strict=True)
    }
    token = _in_memory.set(files)
    try:
        yield paths
    finally:
        _in_memory.reset(token)


def held(folder: Path) -> tuple[File, ...]:
    """The files of a folder that are in memory."""
    return tuple(known for known in _in_memory.get().values() if known.path.parent == folder)


_in_memory: ContextVar[Mapping[str, File]] = ContextVar("in_memory", default=MappingProxyType({}))


def file(path: Path) -> File:
    """Return the current content of a file, or the one in memory; `as_of` can replace both."""
    then = _then.get().get(str(path)) or _in_memory.get().get(str(path))
    if then is not None:
        return then
    key = _, name = _names(str(path), here())
    stamp = _stamp(path)
    known = _loaded.get(key)
    if known is None or stamp is None or known.stamp != stamp:
        known = File(path, name, stamp, read_bytes(path, name))
        if len(_loaded) >= _MAX_LOADED:
            _loaded.clear()
        _loaded[key] = known
    return known


def here() -> str:
    """Return the working directory, or an empty string if it was removed."""
    try:
        return os.getcwd()
    except OSError:
        return ""


@lru_cache(_MAX_LOADED)
def _names(path: str, _: str) -> tuple[str, str]:
    """Return a path in full and as shown in messages. Cached by working directory, since computing them is slow."""
    return os.path.abspath(path), shown(Path(path))


def _stamp(path: Path) -> _Stamp | None:
    if is_stdin(path):
        data = read_bytes(path, "")
        return (hash(data), 0, 0) if isinstance(data, bytes) else None
    try:
        status = path.stat()
    except (OSError, ValueError):
        return None
    return status.st_mtime_ns, status.st_size, status.st_ino


@dataclass
class File:
    """A file as it was when it had this stamp: modification time, size and inode."""

    path: Path
    name: str
    stamp: _Stamp | None
    data: bytes | Diagnostic

    @cached_property
    def digest(self) -> str:
        """A digest of the name and the content, or of the reason why the file can't be read."""
        data = repr(self.data).encode("utf-8", "surrogatepass") if isinstance(self.data, Diagnostic) else self.data
        return sha256(self.name.encode("utf-8", "surrogatepass") + b"\0" + data).hexdigest()

    @cached_property
    def content(self) -> str | None:
        """A digest of the content alone."""
        return sha256(self.data).hexdigest() if isinstance(self.data, bytes) else None

    @cached_property
    def source(self) -> Source:
        """The text, or an empty one if the file can't be read."""
        data = b"" if isinstance(self.data, Diagnostic) else self.data
        return Source(self.name, data.removeprefix(MARK).decode("utf-8", "replace"))

    @cached_property
    def found(self) -> Found:
        if isinstance(self.data, Diagnostic):
            return None, (self.data,)
        entry = CacheEntry("document", self.data)
        kept = entry.read(lambda: [self.source])
        if kept is not None:
            return _document(*cast("tuple[Contents, tuple[Diagnostic, ...]]", kept), self.path)
        from parlour.schema.document_text import read_document  # slow to import, and not needed for cached files

        said, problems = read_document(self.data, self.source)
        if said is None:
            return None, problems
        entry.write((said, problems), [self.source])
        return _document(said, problems, self.path)


def _document(said: Contents, problems: tuple[Diagnostic, ...], path: Path) -> Found:
    return Document(said.kind, said.id, said.title, said.text, said.node, said.source, said.id_span, path), problems


def shown(path: Path) -> str:
    """Return a path as a person would write it: relative to the working directory if the file is inside it."""
    text = os.path.normpath(path)
    try:
        here = os.path.relpath(text)
    except (OSError, ValueError):
        return text
    return text if here.startswith("..") and os.path.isabs(text) else here


class Sources(Sequence[Source]):
    """The sources of files, each created on demand, because few diagnostics need them."""

    def __init__(self, files: Mapping[str, File]) -> None:
        self._files = tuple(files.values())

    def __len__(self) -> int:
        return len(self._files)

    def __getitem__(self, number: int) -> Source:  # type: ignore[override]  # nobody asks for slices
        return self._files[number].source
