"""Answers about a library that this process has given before. An answer is valid while the files and searches behind it
stay the same (`observed`). `remembered` caches answers between runs."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from pathlib import Path
from typing import TypeVar, cast

from parlour.library.library import Library
from parlour.library.loading import file, here
from parlour.storage import observed
from parlour.storage.observed import Observed

T = TypeVar("T")
MOST = 300  # answers of one library


def recalled(question: tuple[Hashable, ...], library: Library, work: Callable[[], T]) -> T:
    """Return the answer to a question about a library: the one from before, or by calling `work`.

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
