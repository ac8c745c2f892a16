"""A mapping of values by name; an unknown name raises an error that lists the names. Knows nothing of the values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import NoReturn, TypeVar

from parlour.base.diagnostics import did_you_mean

T = TypeVar("T")
NONE: Mapping[str, str] = MappingProxyType({})


def listed(names: Iterable[str]) -> str:
    return ", ".join(names) or "none"


def near(name: str, names: Iterable[str]) -> str:
    """A suggestion of similar names, to append to an error."""
    help = did_you_mean(name, names)
    return f"; {help}" if help else ""


class NamedResults(dict[str, T]):
    """`what` describes the values in errors; some absent names have a reason of their own."""

    def __init__(self, what: str, absent: Mapping[str, str] = NONE) -> None:
        super().__init__()
        self.what = what
        self.absent = dict(absent)

    def __missing__(self, name: object) -> NoReturn:
        told = f"no {self.what} `{name}`; known: {listed(self)}{near(str(name), self)}"
        raise KeyError(self.absent.get(str(name), told))
