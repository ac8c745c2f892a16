"""Things by their names, where a wrong name is told what there is. Knows nothing of what they are."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NoReturn, TypeVar

from parlour.diagnostics import did_you_mean

T = TypeVar("T")
NONE: Mapping[str, str] = MappingProxyType({})


class Named(dict[str, T]):
    """`what` they are; and what is to be said of some that are not here for a reason."""

    def __init__(self, what: str, absent: Mapping[str, str] = NONE) -> None:
        super().__init__()
        self.what = what
        self.absent = dict(absent)

    def __missing__(self, name: object) -> NoReturn:
        known = ", ".join(self) or "none"
        near = did_you_mean(str(name), self)
        told = f"there is no {self.what} `{name}`; there is {known}" + (f"; {near}" if near else "")
        raise KeyError(self.absent.get(str(name), told))
