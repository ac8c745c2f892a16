"""Caches of answers about rulesets: between runs those about the compiled mix and the diagnostics of a document, in
memory those that a process has given (`recalled`). Each saves an answer with all files and searches behind it
(`observed`), and the answer is valid while these stay the same. So this module doesn't need to know how Parlour finds
and combines documents."""

from __future__ import annotations

import marshal
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, TypeVar, cast

from parlour.base.place import expanded, here
from parlour.library.library import Library
from parlour.library.loading import File, Sources, file
from parlour.storage import observed
from parlour.storage.cache_entries import CacheEntry, packed, unpacked
from parlour.storage.observed import Observed

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
    return Remembered(made, files)


def cached(kind: str, question: Sequence[object], library: Library) -> Remembered[object] | None:
    """Return the answer to a question if it is in the cache."""
    entry = _entry(kind, question, library).data()
    if entry is None:
        return None
    digests, folders, data = marshal.loads(entry)
    seen = Observed(digests, folders)
    if not _holds(seen, library):
        return None
    observed.again(seen)
    files = {path: file(Path(path)) for path in digests}
    return Remembered(unpacked(data, Sources(files)), files)


def _entry(kind: str, question: Sequence[object], library: Library) -> CacheEntry:
    asked = (*question, [str(f) for f in library.path], [str(f) for f in library.folders], expanded("~"))
    return CacheEntry(kind, repr((asked, here())).encode("utf-8", "surrogatepass"))


MOST = 300  # answers of one library in memory


def recalled(question: tuple[Hashable, ...], library: Library, work: Callable[[], T]) -> T:
    """Return the answer to a question about a library that this process has given before, or call `work`.

    The question contains everything that the answer depends on, except files. Callers can't change an answer.
    """
    key = (*question, here())
    known = library.answers.pop(key, None)
    if known is None or not _holds(known[1], library):
        with observed.watching() as seen:
            known = work(), seen
        while len(library.answers) >= MOST:
            library.answers.pop(next(iter(library.answers)), None)
    else:
        observed.again(known[1])
    library.answers[key] = known  # the most recent one is last
    return cast("T", known[0])


def _holds(seen: Observed, library: Library) -> bool:
    return all(file(Path(path)).digest == digest for path, digest in seen.files.items()) and all(
        library.digest(folders) == digest for folders, digest in seen.folders.items()
    )
