"""Searching folders for rulesets, by the beginnings of files.

A search stops at limits, and skips files and folders that it can't read. Nothing here knows what documents say.
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from itertools import islice
from operator import attrgetter
from pathlib import Path

from parlour.base.diagnostics import Diagnostic
from parlour.base.place import elsewhere, whole
from parlour.documents.composition import KINDS, Kind
from parlour.library.loading import in_memory, shown

MAX_DEPTH = 8
MAX_FILES = 5_000
MAX_ENTRIES = 50_000
HEADER_BYTES = 1 << 14
ENDINGS = (".yaml", ".yml")


@dataclass(frozen=True)
class Folder:
    """A place to look for rulesets: a folder and its subfolders, `depth` levels down, or a single file."""

    path: Path
    depth: int = MAX_DEPTH


@dataclass(frozen=True)
class Listed:
    """A ruleset in a folder, as far as the beginning of its file describes it."""

    kind: Kind
    id: str
    path: Path
    folder: Folder
    group: str | None = None
    has_names: bool = False  # `also-called` or `topics` is there
    title: str = ""


class Walk:
    """Searches folders, each file once, within limits."""

    def __init__(self) -> None:
        self.problems: list[Diagnostic] = []
        self.seen: set[tuple[int, int] | str] = set()
        self._searched: dict[tuple[int, int], int] = {}
        """The folders searched, and how many levels below each."""

    def warn(self, code: str, message: str) -> None:
        self.problems.append(Diagnostic(code, message, severity="warning"))

    def files(self, folder: Folder) -> Iterator[Path]:
        """Yield the files of a folder and its subfolders."""
        return map(Path, self.names(folder))

    def names(self, folder: Folder) -> Iterator[str]:
        """Yield the paths of these files, but not of folders that this object has searched as deep before. They are
        strings: a `Path` for each would take half the time of a search."""
        count, place = 0, elsewhere()
        root = str(folder.path)
        if place is not None:
            yield from place.below(root, folder.depth)
            return
        waiting = [(root, folder.depth)]
        entered: set[tuple[int, int]] = set()
        while waiting:
            path, levels = waiting.pop()
            try:
                status = os.stat(path)
                if path == root and stat.S_ISREG(status.st_mode):
                    yield path
                    return
                key = status.st_dev, status.st_ino
                if not stat.S_ISDIR(status.st_mode) or key in entered or self._searched.get(key, -1) >= levels:
                    continue
                entered.add(key)
                self._searched[key] = levels
                with os.scandir(path) as entries:
                    listed = sorted(islice(entries, MAX_ENTRIES), key=_name)
            except (FileNotFoundError, NotADirectoryError):
                continue
            except (OSError, ValueError) as error:
                reason = getattr(error, "strerror", None) or str(error)
                self.warn("library-unreadable", f"can't read the folder {shown(Path(path))}: {reason}")
                continue
            below: list[tuple[str, int]] = []
            for entry in listed:
                name = entry.name
                if name.startswith((".", "__")):
                    continue
                if not name.endswith(ENDINGS):
                    if levels > 0 and _is_folder(entry):
                        below.append((entry.path, levels - 1))
                    continue
                count += 1
                if count > MAX_FILES:
                    message = f"{shown(folder.path)} contains more than {MAX_FILES} files; Parlour ignores the rest"
                    self.warn("library-too-large", message)
                    return
                yield entry.path
            waiting.extend(reversed(below))

    def header(self, path: str, folder: Folder) -> Listed | None:
        """Return the description at the beginning of a file; None if it isn't a ruleset, or is already in the list."""
        copy = None if (place := elsewhere()) is None else place.files[whole(path)]
        if copy is not None:
            listed = None if copy.real in self.seen else _listed(_beginning(copy.data), Path(path), folder)
            self.seen.add(copy.real)
            return listed
        try:
            status = os.stat(path)
            if not stat.S_ISREG(status.st_mode) or (status.st_dev, status.st_ino) in self.seen:
                return None
            listed = _header(path, folder, (status.st_mtime_ns, status.st_size, status.st_ino))
        except FileNotFoundError:
            return None
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            self.warn("library-unreadable", f"can't read {shown(Path(path))}: {reason}")
            return None
        if listed is not None:
            self.seen.add((status.st_dev, status.st_ino))
        return listed


@lru_cache(1 << 10)
def _same(folder: Folder) -> Folder:
    """Return the same object for equal folders, so that looking up headers by folder doesn't compare paths."""
    return folder


@lru_cache(MAX_FILES)
def _header(path: str, folder: Folder, _: tuple[int, int, int]) -> Listed | None:
    """Return the description of a file with this modification time, size and inode. Many searches share folders."""
    with open(path, "rb") as file:
        return _listed(_beginning(file.read(HEADER_BYTES)), Path(path), folder)


def _beginning(data: bytes) -> str:
    return data[:HEADER_BYTES].decode("utf-8", "replace")


def _listed(text: str, path: Path, folder: Folder) -> Listed | None:
    """Return the description of a file in this text; None if it isn't a ruleset."""
    said = _heading(text)
    return Listed(said.kind, said.id, path, folder, said.group, said.has_names, said.title) if said else None


@dataclass(frozen=True)
class FileHeading:
    """What the beginning of a file says, wherever the file is."""

    kind: Kind
    id: str
    group: str | None
    has_names: bool
    title: str


@lru_cache(1 << 10)
def _heading(text: str) -> FileHeading | None:
    match = _HEADER.search(text)
    if not match:
        return None
    group, names = _GROUP.search(text), _NAMES.search(text) is not None
    kind = next(kind for kind in KINDS if kind == match[1])
    title = _TITLE.search(text)
    return FileHeading(kind, match[3], group[2] if group else None, names, title[2].strip() if title else "")


Shelf = dict[str, list[Listed]]
"""The rulesets of a folder by id."""


@dataclass(frozen=True)
class FolderSearch:
    """The rulesets of some folders, in order."""

    shelves: tuple[Shelf, ...]
    problems: tuple[Diagnostic, ...]
    digest: str
    """A digest of this content."""

    @classmethod
    def of(cls, folders: Iterable[Folder]) -> FolderSearch:
        walk = Walk()
        shelves: list[Shelf] = []
        for folder in map(_same, folders):
            shelf: Shelf = {}
            texts = [_listed(file.source.text, file.path, folder) for file in in_memory(folder.path, folder.depth > 0)]
            for listed in (*texts, *(walk.header(path, folder) for path in walk.names(folder))):
                if listed is not None:
                    shelf.setdefault(listed.id, []).append(listed)
            shelves.append(shelf)
        lines = [
            f"{x.kind} {x.id} {x.group} {x.has_names} {x.title} {x.path}"
            for s in shelves
            for xs in s.values()
            for x in xs
        ]
        content = repr(([len(shelf) for shelf in shelves], lines, walk.problems))
        return cls(tuple(shelves), tuple(walk.problems), sha256(content.encode("utf-8", "surrogatepass")).hexdigest())


_name = attrgetter("name")


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir()
    except OSError:
        return False


_HEADER = re.compile(r"^\ufeff?(frame|rule|game|deck):[ \t]+(['\"]?)([^\s'\"#]+)\2[ \t\r]*(?:#.*)?$", re.MULTILINE)
_NAMES = re.compile(r"^(['\"]?)(?:also-called|topics)\1:", re.MULTILINE)
_TITLE = re.compile(r"^title:[ \t]+(['\"]?)([^\r\n#]*?)\1[ \t\r]*(?:#.*)?$", re.MULTILINE)
_GROUP = re.compile(r"^group:[ \t]+(['\"]?)([a-z0-9-]+)\1[ \t\r]*(?:#.*)?$", re.MULTILINE)
