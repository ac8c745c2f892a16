"""A random answer to a question: how many there are for each action, and which of them it is.

Actions with one card to choose offer a set of cards; the choices of all others are listed behind the state. Either way
they are counted in the order in which the machine lists them, so that a number means the same answer everywhere.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass

from parlour import program as p
from parlour.generated.expressions import Expressions
from parlour.generated.naming import Naming, Scope, definition
from parlour.generated.questions import Questions
from parlour.native.ir import Body
from parlour.native.translation import Names, Translator

ROOM = 4096  # choices that are listed at once; of more, generated Python chooses


@dataclass(frozen=True)
class Cells:
    """What stands behind the state and its scratch cells while machine code runs."""

    fault: int
    slots: int  # how many choices the longest action has

    @property
    def chooser(self) -> int:
        return self.fault + 1

    @property
    def policy(self) -> int:
        return self.fault + 2

    @property
    def listed(self) -> int:
        """How many choices are listed."""
        return self.fault + 3

    @property
    def choice(self) -> int:
        """What was chosen, slot by slot."""
        return self.fault + 4

    @property
    def list(self) -> int:
        return self.choice + self.slots

    @property
    def size(self) -> int:
        return self.list + ROOM * self.slots

    @classmethod
    def of(cls, naming: Naming) -> Cells:
        slots = max((len(a.slots) for q in naming.program.questions for a in q.arms), default=0)
        return cls(naming.layout.size + 1 + naming.counters + len(naming.program.locals), max(slots, 1))


class Offers(Questions):
    """Writes what an action offers as calls that count it."""

    def offer(self, arm: p.Arm, number: int, count: int, chosen: list[str]) -> list[str]:
        return [f"offered({', '.join([str(number), *chosen])})"]

    def _loops(self, arm: p.Arm, number: int, count: int, guard: p.Expr | None, scope: Scope) -> list[str]:
        chosen = self._set_of_cards(arm, guard)
        if chosen is None:
            return super()._loops(arm, number, count, guard, scope)
        cards = self.x.value(chosen, scope)
        if self.twins:
            cards = f"once(s, {cards})"
        return [f"offered_set({number}, {cards})"]

    def offers(self, number: int) -> str:
        """`offers_n(s, …)`: the first thing that is offered ends it."""
        question = self.program.questions[number]
        names = {local: f"v{local}" for local in question.params}
        params = list(names.values())
        scope, lines = Scope(names, question.origin), list[str]()
        for local, value in question.lets:
            lines.append(f"v{local} = {self.x.value(value, scope)}")
            scope = scope.with_(local)
        for i, arm in enumerate(question.arms):
            if not arm.last:
                lines += self._adding(arm, i, len(question.arms), scope)
        return definition(f"offers_{number}", params, [*lines, "return 0"])

    def arm(self, question: p.Question, number: int) -> list[str]:
        scope = Scope({}, question.origin)
        return self._adding(question.arms[number], number, len(question.arms), scope)


class Choosing:
    """Writes the questions of one table."""

    def __init__(self, naming: Naming, expressions: Expressions, names: Names, cells: Cells) -> None:
        self.naming = naming
        self.names = names
        self.cells = cells
        self.offers = Offers(naming, expressions)

    def chooser(self, number: int) -> str:
        """`choose_n(s)`: the number of the action, its choices in their cells; -1 when there is nothing to choose."""
        question = self.naming.program.questions[number]
        return _Chooser(self, question).function(f"choose_{number}")

    def offering(self, number: int) -> str:
        """`offers_some_n(s)`: is there anything to choose?"""
        question, body = self.naming.program.questions[number], Body(self.names.width)
        for i in range(len(question.arms)):
            translate(self.names, body, ast.parse("\n".join(self.offers.arm(question, i))).body)
        return body.function(f"offers_some_{number}", [])


def translate(names: Names, body: Body, statements: list[ast.stmt]) -> None:
    """Source in which the first thing that is offered ends it all."""
    translator = Translator(names, body)
    translator.offered = _found
    translator.block(statements)


def _found(translator: Translator, call: ast.Call) -> None:
    b = translator.body
    assert isinstance(call.func, ast.Name), "offers are called by name"
    if call.func.id == "offered":
        b.give("1")
        return
    some, none = b.fresh("some"), b.fresh("none")
    b.branch(b.truth(translator.value(call.args[1])), some, none)
    b.label(some)
    b.give("1")
    b.label(none)


class _Chooser:
    def __init__(self, choosing: Choosing, question: p.Question) -> None:
        self.cells = choosing.cells
        self.names = choosing.names
        self.offers = choosing.offers
        self.question = question
        self.body = Body(self.names.width)
        self.counts = [self.body.variable(f"n_{i}") for i in range(len(question.arms))]
        self.sets: dict[int, str] = {}  # where the offered cards are noted, by action

    def function(self, name: str) -> str:
        b, arms = self.body, self.question.arms
        for count in self.counts:
            b.store("0", count)
        b.store("0", b.cell(str(self.cells.listed)))
        self._gather([i for i, arm in enumerate(arms) if not arm.last])
        last = [i for i, arm in enumerate(arms) if arm.last]
        if last:
            some, none = b.fresh("some"), b.fresh("none")
            b.branch(b.truth(self._total()), some, none)
            b.label(none)
            self._gather(last)
            b.label(some)
        listed = [b.load(count) for count in self.counts]
        self._prefer()
        total = self._total()
        any_, no = b.fresh("any"), b.fresh("no")
        b.branch(b.truth(total), any_, no)
        b.label(no)
        b.give("-1")
        b.label(any_)
        self._take(b.call(self.names.want("choose"), [total]), listed)
        return b.function(name, [])

    def _total(self) -> str:
        total = "0"
        for count in self.counts:
            total = self.body.operate("+", total, self.body.load(count))
        return total

    # ------------------------------------------------------------ counting

    def _gather(self, arms: list[int]) -> None:
        for i in arms:
            lines = self.offers.arm(self.question, i)
            translator = Translator(self.names, self.body)
            translator.offered = self._offered
            translator.block(ast.parse("\n".join(lines)).body)

    def _offered(self, translator: Translator, call: ast.Call) -> None:
        b = self.body
        assert isinstance(call.func, ast.Name), "offers are called by name"
        number = call.args[0]
        arm = ast.literal_eval(number)
        if call.func.id == "offered_set":
            self.sets[arm] = b.variable(f"set_{arm}")
            cards = translator.value(call.args[1])
            b.store(cards, self.sets[arm])
            b.store(b.count_bits(cards), self.counts[arm])
            return
        b.store(b.operate("+", b.load(self.counts[arm]), "1"), self.counts[arm])
        if len(call.args) > 1:
            self._list([translator.value(v) for v in call.args[1:]])

    def _list(self, chosen: list[str]) -> None:
        b = self.body
        listed = b.cell(str(self.cells.listed))
        n = b.load(listed)
        fine, full, on = b.fresh("fine"), b.fresh("full"), b.fresh("on")
        b.branch(b.compare("<", n, str(ROOM)), fine, full)
        b.label(full)
        b.store("1", b.cell(str(self.cells.fault)))
        b.jump(on)
        b.label(fine)
        first = b.operate("+", b.operate("*", n, str(self.cells.slots)), str(self.cells.list))
        for j, v in enumerate(chosen):
            b.store(v, b.cell(b.operate("+", first, str(j))))
        b.store(b.operate("+", n, "1"), listed)
        b.label(on)

    def _prefer(self) -> None:
        """With a policy only the actions of the best class that is offered are chosen from."""
        b = self.body
        classes = [getattr(arm, "preference", 0) for arm in self.question.arms]
        if len(set(classes)) <= 1:
            return
        best = b.temporary()
        worst = max(classes)
        b.store(str(worst), best)
        for class_ in sorted(set(classes) - {worst}, reverse=True):
            there = "0"
            for count, own in zip(self.counts, classes, strict=True):
                if own == class_:
                    there = b.operate("+", there, b.load(count))
            b.store(b.new(f"select i1 {b.truth(there)}, {b.type} {class_}, {b.type} {b.load(best)}"), best)
        free = b.compare("==", b.load(b.cell(str(self.cells.policy))), "0")
        for count, own in zip(self.counts, classes, strict=True):
            chosen = b.new(f"or i1 {free}, {b.compare('==', b.load(best), str(own))}")
            b.store(b.new(f"select i1 {chosen}, {b.type} {b.load(count)}, {b.type} 0"), count)

    # ------------------------------------------------------------ choosing

    def _take(self, number: str, listed: list[str]) -> None:
        """The choice with this number, counted through all actions; those of last resort come last in any case."""
        b, arms = self.body, self.question.arms
        left = b.temporary()
        b.store(number, left)
        offered: dict[int, str] = {}  # by action: how many choices are listed before its own
        before = "0"
        order = sorted(range(len(arms)), key=lambda i: (arms[i].last, i))
        for i in order:
            if arms[i].slots and i not in self.sets:
                offered[i] = before
                before = b.operate("+", before, listed[i])
        for i in order:
            here, on = b.fresh("here"), b.fresh("on")
            count = b.load(self.counts[i])
            b.branch(b.compare("<", b.load(left), count), here, on)
            b.label(here)
            if i in self.sets:
                self._take_card(self.sets[i], left)
            elif i in offered:
                self._take_listed(b.operate("+", offered[i], b.load(left)), len(arms[i].slots))
            b.give(str(i))
            b.label(on)
            b.store(b.operate("-", b.load(left), count), left)
        b.give("-1")

    def _take_card(self, of: str, number: str) -> None:
        b = self.body
        card = b.call(self.names.want("nth_bit"), [b.load(of), b.load(number)])
        b.store(card, b.cell(str(self.cells.choice)))

    def _take_listed(self, number: str, slots: int) -> None:
        b = self.body
        first = b.operate("+", b.operate("*", number, str(self.cells.slots)), str(self.cells.list))
        for j in range(slots):
            v = b.load(b.cell(b.operate("+", first, str(j))))
            b.store(v, b.cell(str(self.cells.choice + j)))
