"""Numbers in rows and columns, in plain memory that numpy takes over without copying. Knows nothing of what they
count."""

from __future__ import annotations

import sys
from array import array
from collections.abc import Iterator
from typing import overload


class Rows:
    """A read-only table: `rows[i]` is a row, `rows[i, k]` a number, `rows.column(k)` a column. A memoryview can't
    give rows."""

    __slots__ = ("_flat", "shape")

    def __init__(self, numbers: array[int], columns: int) -> None:
        self._flat = memoryview(numbers).toreadonly()
        self.shape = (len(numbers) // columns if columns else 0, columns)

    def __len__(self) -> int:
        return self.shape[0]

    @overload
    def __getitem__(self, at: int) -> memoryview[int]: ...
    @overload
    def __getitem__(self, at: tuple[int, int]) -> int: ...
    def __getitem__(self, at: int | tuple[int, int]) -> memoryview[int] | int:
        games, columns = self.shape
        if isinstance(at, tuple):
            row, column = at
            return self._flat[range(games)[row] * columns + range(columns)[column]]
        if not isinstance(at, int):
            raise TypeError("take rows one at a time with `rows[i]`, or all of them with `tolist()`")
        row = range(games)[at]
        return self._flat[row * columns : (row + 1) * columns]

    def __iter__(self) -> Iterator[memoryview[int]]:
        return map(self.__getitem__, range(len(self)))

    def column(self, column: int) -> memoryview[int]:
        games, columns = self.shape
        return self._flat[range(columns)[column] :: columns] if games else self._flat

    def tolist(self) -> list[list[int]]:
        return [row.tolist() for row in self]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Rows) and self.shape == other.shape and self._flat == other._flat

    __hash__ = None  # type: ignore[assignment]  # as of a list

    @property
    def __array_interface__(self) -> dict[str, object]:
        """Let numpy take over the memory. A memoryview with two dimensions couldn't return rows."""
        order = "<" if sys.byteorder == "little" else ">"
        return {"version": 3, "shape": self.shape, "typestr": f"{order}i8", "data": self._flat}

    def __reduce__(self) -> tuple[object, ...]:
        return Rows, (array("q", self._flat), self.shape[1])

    def __repr__(self) -> str:
        return f"<{self.shape[0]} rows of {self.shape[1]}>"
