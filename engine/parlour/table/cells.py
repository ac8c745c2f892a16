"""The flat list of ints that represents a game, and types of functions on it."""

from __future__ import annotations

from collections.abc import Callable

Cells = list[int]  # or an array of 64-bit integers, for a machine that plays by native code
Value = Callable[[Cells], int]
Act = Callable[[Cells], None]


def as_list(s: Cells) -> list[int]:
    """Return the cells as a list."""
    return s if isinstance(s, list) else list(s)
