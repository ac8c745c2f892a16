"""The possible actions of a question, as numbers of `table.action_numbers` that are marked in a row of the caller."""

from __future__ import annotations

from parlour import program as p
from parlour.native.choosing import SETS, Chooser, QuestionWriter
from parlour.native.ir import Definition
from parlour.table.action_numbers import ActionSpace


def marking(writer: QuestionWriter, number: int, most: int) -> Definition:
    """`marks_n(s)`: mark the actions that begin a move, or continue the one that has begun. Returns -1 if there are no
    moves, or more than `most`."""
    return _Marker(writer, writer.unit.program.questions[number], number, most).definition(f"marks_{number}")


class _Marker(Chooser):
    """Marks the next action numbers of all moves."""

    def __init__(self, writer: QuestionWriter, question: p.Question, number: int, most: int) -> None:
        super().__init__(writer, question)
        self.number = number
        self.most = most
        self.numbered = ActionSpace(writer.unit.layout)

    def _choose(self) -> None:
        b, total = self.body, self._total(self.kinds)
        some, few, first, further, none = map(b.fresh, ("some", "few", "first", "further", "none"))
        b.branch(b.truth(total), some, none)
        b.label(some)
        b.branch(b.compare("<=", total, str(self.most)), few, none)
        b.label(few)
        begun = b.load(b.cell(str(self.cells.begun)))
        b.branch(b.truth(begun), further, first)
        b.label(first)
        for i in self.kinds:
            self._first(i)
        b.give("0")
        b.label(further)
        for i in self.kinds:
            arm = self.numbered.questions[self.number][i]
            if not arm.flat:
                own, other = b.fresh("own"), b.fresh("other")
                b.branch(b.compare("==", begun, str(1 + self.numbered.arms.index(arm))), own, other)
                b.label(own)
                self._next(i)
                b.give("0")
                b.label(other)
        b.give("-1")
        b.label(none)
        b.give("-1")

    def _first(self, i: int) -> None:
        """Mark the first numbers of an action's moves."""
        b, arm = self.body, self.numbered.questions[self.number][i]
        if arm.flat and self.kinds[i] == "set":
            b.call(self.names.want("mark_set"), [b.load(self.sets[i][0]), str(arm.zero)])
        elif arm.flat and arm.forms:
            self._for_each(i, lambda: self._write_mark(b.operate("+", self._chosen(i)[0], str(arm.zero))))
        else:
            some, none = b.fresh("some"), b.fresh("none")
            b.branch(b.truth(b.load(self.counts[i])), some, none)
            b.label(some)
            self._write_mark(str(arm.first))
            b.label(none)

    def _next(self, i: int) -> None:
        """Mark the numbers that continue the moves of an action."""
        if self.kinds[i] in SETS:
            described = [self.body.load(of) for of in self.sets[i]]
            spoilt = described[3:] or ["0"]
            self.body.call(self.names.want("mark_members"), [*described[:3], *spoilt, str(int(len(described) == 3))])
        else:
            marked = self.names.want(f"marked_{self.number}_{i}")
            self._for_each(i, lambda: self.body.call(marked, self._chosen(i)))

    def _write_mark(self, number: str) -> None:
        self.body.write(str(self.cells.mask), 8, number, "1")
