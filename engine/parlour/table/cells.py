"""The flat list of ints that is a game, and what functions over it are called."""

from __future__ import annotations

from collections.abc import Callable

Cells = list[int]
Value = Callable[[Cells], int]
Act = Callable[[Cells], None]
