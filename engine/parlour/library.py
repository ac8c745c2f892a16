"""Finding rulesets: by id on a search path, or by the path of a file.

A person's own folder comes first, then the folder where the work is done, then the rulesets that come with
Parlour. Listing reads only the beginning of each file; a file is read whole when it is wanted, once. Nothing
here knows how documents go together.
"""

from __future__ import annotations

import filecmp
import os
import re
import stat
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from parlour import document as doc
from parlour.composition import KINDS, Document, Kind
from parlour.diagnostics import Diagnostic, Related, did_you_mean, has_errors, listing
from parlour.document import Scalar, read_file
from parlour.resources import shipped
from parlour.schema import check_structure, kind_of
from parlour.source import Span

MAX_DEPTH = 8
MAX_FILES = 5_000
MAX_ENTRIES = 50_000
HEADER_BYTES = 1 << 14
ENDINGS = (".yaml", ".yml")

Found = tuple[Document | None, tuple[Diagnostic, ...]]


@dataclass(frozen=True)
class Folder:
    """A place to look for rulesets; `depth` is how many folders down."""

    path: Path
    depth: int = MAX_DEPTH


@dataclass(frozen=True)
class Listed:
    """A ruleset that is there, as far as the beginning of its file tells."""

    kind: Kind
    id: str
    path: Path
    folder: Folder
    group: str | None = None


class Library:
    """The rulesets of some folders, the first of which count most."""

    def __init__(self, folders: Iterable[Folder | Path]) -> None:
        self.folders = tuple(f if isinstance(f, Folder) else Folder(f) for f in folders)

    @classmethod
    def standard(cls, cwd: Path | None = None, environ: Mapping[str, str] = os.environ) -> Library:
        """`$PARLOUR_PATH`, the own folder, the working directory, and what comes with Parlour."""
        cwd = cwd if cwd is not None else Path()
        own = [cwd / os.path.expanduser(entry) for entry in environ.get("PARLOUR_PATH", "").split(os.pathsep) if entry]
        config = environ.get("XDG_CONFIG_HOME") or None
        home = environ.get("HOME") or os.path.expanduser("~")
        own.append((Path(config) if config else Path(home) / ".config") / "parlour" / "rulesets")
        here = (Folder(cwd / "rulesets"), Folder(cwd, depth=0))
        return cls((*own, *here, Folder(shipped("rulesets"))))

    def beside(self, path: Path) -> Library:
        """The same, after the folder of a file and the `rules` folder in it."""
        return Library((Folder(path.parent, depth=0), Folder(path.parent / "rules"), *self.folders))

    # What there is

    @cached_property
    def _shelves(self) -> tuple[tuple[dict[str, list[Listed]], ...], tuple[Diagnostic, ...]]:
        """For each folder what it holds, by id, and what was wrong with the folders."""
        walk = _Walk()
        shelves: list[dict[str, list[Listed]]] = []
        for folder in self.folders:
            shelf: dict[str, list[Listed]] = {}
            for path in walk.files(folder):
                listed = walk.header(path, folder)
                if listed is not None:
                    shelf.setdefault(listed.id, []).append(listed)
            shelves.append(shelf)
        return tuple(shelves), tuple(walk.problems)

    @property
    def problems(self) -> tuple[Diagnostic, ...]:
        """What could not be looked at, and every id that a folder holds twice."""
        shelves, problems = self._shelves
        twice = [self._twice(files, None) for shelf in shelves for files in shelf.values() if len(files) > 1]
        return (*problems, *twice)

    def listed(self, *kinds: Kind) -> tuple[Listed, ...]:
        """Every ruleset that can be asked for by its id, sorted by it."""
        first: dict[tuple[str, str], Listed] = {}
        for shelf in self._shelves[0]:
            for files in shelf.values():
                first.setdefault((files[0].id, files[0].kind), files[0])
        return tuple(first[key] for key in sorted(first) if not kinds or first[key].kind in kinds)

    def ids(self, *kinds: Kind) -> tuple[str, ...]:
        return tuple(listed.id for listed in self.listed(*kinds))

    # Finding one

    def find(
        self, reference: str | Path, kinds: Sequence[Kind], at: Span | None = None, beside: Path | None = None
    ) -> Found:
        """The document with this id, or at this path (seen from the folder `beside`), and what is to be said.

        `at` is where the reference is written.
        """
        if isinstance(reference, Path) or is_path(reference):
            path = Path(os.path.expanduser(reference))
            return self._of_kind(load(beside / path if beside else path, at), kinds, str(reference), at)
        others: list[Listed] = []
        shelves = self._shelves[0]
        for number, shelf in enumerate(shelves):
            files = shelf.get(reference, [])
            if len(files) > 1:
                return None, (self._twice(files, at),)
            if files and files[0].kind in kinds:
                found = load(files[0].path, at)
                hidden = [x for later in shelves[number + 1 :] for x in later.get(reference, ())]
                hidden = [x for x in hidden if x.kind == files[0].kind and not _alike(x.path, files[0].path)]
                if found[0] is not None and hidden:
                    found = found[0], (*found[1], _shadowed(found[0], hidden))
                return self._of_kind(found, kinds, reference, at)
            others.extend(files)
        wanted = listing(kinds, quote="")
        if others:
            message = f"`{reference}` is a {others[0].kind}; a {wanted} is wanted here"
            return None, (Diagnostic("library-wrong-kind", message, at),)
        help = did_you_mean(reference, self.ids(*kinds))
        return None, (Diagnostic("library-unknown", f"there is no {wanted} `{reference}`", at, help=help),)

    def _of_kind(self, found: Found, kinds: Sequence[Kind], reference: str, at: Span | None) -> Found:
        document, problems = found
        if document is None or has_errors(problems) or document.kind in kinds:
            return document, problems
        what = "a file of examples" if document.kind == "examples" else f"a {document.kind}"
        message = f"`{reference}` is {what}; a {listing(kinds, quote='')} is wanted here"
        related = (Related(document.id_span, "it says so here"),)
        return None, (Diagnostic("library-wrong-kind", message, at or document.id_span, related=related),)

    def _twice(self, files: list[Listed], at: Span | None) -> Diagnostic:
        message = f"`{files[0].id}` is the id of {len(files)} files in {shown(files[0].folder.path)}"
        loaded = [load(file.path)[0] for file in files]
        places = [Related(d.id_span, "one of them") for d in loaded if d is not None]
        if at is None and places:
            at, places = places[0].span, places[1:]
        help = "give one of them another id: " + ", ".join(shown(file.path) for file in files)
        return Diagnostic("library-twice", message, at, related=tuple(places), help=help)


def is_path(reference: str) -> bool:
    """Is this meant as the path of a file, not as an id?"""
    return "/" in reference or os.sep in reference or reference.endswith(ENDINGS)


def shown(path: Path) -> str:
    """A path as a person would write it: seen from the working directory where that is shorter."""
    text = os.path.normpath(path)
    try:
        here = os.path.relpath(text)
    except (OSError, ValueError):
        return text
    return text if here.startswith("..") and os.path.isabs(text) else here


def _alike(one: Path, other: Path) -> bool:
    try:
        return filecmp.cmp(one, other, shallow=False)
    except OSError:
        return False


def _shadowed(document: Document, hidden: list[Listed]) -> Diagnostic:
    where = " and ".join(shown(listed.path) for listed in hidden)
    message = f"`{document.id}` is taken from this file, not from {where}"
    return Diagnostic("library-shadowed", message, document.id_span, "note")


class _Walk:
    """Looks through folders, each file once, and never too long."""

    def __init__(self) -> None:
        self.problems: list[Diagnostic] = []
        self.seen: set[tuple[int, int]] = set()

    def warn(self, code: str, message: str) -> None:
        self.problems.append(Diagnostic(code, message, severity="warning"))

    def files(self, folder: Folder) -> Iterator[Path]:
        count = 0
        waiting = [(folder.path, 0)]
        entered: set[tuple[int, int]] = set()
        while waiting:
            path, depth = waiting.pop()
            try:
                status = path.stat()
                if not stat.S_ISDIR(status.st_mode) or (status.st_dev, status.st_ino) in entered:
                    continue
                entered.add((status.st_dev, status.st_ino))
                with os.scandir(path) as entries:
                    found = sorted((e for _, e in zip(range(MAX_ENTRIES), entries, strict=False)), key=_name)
            except (FileNotFoundError, NotADirectoryError):
                continue
            except (OSError, ValueError) as error:
                reason = getattr(error, "strerror", None) or str(error)
                self.warn("library-unreadable", f"the folder {shown(path)} can't be read: {reason}")
                continue
            below: list[tuple[Path, int]] = []
            for entry in found:
                if entry.name.startswith((".", "__")):
                    continue
                if not entry.name.endswith(ENDINGS):
                    if depth < folder.depth and _is_folder(entry):
                        below.append((Path(entry.path), depth + 1))
                    continue
                count += 1
                if count > MAX_FILES:
                    message = f"{shown(folder.path)} holds more than {MAX_FILES} files; the rest is not looked at"
                    self.warn("library-too-large", message)
                    return
                yield Path(entry.path)
            waiting.extend(reversed(below))

    def header(self, path: Path, folder: Folder) -> Listed | None:
        """What the beginning of a file says about it; nothing when it is no ruleset, or was listed before."""
        try:
            status = path.stat()
            if not stat.S_ISREG(status.st_mode) or (status.st_dev, status.st_ino) in self.seen:
                return None
            with path.open("rb") as file:
                text = file.read(HEADER_BYTES).decode("utf-8", "replace")
        except FileNotFoundError:
            return None
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            self.warn("library-unreadable", f"{shown(path)} can't be read: {reason}")
            return None
        found = _HEADER.search(text)
        if not found:
            return None
        self.seen.add((status.st_dev, status.st_ino))
        group = _GROUP.search(text)
        kind = next(kind for kind in KINDS if kind == found[1])
        return Listed(kind, found[3], path, folder, group[2] if group else None)


def _name(entry: os.DirEntry[str]) -> str:
    return entry.name


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir()
    except OSError:
        return False


_HEADER = re.compile(r"^\ufeff?(frame|rule|game):[ \t]+(['\"]?)([^\s'\"#]+)\2[ \t\r]*(?:#.*)?$", re.MULTILINE)
_GROUP = re.compile(r"^group:[ \t]+(['\"]?)([a-z0-9-]+)\1[ \t\r]*(?:#.*)?$", re.MULTILINE)


# Reading one

_Stamp = tuple[int, int, int]
_loaded: dict[tuple[str, str], tuple[_Stamp, Found]] = {}
_MAX_LOADED = 4_000


def load(path: Path, at: Span | None = None) -> Found:
    """The document in a file, its structure checked, and its problems. A file is read again only when it has changed.

    A problem that has no place in the file, such as that there is none, is shown at `at`.
    """
    name = shown(path)
    key = (os.path.abspath(path), name)
    stamp = _stamp(path)
    if stamp is None or key not in _loaded or _loaded[key][0] != stamp:
        found = _read(path, name)
        if stamp is None:
            return _placed(found, at)
        if len(_loaded) >= _MAX_LOADED:
            _loaded.clear()
        _loaded[key] = stamp, found
    return _placed(_loaded[key][1], at)


def _placed(found: Found, at: Span | None) -> Found:
    if at is None:
        return found
    return found[0], tuple(d if d.span else replace(d, span=at) for d in found[1])


def _stamp(path: Path) -> _Stamp | None:
    try:
        status = path.stat()
    except (OSError, ValueError):
        return None
    return status.st_mtime_ns, status.st_size, status.st_ino


def _read(path: Path, name: str) -> Found:
    source, node, problems = read_file(path, name)
    if source is None or node is None or has_errors(problems):
        return None, problems
    problems = (*problems, *check_structure(node))
    if has_errors(problems) or not isinstance(node, doc.Mapping):
        return None, problems
    kind = kind_of(node)
    entry = node.entry(kind) if kind != "examples" else None
    id_node = entry.value if entry else None
    id = id_node.value if isinstance(id_node, Scalar) else ""
    id_span = id_node.span if id_node else node.entries[0].key.span
    return Document(kind, id, _text(node, "title") or id, _text(node, "text"), node, source, path, id_span), problems


def _text(node: doc.Mapping, key: str) -> str:
    value = node.get(key)
    return value.value.strip() if isinstance(value, Scalar) else ""
