"""The marks of functions behind `melding:`: Parlour computes them for each card before play, so play leaves none."""

from __future__ import annotations

from dataclasses import dataclass, field

from parlour import program as p
from parlour.table.cards import members
from parlour.table.constants import Constants, NotConstantError
from parlour.table.setup import pack_of
from parlour.table.tracing import TraceMark


def meld_marks(program: p.Program) -> frozenset[TraceMark]:
    """Return the marks for the cards in the pack of the smallest table."""
    melding, marks = program.melding, set[TraceMark]()
    if melding is None:
        return frozenset()
    pack = pack_of(program, min(program.players))
    for face in {pack.printed(card) for card in members(pack.used)}:
        constants = _Marked(program, faces={melding.card: face}, marks=marks)
        for expression in (melding.worth, melding.wild):
            constants.value(expression)
    return frozenset(marks)


@dataclass(frozen=True)
class _Marked(Constants):
    """Leaves the marks that play leaves when it uses a function."""

    marks: set[TraceMark] = field(default_factory=set)

    def result(self, function: p.Function) -> int:
        self.marks.add(TraceMark(function.origin, "called"))
        decided = False
        for case in function.cases[::-1]:  # the last that applies decides
            self.marks.add(TraceMark(case.origin, "tried"))
            if (case.union or not decided) and self._holds(case.when):
                self.marks.add(TraceMark(case.origin, "applied"))
                decided = decided or not case.union
        return super().result(function)

    def _holds(self, test: p.Expr) -> bool:
        """True if a condition holds. The function might never compute it for this card, so it can lack a value."""
        try:
            return bool(self.value(test))
        except NotConstantError:
            return False
