"""The flat list of ints that represents a game, and types of functions on it."""

from __future__ import annotations

from collections.abc import Callable

Cells = list[int]
Value = Callable[[Cells], int]
Act = Callable[[Cells], None]
