"""Cells as memory that native code reads and writes."""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Sequence

from parlour.table.cells import Cells


class CellMemory:
    """Memory for some cells, at an `address`. It belongs to one thread at a time."""

    def __init__(self, width: int, count: int) -> None:
        """`width` is the number of bits of a cell."""
        self.count = count
        self._bytes = width // 8
        self._memory = ctypes.create_string_buffer(count * self._bytes)
        self.address = ctypes.addressof(self._memory)
        self.buffer = memoryview(self._memory).cast("B")
        self._numbers = self.buffer.cast("q") if width == 64 else None

    def at(self, cell: int) -> int:
        """Return the address of a cell."""
        return self.address + cell * self._bytes

    def put(self, s: Sequence[int], at: int = 0) -> bool:
        """Store cells from a place on; return False if one is too large, such as that of a pack in a given order."""
        try:
            if self._numbers is not None:
                self._numbers[at : at + len(s)] = array("q", s)
            else:
                cells = b"".join([v.to_bytes(self._bytes, "little", signed=True) for v in s])
                self.buffer[at * self._bytes : at * self._bytes + len(cells)] = cells
        except OverflowError:
            return False
        return True

    def cells(self, count: int, at: int = 0) -> Cells:
        """Return some cells, from a place on."""
        if self._numbers is not None:
            return self._numbers[at : at + count].tolist()
        width = self._bytes
        memory = bytes(self.buffer[at * width : (at + count) * width])
        return [int.from_bytes(memory[k : k + width], "little", signed=True) for k in range(0, len(memory), width)]
