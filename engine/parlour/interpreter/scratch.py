"""Cells behind the state in which the interpreter's closures store temporary values."""

from __future__ import annotations

from parlour.table.layout import Layout


class Scratch:
    """Cells after the state that exist only while the interpreter runs.

    They are allocated when code that needs one is compiled. The first one counts down the steps that are left
    until the next question.
    """

    def __init__(self, layout: Layout, steps: int) -> None:
        self.first = layout.size
        self.cells: list[int] = [steps]
        self._of: dict[object, int] = {}
        self.used = False  # set whenever code that uses a scratch cell is compiled

    @property
    def steps(self) -> int:
        self.used = True
        return self.first

    def cell(self, name: object) -> int:
        self.used = True
        if name not in self._of:
            self._of[name] = self.first + len(self.cells)
            self.cells.append(0)
        return self._of[name]
