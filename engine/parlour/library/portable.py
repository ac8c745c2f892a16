"""Answers about the shipped rulesets that come with Parlour (`prepared`), valid wherever it is installed.

Such an answer was computed with a single folder that had every ruleset, and its dependencies are stored relative to
that folder. It is valid if again a single folder has every ruleset, with the same content; other folders can only have
copies.
"""

from __future__ import annotations

import marshal
import os
from collections.abc import Mapping, Sequence
from pathlib import Path

from parlour.library.library import Library
from parlour.library.loading import File, Sources, alike, file
from parlour.library.shelves import Folder, Listed, within
from parlour.storage import observed, prepared
from parlour.storage.cache_entries import packed, prepared_name, unpacked
from parlour.storage.observed import Observed

Copies = tuple[tuple[Listed, Listed], ...]
"""A ruleset of the deciding folder, and one of the same kind and id in another folder."""
Searches = Mapping[tuple[tuple[str, int], ...], str]


def find(kind: str, question: Sequence[object], library: Library) -> tuple[object, Mapping[str, File]] | None:
    """Return the shipped answer to a question about a library, and the files it depends on, if there is one."""
    if not prepared.there():
        return None
    deciding = _deciding(library)
    if deciding is None:
        return None
    root, copies = deciding
    data = prepared.read(_name(kind, question, root))
    if data is None:
        return None
    contents, searches, value = marshal.loads(data)
    files = {str(path): file(path) for path in (_path(root, name) for name in contents)}
    if [known.content for known in files.values()] != list(contents.values()):
        return None
    if not _same(library, root, searches) or not all(alike(x.path, y.path) for x, y in copies if str(x.path) in files):
        return None
    for path, known in files.items():
        observed.file(Path(path), known.digest)
    return unpacked(value, Sources(files)), files


def keep(kind: str, question: Sequence[object], library: Library, seen: Observed, value: object) -> None:
    """Collect an answer if it is valid in other installations too."""
    deciding = _deciding(library) if prepared.wanted() else None
    if deciding is None:
        return
    root, _ = deciding
    files = {path: file(Path(path)) for path in sorted(seen.files)}
    contents = {within(path, root): known.content for path, known in files.items()}
    searches = {
        tuple((within(path, root), depth) for path, depth in folders): library.search(
            [Folder(Path(path), depth) for path, depth in folders]
        ).digest_within(root)
        for folders in sorted(seen.folders)
    }
    named = [*contents, *(path for folders in searches for path, _ in folders)]
    if None not in (*named, *contents.values(), *searches.values()):
        data = packed(value, Sources(files), names=True)
        prepared.keep(_name(kind, question, root), lambda: marshal.dumps((contents, searches, data), 4))


def _deciding(library: Library) -> tuple[Path, Copies] | None:
    """Return the one folder of the search path that has every ruleset, and the copies in other folders."""
    search = library.search(library.folders)
    full = [(folder, shelf) for folder, shelf in zip(library.folders, search.shelves, strict=True) if shelf]
    if search.problems or not full or full[0][0] not in library.path:
        return None
    (folder, first), *others = full
    copies: list[tuple[Listed, Listed]] = []
    for other in (x for _, shelf in others for files in shelf.values() for x in files):
        original = next((x for x in first.get(other.id, ()) if x.kind == other.kind), None)
        if original is None:
            return None
        copies.append((original, other))
    return folder.path, tuple(copies)


def _same(library: Library, root: Path, searches: Searches) -> bool:
    return all(
        library.search([Folder(_path(root, name), depth) for name, depth in folders]).digest_within(root) == digest
        for folders, digest in searches.items()
    )


def _path(root: Path, name: str) -> Path:
    return root / name if name else root


def _name(kind: str, question: Sequence[object], root: Path) -> str:
    return prepared_name(f"portable {kind}", repr(_seen_from(question, root)).encode("utf-8", "surrogatepass"))


def _seen_from(part: object, root: Path) -> object:
    """Return a part of a question with the paths inside the folder made relative to it."""
    if isinstance(part, tuple | list):
        return tuple(_seen_from(each, root) for each in part)
    if isinstance(part, str | Path) and os.sep in str(part):
        name = within(part, root)
        return part if name is None else (type(part) is str, "in the folder", name)
    return part
