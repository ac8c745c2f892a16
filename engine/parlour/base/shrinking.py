"""Shrinks evidence: leaves out parts as long as the rest still shows the same problem. Knows nothing of games."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import count
from typing import TypeVar

T = TypeVar("T")


def smallest(whole: T, smaller: Callable[[T], Iterable[T | None]], tries: int | None = None) -> T:
    """Leave out one part after another, and return the rest. `smaller` tries each part of something: it yields the
    rest if that shows the same, otherwise None."""
    attempts = count() if tries is None else iter(range(tries))
    rest: T | None = whole
    while rest is not None:
        whole = rest
        rest = next((one for _, one in zip(attempts, smaller(whole), strict=False) if one is not None), None)
    return whole


def minimal(parts: Sequence[T], shows: Callable[[Sequence[T]], bool]) -> list[T]:
    """Return a few parts that show the same together, and of which none can be left out. All of them show it."""
    left, size = list(parts), len(parts)
    while size and left:
        at, smaller = 0, False
        while at < len(left):
            rest = left[:at] + left[at + size :]
            if shows(rest):
                left, smaller = rest, True
            else:
                at += size
        if size == 1 and not smaller:
            break
        size = max(1, min(size // 2, len(left)))
    return left
