"""Loading documents from files, with their structure checked.

The result is cached by the content of the file, in memory and in the user's cache. This module doesn't know how
documents are found or merged.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from hashlib import sha256
from pathlib import Path
from threading import Lock
from types import MappingProxyType
from typing import cast
from weakref import WeakValueDictionary

from parlour.base.diagnostics import Diagnostic
from parlour.base.place import here, relative, whole
from parlour.base.source import Source, Span, is_from_own_folder
from parlour.documents.composition import Contents, Document
from parlour.documents.contents import MARK, Stamp, bounded, path_of, read_bytes, stamp_of
from parlour.storage import observed
from parlour.storage.cache_entries import CacheEntry

Found = tuple[Document | None, tuple[Diagnostic, ...]]

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
        files |= {str(path): known, whole(path): known}
    with as_of(files):
        yield


_then: ContextVar[Mapping[str, File]] = ContextVar("then", default=MappingProxyType({}))


class Texts:
    """Rulesets in memory. They have paths in a virtual folder, so a text can refer to another one by its name, and to a
    file of the real `folder`, if there is one. Nothing else can be read from there.

    The folder's name depends on the texts, so they never share cached answers with other texts. Parlour finds them as
    long as somebody holds this object. A name can be a whole path: then these texts refer to each other as files do.
    """

    def __init__(self, root: Path, texts: Mapping[str, str], folder: Path | None) -> None:
        self.root = root
        self.folder = folder
        self.files: dict[str, File] = {}
        self._read: dict[str, File] = {}
        paths: list[Path] = []
        for number, (name, text) in enumerate(texts.items()):
            path = root / (self._inside("", name) or f"{number}.yaml")
            path = root / f"{number}.yaml" if str(path) in self.files else path
            self.files[str(path)] = File(path, name, None, bounded(text.encode("utf-8", "replace"), name))
            paths.append(path)
        self.paths = tuple(paths)

    @staticmethod
    def of(texts: Mapping[str, str], folder: Path | None = None) -> Texts:
        """Return these texts in memory. Equal ones are the same object."""
        folder = None if folder is None else Path(os.path.abspath(folder))
        root = _MEMORY / sha256(repr((folder, [*texts.items()])).encode("utf-8", "replace")).hexdigest()[:16]
        with _remembering:
            return _texts.setdefault(str(root), Texts(root, texts, folder))

    @staticmethod
    def around(path: Path) -> Texts | None:
        """Return the texts with a path, or whose folder has it."""
        parts = str(path).split(os.sep, _DEPTH) if _MEMORY.name in str(path) else ()
        return _texts.get(os.sep.join(parts[:_DEPTH])) if parts else None

    def _inside(self, folder: str, reference: str) -> str | None:
        """Return the path of a reference below the root; None if it is elsewhere."""
        if os.path.isabs(reference):
            with suppress(ValueError):  # on another drive
                reference = os.path.relpath(reference, self.folder or Path(reference).anchor)
                folder = ""
        name = os.path.normpath(os.path.join(folder, reference))
        return None if os.path.isabs(name) or name.split(os.sep)[0] in (".", "..") or len(name) > _LONGEST else name

    def beside(self, folder: Path, reference: str) -> Path:
        """Return the path that a text in a virtual folder refers to."""
        name = self._inside(os.path.relpath(folder, self.root), reference)
        return self.root / (_OUTSIDE + reference.replace(os.sep, _OUTSIDE) if name is None else name)

    def file(self, path: Path) -> File:
        """Return a text, or a file of the real folder, or one that isn't there."""
        known = self.files.get(str(path))
        if known is not None:
            return known
        name = os.path.relpath(path, self.root)
        if self.folder is not None and not name.startswith(_OUTSIDE):
            real = file(self.folder / name)
            if name not in self._read or self._read[name].data is not real.data:
                self._read[name] = File(path, real.name, real.stamp, real.data)
            return self._read[name]
        name = name.removeprefix(_OUTSIDE).replace(_OUTSIDE, os.sep)
        return File(path, name, None, Diagnostic("file-missing", f"no such file: {name}", help=_SEEN))


_MEMORY = Path(os.path.abspath(os.sep)) / "<memory>"
_DEPTH = len(_MEMORY.parts) + 1  # parts of the path of a virtual folder
_LONGEST = 200  # characters of a path in a virtual folder
_OUTSIDE = "\x1f"  # marks a path that leads out of a virtual folder, and replaces `/` there
_SEEN = "a ruleset that isn't a file can refer to the library and to `documents`, and to files in `folder`"
_texts: WeakValueDictionary[str, Texts] = WeakValueDictionary()
_remembering = Lock()


def referred(folder: Path, reference: str | Path) -> Path:
    """Return the path that a ruleset in this folder refers to."""
    texts = Texts.around(folder)
    return folder / path_of(reference) if texts is None else texts.beside(folder, str(reference))


def in_memory(folder: Path, below: bool) -> tuple[File, ...]:
    """The rulesets in memory whose virtual folder is this one, or also those `below` it."""
    texts = Texts.around(folder)
    files = () if texts is None else texts.files.values()
    return tuple(known for known in files if known.path.parent == folder or (below and folder in known.path.parents))


def lasting_name(path: Path) -> str:
    """Return what names a ruleset in a saved game: the whole path of its file, or the name of a text in memory."""
    texts = Texts.around(path)
    return whole(path) if texts is None else texts.file(path).name


def lasting_texts(documents: Iterable[Document]) -> Mapping[str, str]:
    return {lasting_name(document.path): document.source.text for document in documents}


def file(path: Path) -> File:
    """Return the current content of a file, or the one in memory; `as_of` can replace both."""
    then = _then.get().get(str(path))
    if then is not None:
        return then
    texts = Texts.around(path)
    if texts is not None:
        return texts.file(path)
    key = _, name = _names(str(path), here())
    stamp = stamp_of(path)
    known = _loaded.get(key)
    if known is None or stamp is None or known.stamp != stamp:
        known = File(path, name, stamp, read_bytes(path, name))
        if len(_loaded) >= _MAX_LOADED:
            _loaded.clear()
        _loaded[key] = known
    return known


@lru_cache(_MAX_LOADED)
def _names(path: str, _: str) -> tuple[str, str]:
    """Return a path in full and as shown in messages. Cached by working directory, since computing them is slow."""
    return whole(path), shown(Path(path))


@dataclass
class File:
    """A file as it was when it had this stamp."""

    path: Path
    name: str
    stamp: Stamp | None
    data: bytes | Diagnostic

    @cached_property
    def digest(self) -> str:
        """A digest of the name and the content, or of the reason why the file can't be read."""
        data = repr(self.data).encode("utf-8", "surrogatepass") if isinstance(self.data, Diagnostic) else self.data
        return sha256(self.name.encode("utf-8", "surrogatepass") + b"\0" + data).hexdigest()

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
        contents = entry.read(lambda: [self.source])
        if contents is not None:
            return _document(*cast("tuple[Contents, tuple[Diagnostic, ...]]", contents), self.path)
        from parlour.schema.document_text import read_document  # slow to import, and not needed for cached files

        contents, problems = read_document(self.data, self.source)
        if contents is None:
            return None, problems
        entry.write((contents, problems), [self.source])
        return _document(contents, problems, self.path)


def _document(of: Contents, problems: tuple[Diagnostic, ...], path: Path) -> Found:
    return Document(of.kind, of.id, of.title, of.text, of.node, of.source, of.id_span, path), problems


def shown(path: Path) -> str:
    """Return a path as a person would write it: relative to the working directory if the file is inside it. A file of
    Parlour's own stays apart, also in a checkout."""
    text = os.path.normpath(path)
    if is_from_own_folder(text):
        return text
    try:
        short = relative(text)
    except (OSError, ValueError):
        return text
    return text if short.startswith("..") and os.path.isabs(text) else short


class Sources(Sequence[Source]):
    """The sources of files, each created on demand, because few diagnostics need them."""

    def __init__(self, files: Mapping[str, File]) -> None:
        self._files = tuple(files.values())

    def __len__(self) -> int:
        return len(self._files)

    def __getitem__(self, number: int) -> Source:  # type: ignore[override]  # nobody asks for slices
        return self._files[number].source
