"""The flat list of ints that represents a game."""

from __future__ import annotations

Cells = list[int]  # or an array of 64-bit integers, for a machine that plays by native code


def as_list(s: Cells) -> list[int]:
    """Return the cells as a list."""
    return s if isinstance(s, list) else list(s)
