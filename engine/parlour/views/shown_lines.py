"""The entries of logs, and the lines that follow from the state, as far as a seat may know them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from parlour import program as p
from parlour.states.machine import Machine
from parlour.table.cells import Cells
from parlour.table.texts import UNTOLD, worded
from parlour.views.common_knowledge import CommonKnowledge

NO_ENTRIES = "none"


@dataclass(frozen=True)
class LineSeen:
    """A line of the ruleset's section `shows`. Values that the seat doesn't know are `…`. `public` if it is not about
    the seat that reads it."""

    name: str
    text: str
    public: bool = True


class ShownLines:
    """The words of logs and lines at one table."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.layout = machine.layout
        self.program = machine.program
        self._blank = list(self.layout.blank)
        self.known = [CommonKnowledge(self.program, line.reader) for line in self.program.lines]

    def entries(self, s: Cells, log: p.Log) -> str:
        """Return the entries of a log: `seat 1 passes, seat 2 bids 1`."""
        variables = self.layout.variables
        first, count = variables[log.entries].at, s[variables[log.length].at]
        return self.in_words(s[first : first + count], log)

    def in_words(self, entries: Sequence[int], log: p.Log) -> str:
        texts = (self._words(self._blank, log.shows, {log.entry: value}) for value in entries)
        return ", ".join(texts) or NO_ENTRIES

    def lines(self, s: Cells, seat: int) -> Iterator[LineSeen]:
        """Yield the lines that a seat reads."""
        for line, knowledge in zip(self.program.lines, self.known, strict=True):
            own = {} if line.reader is None else {line.reader: seat}
            test = line.test or p.Const(1)
            if knowledge.has(test, frozenset(own)) and self.machine.evaluate(s, test, own):
                yield LineSeen(line.name, self._words(s, line.words, own, knowledge), line.reader is None)

    def _words(
        self, s: Cells, template: p.Template, own: dict[int, int], knowledge: CommonKnowledge | None = None
    ) -> str:
        parts = []
        for piece in template:
            if isinstance(piece, str):
                parts.append(piece)
            elif knowledge is None or knowledge.has(piece.value, frozenset(own)):
                parts.append(worded(self.layout, piece, self.machine.evaluate(s, piece.value, own)))
            else:
                parts.append(UNTOLD)
        return " ".join("".join(parts).split())
