"""What can be reached from some names, step by step, and what keeps a name from being reached."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable

from parlour.base.diagnostics import Related


def reachable(names: Iterable[str], onward: Callable[[str], Iterable[str]]) -> set[str]:
    """Return these names, those that they lead to, and so on."""
    reached, waiting = set[str](), list(names)
    while waiting:
        name = waiting.pop()
        if name not in reached:
            reached.add(name)
            waiting += onward(name)
    return reached


class Uses:
    """The names that each body uses, and those that a body would use if nothing replaced it."""

    def __init__(self) -> None:
        self.by: defaultdict[str, set[str]] = defaultdict(set)
        self.lost: list[tuple[Collection[str], Related]] = []

    def why_not(self, name: str) -> tuple[Related, ...]:
        """Return the places where a body is replaced that would use this name, directly or through others."""
        places, waiting, seen = list[Related](), [name], set[str]()
        while waiting:
            one = waiting.pop()
            if one not in seen:
                seen.add(one)
                places += [place for names, place in self.lost if one in names]
                waiting += [user for user, names in self.by.items() if one in names]
        return tuple(dict.fromkeys(places))
