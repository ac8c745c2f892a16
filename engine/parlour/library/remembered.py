"""A cache of answers about rulesets between runs: the compiled mix, the diagnostics of a document. It saves an answer
with all files and searches behind it (`observed`), and the answer is valid while these stay the same. So this module
doesn't need to know how Parlour finds and combines documents."""

from __future__ import annotations

import marshal
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, TypeVar, cast

from parlour.library import portable
from parlour.library.library import Library
from parlour.library.loading import File, Sources, file
from parlour.storage import observed
from parlour.storage.cache_entries import CacheEntry, packed, unpacked
from parlour.storage.observed import Folders, Observed

T = TypeVar("T")


@dataclass(frozen=True)
class Remembered(Generic[T]):
    value: T
    files: Mapping[str, File]
    """All files that the answer depends on, as they were."""


def answer(kind: str, question: Sequence[object], library: Library, work: Callable[[], T]) -> Remembered[T]:
    """Return the answer to a question about a library: from the cache, or by calling `work`.

    The question contains everything that the answer depends on, except files; each part has a unique `repr`. Doesn't
    save answers that it computes as parts of another answer.
    """
    known = cached(kind, question, library)
    if known is not None:
        return cast("Remembered[T]", known)
    outermost = not observed.watched()
    with observed.watching() as seen:
        made = work()
    files = {path: file(Path(path)) for path in seen.files}
    if outermost:
        entry = _entry(kind, question, library)
        entry.keep(lambda: marshal.dumps((seen.files, seen.folders, packed(made, Sources(files)))))
    portable.keep(kind, question, library, Observed(seen.files, seen.folders), made)
    return Remembered(made, files)


def cached(kind: str, question: Sequence[object], library: Library) -> Remembered[object] | None:
    """Return the answer to a question if it is in the cache."""
    shipped = portable.find(kind, question, library)
    if shipped is not None:
        return Remembered(*shipped)
    kept = _entry(kind, question, library).data()
    if kept is None:
        return None
    digests, folders, data = marshal.loads(kept)
    files = {path: file(Path(path)) for path in digests}
    if any(files[path].digest != digests[path] for path in files) or not _holds(folders, library):
        return None
    observed.again(Observed(digests, folders))
    return Remembered(unpacked(data, Sources(files)), files)


def _entry(kind: str, question: Sequence[object], library: Library) -> CacheEntry:
    asked = (*question, [str(f) for f in library.path], [str(f) for f in library.folders], os.path.expanduser("~"))
    return CacheEntry(kind, repr((asked, os.getcwd())).encode("utf-8", "surrogatepass"))


def _holds(folders: Mapping[Folders, str], library: Library) -> bool:
    return all(library.digest(searched) == digest for searched, digest in folders.items())
