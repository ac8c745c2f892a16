"""What can be reached from some names, step by step."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping


def reachable(names: Iterable[str], by: Mapping[str, Collection[str]]) -> set[str]:
    """Return these names, those that they lead to, and so on."""
    reached, waiting = set[str](), list(names)
    while waiting:
        name = waiting.pop()
        if name not in reached:
            reached.add(name)
            waiting += by.get(name, ())
    return reached
