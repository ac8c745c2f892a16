"""The actions of a question: what they offer, what they admit, and the parts of their conditions as functions.

A choice is a packed number, see `table/packing.py`. A function of choices gets the values of the slots one by one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from parlour import program as p
from parlour.analysis.clause_verdicts import yielding
from parlour.lowering.choices import GIVEN, action, outer_locals
from parlour.program.set_bounds import conjuncts
from parlour.program.walking import substitute
from parlour.python.functions import Function, TableFunctions, Unseen, Writer
from parlour.table.answers import Answers
from parlour.table.cards import members
from parlour.table.cells import Cells
from parlour.table.faults import UnanswerableFault
from parlour.table.packing import Packing

Choices = Sequence[int]


@dataclass(frozen=True)
class ClauseCode:
    """One clause of a permission as functions of a state and a choice: whether it applies, and its words.

    A clause without words can need another permission: `asked` has the clauses of that one, which give the reason.
    """

    clause: p.Clause
    test: p.Expr
    applies: Function
    says: Writer | None
    asked: tuple[ClauseCode, ...]

    def text(self, s: Cells, values: Sequence[int], unseen: Unseen) -> str | None:
        return _reason(self.asked, s, values, unseen) if self.says is None else self.says(s, values, unseen)


def _reason(codes: Sequence[ClauseCode], s: Cells, values: Sequence[int], unseen: Unseen) -> str | None:
    """Return the words of the first clause that forbids a choice and that no other clause lifts."""
    applying = [code.clause for code in codes if code.applies(s, *values)]
    lifted = {number for clause in applying if clause.allow for number in clause.lifts}
    forbidding = (
        code for number, code in enumerate(codes)
        if code.clause in applying and not code.clause.allow and number not in lifted
    )  # fmt: skip
    return next((text for code in forbidding if (text := code.text(s, values, unseen)) is not None), None)


class ActionCode:
    """One action of a question at one table."""

    def __init__(self, functions: TableFunctions, question: int, index: int, kind: str = "offered") -> None:
        self.functions = functions
        self.question = question
        self.index = index
        self.layout = functions.layout
        self.arm = action(self.layout.program, kind, question, index)
        self.outer = outer_locals(self.layout.program, kind, question)
        self.packing = Packing.of(self.layout, self.arm)
        self.params = tuple(slot.local for slot in self.arm.slots)
        self.kind = kind

    def value(self, e: p.Expr) -> Function:
        """Return the function of a state and of the values of the slots that gives the value of an expression."""
        return self.functions.value(e, (*self.outer, *self.params), self.arm.origin)

    def chosen(self, payload: int) -> Choice:
        return Choice(self, self.packing.unpack(payload))

    def text(self, template: p.Template) -> Writer:
        return self.functions.text(template, (*self.outer, *self.params), self.arm.origin)

    # ------------------------------------------------------------ choices

    def offered(self, s: Cells, *outer: int) -> Choices:
        """Return the choices that the action offers, in ascending order."""
        return self._choices(self.kind, s, *outer)

    def admitted(self, s: Cells, *outer: int) -> Choices:
        """Return the choices that the conditions of the action admit, allowed or not."""
        return self._choices(f"{self._given}admitted", s, *outer)

    def thinkable(self, s: Cells, *outer: int) -> Choices:
        """Return all that the slots can hold."""
        return self._choices(f"{self._given}thinkable", s, *outer)

    @property
    def _given(self) -> str:
        return GIVEN if self.kind.startswith(GIVEN) else ""

    def _choices(self, kind: str, s: Cells, *outer: int) -> Choices:
        choices: Choices = self.functions[f"{kind}_{self.question}_{self.index}"](s[: self.layout.size], *outer)
        return choices

    def unpacked(self, payload: int) -> tuple[int, ...]:
        return self.packing.unpack(payload)

    @cached_property
    def test(self) -> Function | None:
        """The condition of the action itself."""
        return None if self.arm.test is None else self.functions.value(self.arm.test, self.outer, self.arm.origin)

    def cards_of_slots(self, payload: int) -> list[list[int]]:
        """Return the identities of the cards that each part of a choice names."""
        slots = zip(self.arm.slots, self.packing.unpack(payload), strict=True)
        cards = [(slot, v) for slot, v in slots if slot.of_cards]
        return [members(v) if slot.many else [v % self.layout.pack.size] for slot, v in cards]

    def named_cards(self, payload: int) -> list[int]:
        """Return the identities of the cards that a choice names."""
        return [c for cards in self.cards_of_slots(payload) for c in cards]

    @cached_property
    def unchosen(self) -> list[tuple[int, Function]]:
        """Return the values in the text of an answer that its player didn't choose, each with its place."""
        chosen = [p.Local(slot.local) for slot in self.arm.slots]
        holes = [(n, piece.value) for n, piece in enumerate(self.arm.notation) if isinstance(piece, p.Hole)]
        return [(n, self.value(value)) for n, value in holes if value not in chosen]

    @property
    def last_test(self) -> p.Expr | None:
        """The condition of a portion if it comes after clauses that yield: `offered` leaves it out."""
        return self.arm.among if yielding(self.layout.program, self.arm.may) else None

    # ------------------------------------------------------------ clauses

    @cached_property
    def clauses(self) -> tuple[ClauseCode, ...]:
        """The clauses of its permission, one by one."""
        may = self.arm.may or self.arm.blind
        return () if may is None else tuple(self._clauses(may))

    def _clauses(self, may: p.Permitted) -> Iterator[ClauseCode]:
        permission = self.layout.program.permissions[may.permission]
        given = dict(zip(permission.params, may.args, strict=True))
        for clause in permission.clauses:
            test: p.Expr = substitute(clause.test, given)
            says = None if clause.says is None else self.text(substitute(clause.says, given))
            yield ClauseCode(clause, test, self.value(test), says, self._asked(clause, given))

    def _asked(self, clause: p.Clause, given: dict[int, p.Expr]) -> tuple[ClauseCode, ...]:
        """The clauses of the permission that a clause without words of its own needs."""
        if clause.says is None and not clause.allow:
            for item in conjuncts(clause.test):
                match item:
                    case p.Not(p.Permitted() as asked):
                        return tuple(self._clauses(substitute(asked, given)))
        return ()


@dataclass(frozen=True)
class Choice:
    """The values that a choice gives to the slots of an action."""

    action: ActionCode
    values: tuple[int, ...]

    def value(self, e: p.Expr) -> Callable[[Cells], int]:
        """Return the function of a state that gives the value of an expression for this choice."""
        of, values = self.action.value(e), self.values
        return lambda s: int(of(s, *values))


class QuestionCode:
    """One question with its actions. A move is `payload * number of actions + action`."""

    def __init__(self, functions: TableFunctions, number: int) -> None:
        self.functions = functions
        self.number = number
        self.question = functions.layout.program.questions[number]

    @cached_property
    def arms(self) -> list[ActionCode]:
        return [ActionCode(self.functions, self.number, index) for index in range(len(self.question.arms))]

    @cached_property
    def given(self) -> list[ActionCode]:
        """The actions, except those of last resort, for given values of the question's parameters and names."""
        arms = enumerate(self.question.arms)
        return [ActionCode(self.functions, self.number, i, "givenoffered") for i, arm in arms if not arm.last]

    def named(self, functions: TableFunctions, s: Cells, given: Sequence[int]) -> list[int]:
        """Return the values of the parameters, and those of the names that the question computes first."""
        question, values = self.question, list(given)
        for k, (_, value) in enumerate(question.lets):
            known = (*question.params, *(local for local, _ in question.lets[:k]))
            values.append(functions.value(value, known, question.origin)(s, *values))
        return values

    def listed(self, offered: Callable[[ActionCode], Choices]) -> Sequence[int]:
        """Return the answers by action, then in ascending order. Actions of last resort only where there are no
        others."""
        for last in (False, True):
            actions = [action for action in self.arms if action.arm.last == last]
            answers = Answers(len(self.arms), [(action.index, offered(action)) for action in actions])
            if answers:
                break
        return answers.listed()

    def chosen(self, number: int) -> tuple[ActionCode, int]:
        """Return the action of a move, and its choices as a number."""
        payload, index = divmod(number, len(self.arms))
        return self.arms[index], payload

    def unanswerable(self) -> UnanswerableFault:
        return UnanswerableFault(f"the question `{self.question.name}` has no possible answer", self.question.origin)
