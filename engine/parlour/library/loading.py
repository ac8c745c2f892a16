"""Reading documents: a file becomes a checked document, once.

What a file says is kept in the user's cache, by its content. How documents are found, and how they go together, is not
known here.
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
from parlour.documents.composition import Document, Said
from parlour.documents.contents import MARK, is_stdin, read_bytes
from parlour.storage import observed
from parlour.storage.entries import Entry

Found = tuple[Document | None, tuple[Diagnostic, ...]]

_Stamp = tuple[int, int, int]
_loaded: dict[tuple[str, str], File] = {}
_MAX_LOADED = 4_000


def load(path: Path, at: Span | None = None) -> Found:
    """The document in a file, its structure checked, and its problems. A file is read again only when it has changed.

    A problem that has no place in the file, such as that there is none, is shown at `at`.
    """
    known = file(path)
    observed.file(path, known.digest)
    document, problems = known.found
    if at is None:
        return document, problems
    return document, tuple(d if d.span else replace(d, span=at) for d in problems)


def alike(one: Path, other: Path) -> bool:
    """Do both files say the same?"""
    files = file(one), file(other)
    for path, known in zip((one, other), files, strict=True):
        observed.file(path, known.digest)
    return isinstance(files[0].data, bytes) and files[0].data == files[1].data


@contextmanager
def as_of(files: Mapping[str, File]) -> Iterator[None]:
    """Files are loaded as they were when somebody had looked at them, whatever has become of them since."""
    token = _then.set(files)
    try:
        yield
    finally:
        _then.reset(token)


_then: ContextVar[Mapping[str, File]] = ContextVar("then", default=MappingProxyType({}))


def file(path: Path) -> File:
    """A file and what it says, as it is now."""
    then = _then.get().get(str(path))
    if then is not None:
        return then
    key = _, name = _names(str(path), _here())
    stamp = _stamp(path)
    known = _loaded.get(key)
    if known is None or stamp is None or known.stamp != stamp:
        known = File(path, name, stamp, read_bytes(path, name))
        if len(_loaded) >= _MAX_LOADED:
            _loaded.clear()
        _loaded[key] = known
    return known


def _here() -> str:
    try:
        return os.getcwd()
    except OSError:  # somebody has removed it
        return ""


@lru_cache(_MAX_LOADED)
def _names(path: str, _: str) -> tuple[str, str]:
    """A path in full, and as it is shown. The working directory decides both, and working them out takes longer than
    looking whether a file has changed."""
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
    """A file as it was when it had this stamp."""

    path: Path
    name: str
    stamp: _Stamp | None
    data: bytes | Diagnostic

    @cached_property
    def digest(self) -> str:
        """It tells what the file says, or why it can't be read, and under which name, from everything else."""
        data = repr(self.data).encode("utf-8", "surrogatepass") if isinstance(self.data, Diagnostic) else self.data
        return sha256(self.name.encode("utf-8", "surrogatepass") + b"\0" + data).hexdigest()

    @cached_property
    def content(self) -> str | None:
        """The digest of what the file says, whatever it is called."""
        return sha256(self.data).hexdigest() if isinstance(self.data, bytes) else None

    @cached_property
    def source(self) -> Source:
        """The text, which is empty where it can't be read."""
        data = b"" if isinstance(self.data, Diagnostic) else self.data
        return Source(self.name, data.removeprefix(MARK).decode("utf-8", "replace"))

    @cached_property
    def found(self) -> Found:
        if isinstance(self.data, Diagnostic):
            return None, (self.data,)
        entry = Entry("document", self.data)
        kept = entry.read(lambda: [self.source])
        if kept is not None:
            return _document(*cast("tuple[Said, tuple[Diagnostic, ...]]", kept), self.path)
        from parlour.schema.document_text import read_document  # slow to import, and not needed for what is kept

        said, problems = read_document(self.data, self.source)
        if said is None:
            return None, problems
        entry.write((said, problems), [self.source])
        return _document(said, problems, self.path)


def _document(said: Said, problems: tuple[Diagnostic, ...], path: Path) -> Found:
    return Document(said.kind, said.id, said.title, said.text, said.node, said.source, said.id_span, path), problems


def shown(path: Path) -> str:
    """A path as a person would write it: seen from the working directory where that is shorter."""
    text = os.path.normpath(path)
    try:
        here = os.path.relpath(text)
    except (OSError, ValueError):
        return text
    return text if here.startswith("..") and os.path.isabs(text) else here


class Sources(Sequence[Source]):
    """The sources of files, each made when it is asked for: few findings point into few files."""

    def __init__(self, files: Mapping[str, File]) -> None:
        self._files = tuple(files.values())

    def __len__(self) -> int:
        return len(self._files)

    def __getitem__(self, number: int) -> Source:  # type: ignore[override]  # nobody asks for slices
        return self._files[number].source
