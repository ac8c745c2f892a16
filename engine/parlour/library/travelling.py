"""Work that takes the rulesets of this machine along, to processes that have no such files.

Games travel by themselves, as they are compiled. This is for work that finds and combines rulesets.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from pathlib import Path
from threading import Lock
from typing import Generic, TypeVar

from parlour.base.place import VARIABLES, FileCopy, OtherMachine, expanded, here, is_file, own_folder, real, whole
from parlour.base.source import is_from_own_folder, is_shipped
from parlour.documents.document import inner_scalars
from parlour.library.library import Library, family_folder, family_folders, is_path
from parlour.library.loading import file, referred
from parlour.library.shelves import Folder, Walk
from parlour.library.subjects import beside_examples

T = TypeVar("T")
R = TypeVar("R")


class WithRulesets(Generic[T, R]):
    """Does tasks. Its pickle takes all rulesets along that a library can find, and the files with these paths."""

    def __init__(self, do: Callable[[T], R], library: Library, paths: Iterable[Path] = ()) -> None:
        self._do = do
        self._library = library
        self._paths = tuple(paths)

    def __call__(self, task: T) -> R:
        return self._do(task)

    def __reduce__(self) -> tuple[object, ...]:
        copies = _Copies()
        for folder in (*self._library.folders, *Library.standard().folders):
            copies.add_folder(folder)
        for path in self._paths:
            copies.add(path)
        return _Elsewhere, (self._do, copies.place())


class _Elsewhere(Generic[T, R]):
    """Does tasks of another machine, one at a time: a process of a cluster can have several threads."""

    def __init__(self, do: Callable[[T], R], place: OtherMachine) -> None:
        self._do = do
        self._place = place
        self._lock = Lock()

    def __call__(self, task: T) -> R:
        with self._lock, self._place.in_force():
            return self._do(task)

    def __reduce__(self) -> tuple[object, ...]:
        return _Elsewhere, (self._do, self._place)


class _Copies:
    """Collects files, and those that they can refer to: of their families, and by path."""

    def __init__(self) -> None:
        self._files: dict[str, FileCopy] = {}
        self._folders: set[Folder] = set()

    def add_folder(self, folder: Folder) -> None:
        if folder in self._folders:
            return
        self._folders.add(folder)
        walk = Walk()
        for path in walk.names(folder):
            if walk.header(path, folder) is not None:
                self.add(Path(path))

    def add(self, path: Path) -> None:
        """Add a file and its examples. What Parlour's own files refer to is in their folder."""
        known = file(path)
        if whole(path) in self._files or not isinstance(known.data, bytes):
            return
        self._files[whole(path)] = FileCopy(known.data, real(path))
        if is_file(examples := beside_examples(path)):
            self.add(examples)
        document, _ = (None, ()) if is_from_own_folder(whole(path)) else known.found
        for folder in family_folders(family_folder(path)) if document is not None else ():
            self.add_folder(folder)
        for scalar in inner_scalars(document.node) if document is not None else ():
            if is_path(scalar.value) and is_file(other := referred(path.parent, scalar.value)):
                self.add(other)

    def place(self) -> OtherMachine:
        environ = {name: os.environ[name] for name in VARIABLES if name in os.environ}
        again = frozenset(path for path in self._files if is_shipped(path) and not is_from_own_folder(path))
        return OtherMachine(here(), expanded("~"), own_folder(), environ, self._files, again)
