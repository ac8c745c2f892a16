"""The place of files: this machine, or another one whose work this process does with copies of its files.

All code that turns a path into a whole one, or that reads rulesets, asks here. So work has the same results, with the
same paths in its messages, wherever it is done. `library/travelling.py` makes the copies.

`shipped` has the folders that come with Parlour. A wheel contains each as `parlour/_data/NAME`; a checkout has them in
other places.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Literal

_INSTALLED = Path(__file__).parents[1] / "_data"
_CHECKOUT = Path(__file__).resolve().parents[3]
_PLACES = {"rulesets": "rulesets", "schema": "schema", "findings": "docs/findings"}


def shipped(name: Literal["rulesets", "schema", "findings"]) -> Path:
    """Return one of the folders. In a broken installation it might not exist."""
    installed = _INSTALLED / name
    return installed if installed.is_dir() else _CHECKOUT / _PLACES[name]


VARIABLES = ("HOME", "PARLOUR_PATH", "XDG_CONFIG_HOME")
"""The variables of the environment that say where rulesets are."""


@dataclass(frozen=True)
class FileCopy:
    """The content of a file, and its path without links."""

    data: bytes
    real: str


@dataclass(frozen=True)
class OtherMachine:
    """Another machine as far as rulesets depend on it: its working directory, its home folder, the folder of the
    rulesets that come with Parlour, some variables, and copies of files by their whole paths. No other file exists
    there. `shipped_again` are files in its `rulesets` that are unchanged copies of Parlour's own."""

    here: str
    home: str
    own: str
    environ: Mapping[str, str]
    files: Mapping[str, FileCopy]
    shipped_again: frozenset[str]

    @contextmanager
    def in_force(self) -> Iterator[None]:
        token = _place.set(self)
        try:
            yield
        finally:
            _place.reset(token)

    @cached_property
    def folders(self) -> frozenset[str]:
        return frozenset(str(folder) for path in self.files for folder in Path(path).parents)

    def below(self, folder: str, depth: int) -> Iterator[str]:
        """Yield the paths of the files in a folder, or so many levels below it, in the order of a walk there."""
        root = whole(folder)
        above = os.path.join(root, "")
        parts = [path.removeprefix(above).split(os.sep) for path in self.files if path.startswith(above)]
        for names in sorted(parts, key=lambda names: [(at < len(names) - 1, name) for at, name in enumerate(names)]):
            if len(names) <= depth + 1 and not any(name.startswith((".", "__")) for name in names):
                yield os.path.join(folder, *names)
        if root in self.files:
            yield folder


_place: ContextVar[OtherMachine | None] = ContextVar("place", default=None)


def elsewhere() -> OtherMachine | None:
    """Return the other machine, or None if the files are on this one."""
    return _place.get()


def here() -> str:
    """Return the working directory, or an empty string if it was removed."""
    place = _place.get()
    try:
        return os.getcwd() if place is None else place.here
    except OSError:
        return ""


def whole(path: str | Path) -> str:
    """Return the whole path of a file."""
    return os.path.normpath(os.path.join(here(), path))


def relative(path: str) -> str:
    """Return the path of a file from the working directory."""
    return os.path.relpath(whole(path), here() or None)


def real(path: str | Path) -> str:
    """Return the whole path of a file without links, which is the same for all paths to a file."""
    place = _place.get()
    if place is None:
        return os.path.realpath(path)
    known = place.files.get(whole(path))
    return whole(path) if known is None else known.real


def expanded(path: str) -> str:
    """Return a path with the home folder in place of `~`."""
    place = _place.get()
    if place is None or path.partition("/")[0] != "~":
        return os.path.expanduser(path)
    return place.home + path[1:]


def is_folder(path: str | Path) -> bool:
    place = _place.get()
    return os.path.isdir(path) if place is None else whole(path) in place.folders


def is_file(path: str | Path) -> bool:
    place = _place.get()
    return os.path.isfile(path) if place is None else whole(path) in place.files


def own_folder() -> str:
    """Return the folder of the rulesets that come with Parlour, with a separator at its end."""
    place = _place.get()
    return _own_folder() if place is None else place.own


@cache
def _own_folder() -> str:
    return os.path.join(shipped("rulesets"), "")
