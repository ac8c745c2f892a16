"""Answers to a question: the number of choices of each action, and the choice with a given number. Code takes one of
them at random, lists them all, or marks them by the numbers of `table.action_numbers`.

A function counts each action's choices. If they are cards of one set, or sets of cards, it describes them as a whole,
without a list. They are in the order in which the other executions list them, so a
number means the same answer everywhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from parlour import program as p
from parlour import tablecode as t
from parlour.analysis.splitting import split
from parlour.lowering.expressions import Expressions
from parlour.lowering.questions import FIRST, Offering, Questions
from parlour.lowering.unit import LoweringScope, Unit, packed, variable
from parlour.native.extra_cells import MOVES, ROOM, ExtraCells
from parlour.native.translation import fits
from parlour.program.policies import Sorting, sorting
from parlour.table.action_numbers import ActionSpace
from parlour.tablecode.build import NONE, ONE, ZERO, cell, plus, store, times
from parlour.tablecode.iteration import bounds

_K, _KEPT, _FIRST, _COUNT, _LISTED = t.Reg("k"), t.Reg("kept"), t.Reg("first"), t.Reg("count"), t.Named("LISTED")


class Offered:
    """What a function does with the choices of an action: it lists them behind the state, or describes them there, and
    counts them. If they are the cards of one set, the set takes the place of the number. `form` says which it is."""

    def __init__(self, cells: ExtraCells) -> None:
        self.cells = cells
        self.form = "list"

    def one(self, arm: p.Arm, chosen: list[t.Expr]) -> t.Block:
        counted = t.Let("count", plus(_COUNT, 1))
        if not chosen:
            return (counted,)
        full = t.If(t.Op(">=", t.Load(_LISTED), t.Const(ROOM)), (t.Abandon(), t.Return(ZERO)))
        first = t.Let("at", _listed(t.Load(_LISTED), 0))
        stored = (t.Store((plus(t.Reg("at"), j),), v) for j, v in enumerate(chosen))
        return (counted, full, first, *stored, t.Store((_LISTED,), plus(t.Load(_LISTED), 1)))

    def members(self, arm: p.Arm, cards: t.Expr) -> t.Block:
        self.form = "set"
        return (t.Let("count", cards),)

    def subsets(self, described: t.Call) -> t.Block:
        """The choices are sets of cards, which this call counts."""
        self.form = "sets" if described.function == "subsets" else "mixed"
        names = [t.Reg(f"part_{k}") for k in range(len(described.args))]
        parts = [t.Let(reg.name, of) for reg, of in zip(names, described.args, strict=True)]
        stores = (store(self.cells.subsets + k, reg) for k, reg in enumerate(names))
        return (*parts, *stores, t.Let("count", t.Call(described.function, tuple(names))))


class NativeOffers(Questions):
    """Lowers what an action offers."""

    listing = False  # whether to list every choice

    def _set_of_cards(self, arm: p.Arm, guard: p.Expr | None) -> p.Expr | None:
        return None if self.listing else super()._set_of_cards(arm, guard)

    def _loops(self, arm: p.Arm, offering: Offering, guard: p.Expr | None, scope: LoweringScope) -> t.Block:
        if len(arm.slots) == 1 and arm.slots[0].form == "sets" and not self.twins and not self.listing:
            described = self._of_sets(arm.slots[0], guard, scope)
            if described is not None:
                before, sets = described
                loop = offering.subsets(sets) if isinstance(offering, Offered) else (t.If(sets, FIRST.one(arm, [])),)
                return (*before, *loop)
        return super()._loops(arm, offering, guard, scope)

    def _of_sets(self, slot: p.Slot, guard: p.Expr | None, scope: LoweringScope) -> tuple[t.Block, t.Call] | None:
        """Return a call that counts the sets that a condition admits, with the code before it; None unless the
        condition consists of conditions on single cards."""
        sets = self.sets(slot, None, scope)
        assert isinstance(sets, t.Subsets), "sets are subsets of a set"
        if guard is None:
            return (), t.Call("subsets", bounds(sets))
        parts = split(self.x.facts, guard, (slot,), twins=False)
        if parts is None or parts.tests != (None,) or parts.sizes or len(parts.needed) > 1:
            return None
        chosen = self.unit.register()
        inside = replace(scope, names={**scope.names, slot.local: chosen})
        within = self.x.value(parts.within, inside)
        spoilt = [self.x.value(cards, inside) for cards in parts.needed]
        counted = t.Call("mixed" if spoilt else "subsets", (within, *bounds(sets)[1:], *spoilt))
        return (t.Let(chosen.name, sets.of),), counted

    def arm(self, question: p.Question, number: int, offered: Offered) -> t.Block:
        """The code that offers an action."""
        return self.adding(question.arms[number], offered, LoweringScope({}, question.origin))

    def narrowed(
        self, arm: p.Arm, offering: Offering, clauses: list[tuple[str, p.Expr]], scope: LoweringScope,
        inside: LoweringScope,
    ) -> t.Block:  # fmt: skip
        self.listing = True
        adding = self.adding(replace(arm, among=None), offering, scope)
        self.listing = False
        body: list[t.Stmt] = [t.Let("first", t.Load(_LISTED)), *adding]
        for _, clause in clauses:
            body += self._keeping(arm, clause, inside)
        if arm.among is not None:
            body += self._keeping(arm, self.folded(arm.among), scope, always=True)
        return (*body, t.Let("count", t.Op("-", t.Load(_LISTED), _FIRST)))

    def _keeping(self, arm: p.Arm, holds: p.Expr, scope: LoweringScope, always: bool = False) -> t.Block:
        """Keep the listed choices for which this holds. Without `always`, keep all if it holds for none."""
        for slot in arm.slots:
            scope = scope.with_(slot.local)
        regs = [variable(slot.local) for slot in arm.slots]
        takes = [t.Let(reg.name, t.Load(_listed(_K, j))) for j, reg in enumerate(regs)]
        keeps = [t.Store((_listed(_KEPT, j),), reg) for j, reg in enumerate(regs)]
        keep = t.If(self.x.truth(holds, scope), (*keeps, t.Let("kept", plus(_KEPT, 1))))
        one_by_one = t.While(t.Op("<", _K, t.Load(_LISTED)), (*takes, keep, t.Let("k", plus(_K, 1))))
        stored = t.Store((_LISTED,), _KEPT)
        enough = stored if always else t.If(t.Op(">", _KEPT, _FIRST), (stored,))
        return (t.Let("k", _FIRST), t.Let("kept", _FIRST), one_by_one, enough)


def _listed(number: t.Expr, slot: int) -> t.Expr:
    """The cell of a choice of an action among the listed ones."""
    return plus(t.Op("+", t.Load(t.Named("LIST_AT")), t.Op("*", number, t.Named("SLOTS"))), slot)


SETS = {"sets": 3, "mixed": 4}  # how many cells describe the sets of an action
_LEFT = t.Reg("left")


class QuestionWriter:
    """Writes the questions of one table."""

    def __init__(self, unit: Unit, expressions: Expressions, width: int, cells: ExtraCells) -> None:
        self.unit = unit
        self.width = width
        self.cells = cells
        self.offers = NativeOffers(unit, expressions)
        self._arms: dict[tuple[int, int], tuple[p.Question, str, str]] = {}

    def chooser(self, number: int) -> t.Function:
        """`choose_n(s)`: the number of the action, with its choices in their cells; -1 if there is no choice."""
        question = self.unit.program.questions[number]
        habits = None if sorting(question) is None else f"habit_{number}"
        return Chooser(self, question, habits).function(f"choose_{number}")

    def lister(self, number: int) -> t.Function:
        """`list_n(s)`: writes all moves behind the state, and returns the number of their cells, or -1 if they are too
        many. If moves are too large for a cell, each has a row: its action, and its choices."""
        return _Lister(self, self.unit.program.questions[number]).function(f"list_{number}")

    def counter(self, number: int) -> t.Function:
        """`count_n(s)`: the number of moves. It looks at every action, so it fails if `legal` does."""
        return _Counter(self, self.unit.program.questions[number]).function(f"count_{number}")

    def habits(self, number: int) -> t.Function:
        """`habit_n(s)`: the same as `choose_n` for a player who follows a policy with conditions or odds."""
        habits = sorting(self.unit.program.questions[number])
        assert habits is not None, "the policy for this question has conditions or odds"
        return _HabitChooser(self, habits).function(f"habit_{number}")

    def marking(self, number: int, most: int) -> t.Function:
        """`marks_n(s)`: mark the actions that begin a move, or continue the one that has begun. Returns -1 if there are
        no moves, or more than `most`."""
        return _Marker(self, number, most).function(f"marks_{number}")

    def arm(self, question: p.Question, index: int) -> tuple[str, str]:
        """Return the name of the function that counts what an action offers, and the form of its choices; no form if it
        never offers any."""
        key = id(question), index
        if key not in self._arms:
            name, offered = f"arm_{len(self._arms)}", Offered(self.cells)
            block = self.offers.arm(question, index, offered)
            self.unit.functions[name] = t.Function(name, (), (t.Let("count", ZERO), *block, t.Return(_COUNT)))
            self._arms[key] = question, name, offered.form if block else ""
        return self._arms[key][1:]


class Chooser:
    def __init__(self, writer: QuestionWriter, question: p.Question, habits: str | None = None) -> None:
        """`habits` is the function that chooses for players who follow the policy, if a function does that."""
        self.writer = writer
        self.habits = habits
        self.cells = writer.cells
        self.question = question
        self.counts = [t.Reg(f"n_{i}") for i in range(len(question.arms))]
        self.forms: dict[int, str] = {}
        self.sets: dict[int, tuple[t.Reg, ...]] = {}  # descriptions of the possible sets, by action

    def function(self, name: str) -> t.Function:
        block: list[t.Stmt] = []
        if self.habits is not None:
            block.append(t.If(cell(self.cells.policy), (t.Return(t.Call(self.habits)),)))
        block += (t.Let(count.name, ZERO) for count in self.counts)
        return t.Function(name, (), (*block, store(self.cells.listed, ZERO), *self._answer()))

    def _answer(self) -> t.Block:
        """Count the choices of all actions, then choose."""
        arms = list(enumerate(self.question.arms))
        block = self._gathered(i for i, arm in arms if not arm.last)
        first, last = self._total(self.forms), self._gathered(i for i, arm in arms if arm.last)
        if last:
            block += (t.If(t.Not(first), last),)
        self.order = sorted(self.forms, key=lambda i: (self.question.arms[i].last, i))
        return *block, *self._chosen()

    def _total(self, actions: Iterable[int]) -> t.Expr:
        total: t.Expr = ZERO
        for i in actions:
            total = plus(total, self.counts[i])
        return total

    def _gathered(self, arms: Iterable[int]) -> t.Block:
        """Count the choices of each action."""
        block: list[t.Stmt] = []
        for i in arms:
            name, form = self.writer.arm(self.question, i)
            if not form or i in self.forms:
                continue
            self.forms[i], count = form, t.Let(self.counts[i].name, t.Call(name))
            if form == "set":
                self.sets[i] = (t.Reg(f"set_{i}"),)
                count = t.Let(count.reg, t.Unary("size", self.sets[i][0]))
                block.append(t.Let(self.sets[i][0].name, t.Call(name)))
            block.append(count)
            if form in SETS:
                self.sets[i] = tuple(t.Reg(f"sets_{i}_{k}") for k in range(SETS[form]))
                block += (t.Let(of.name, cell(self.cells.subsets + k)) for k, of in enumerate(self.sets[i]))
        return tuple(block)

    # ------------------------------------------------------------ choosing

    def _chosen(self) -> t.Block:
        """Choose one of all choices; or, with a policy, one of the best class that is offered."""
        arms = self.question.arms
        classes = sorted({arms[i].preference for i in self.order})
        block: list[t.Stmt] = []
        if len(classes) > 1 and self.habits is None:
            preferring = [self._among(i for i in self.order if arms[i].preference == class_) for class_ in classes]
            block.append(t.If(cell(self.cells.policy), tuple(preferring)))
        return (*block, self._among(self.order), t.Return(NONE), *self._taking())

    def _action(self, i: int) -> int:
        return i

    def _among(self, actions: Iterable[int]) -> t.Stmt:
        """Draw a number that counts through all choices of some actions, and take that choice, if there is any."""
        *others, last = actions
        drawn: list[t.Stmt] = [t.Let("left", t.Call("choose", (self._total((*others, last)),)))]
        for i in others:
            drawn.append(t.If(t.Op("<", _LEFT, self.counts[i]), (t.Goto(f"take_{i}"),)))
            drawn.append(t.Let("left", t.Op("-", _LEFT, self.counts[i])))
        return t.If(self._total((*others, last)), (*drawn, t.Goto(f"take_{last}")))

    def _taking(self) -> t.Block:
        """Take the choice of an action that has the number that is left."""
        block: t.Block = ()
        for i in self.order:
            block += (t.Label(f"take_{i}"), *self._picked(i, _LEFT), t.Return(t.Const(self._action(i))))
        return block

    def _picked(self, i: int, number: t.Expr) -> t.Block:
        """Put the choice of an action that has this number into the cells of the choice."""
        slots, choice = range(len(self.question.arms[i].slots)), self.cells.choice
        if self.forms[i] == "set":
            return (store(choice, t.Call("nth_bit", (*self.sets[i], number))),)
        if self.forms[i] in SETS:
            return (store(choice, t.Call("nth_subset", (*self._described(i), number))),)
        if not slots:
            return ()
        at, first = plus(self._total(j for j in self.forms if self._listed_before(j, i)), number), t.Reg("first")
        begin = t.Let("first", plus(times(at, self.cells.slots), cell(self.cells.list_at)))
        return (begin, *(store(choice + j, cell(plus(first, j))) for j in slots))

    def _described(self, i: int) -> tuple[t.Expr, ...]:
        """The sets of an action as routines take them: the cards that spoil a set, and whether all are fine."""
        return (*self.sets[i], *((ZERO, ONE) if self.forms[i] == "sets" else (ZERO,)))

    def _for_each(self, i: int, do: t.Block) -> t.Block:
        """Do something with each choice of an action, which is in the cells of the choice."""
        body = (*self._picked(i, _K), *do, t.Let("k", plus(_K, 1)))
        return t.Let("k", ZERO), t.While(t.Op("<", _K, self.counts[i]), body)

    def _choice(self, i: int) -> tuple[t.Expr, ...]:
        """The values in the cells of the choice."""
        return tuple(cell(self.cells.choice + j) for j in range(len(self.question.arms[i].slots)))

    def _listed_before(self, other: int, i: int) -> bool:
        """True if the choices of the other action are listed before those of this one."""
        listed = bool(self.question.arms[other].slots) and self.forms[other] == "list"
        in_turn = list(self.forms)
        return listed and in_turn.index(other) < in_turn.index(i)


class _Counter(Chooser):
    def _chosen(self) -> t.Block:
        return (t.Return(self._total(self.forms)),)


class _Lister(Chooser):
    """Lists all moves, in the order of the other executions."""

    def _chosen(self) -> t.Block:
        block: t.Block = (t.Let("count", ZERO),)
        for i in self.order:
            block += self._for_each(i, self._added(i))
        return (*block, t.Return(_COUNT))

    def _added(self, i: int) -> t.Block:
        """Add the move with the current choice."""
        layout, row = self.writer.unit.layout, [t.Const(i), *self._choice(i)]
        width = 1 + self.cells.slots
        if fits(layout, self.question, self.writer.width):
            arms = self.question.arms
            row, width = [plus(times(packed(layout, arms[i], self._choice(i)), len(arms)), i)], 1
        full = t.If(t.Op(">", _COUNT, t.Const(MOVES - width)), (t.Return(NONE),))
        at = plus(_COUNT, self.cells.moves)
        return (full, *(store(plus(at, j), v) for j, v in enumerate(row)), t.Let("count", plus(_COUNT, width)))


class _HabitChooser(Chooser):
    """Chooses as a policy with conditions or odds says: the arms of its question are portions. Those that the policy
    wouldn't choose from aren't looked at, unless that could hide an error."""

    def __init__(self, writer: QuestionWriter, sorting: Sorting) -> None:
        super().__init__(writer, sorting.question)
        self.portions = sorting.portions

    def _action(self, i: int) -> int:
        return self.portions[i].action

    def _answer(self) -> t.Block:
        block = list[t.Stmt]()
        for last in (False, True):
            block += self._tried([i for i, arm in enumerate(self.question.arms) if arm.last == last])
        self.order = list(self.forms)
        return *block, t.Return(NONE), *self._taking()

    def _tried(self, portions: list[int]) -> Iterator[t.Stmt]:
        """Try each chance in turn, then choose from the best class that is offered."""
        if any(self.writer.offers.may_fault(self.question.arms[i]) for i in portions):
            yield from self._gathered(portions)
        for i in portions:
            odds = self.portions[i].odds
            if odds is not None:
                yield from self._gathered([i])
                chances = self.writer.offers.x.value(odds.chances, LoweringScope({}, self.question.origin))
                hit = t.Op(">", chances, t.Call("choose", (t.Const(odds.of),)))
                yield t.If(self.counts[i], (t.If(hit, (self._among([i]),)),))
        for class_ in sorted({self.portions[i].preference for i in portions}):
            of_class = [i for i in portions if self.portions[i].preference == class_]
            yield from self._gathered(of_class)
            if any(i in self.forms for i in of_class):
                yield self._among(i for i in of_class if i in self.forms)


class _Marker(Chooser):
    """Marks the next action numbers of all moves."""

    def __init__(self, writer: QuestionWriter, number: int, most: int) -> None:
        super().__init__(writer, writer.unit.program.questions[number])
        self.number = number
        self.most = most
        self.numbered = ActionSpace(writer.unit.layout)

    def _chosen(self) -> t.Block:
        total, begun, done = self._total(self.forms), cell(self.cells.begun), t.Return(ZERO)
        some = t.And((total, t.Op("<=", total, t.Const(self.most))))
        first = (*(statement for i in self.forms for statement in self._first(i)), done)
        block: list[t.Stmt] = [t.If(t.Not(some), (t.Return(NONE),)), t.If(t.Not(begun), first)]
        for i in self.forms:
            arm = self.numbered.questions[self.number][i]
            if not arm.flat:
                own = t.Op("==", begun, t.Const(1 + self.numbered.arms.index(arm)))
                block.append(t.If(own, (*self._next(i), done)))
        return (*block, t.Return(NONE))

    def _first(self, i: int) -> t.Block:
        """Mark the first numbers of an action's moves."""
        arm = self.numbered.questions[self.number][i]
        if arm.flat and self.forms[i] == "set":
            return (t.Do(t.Call("mark_set", (self.sets[i][0], t.Const(arm.zero)))),)
        if arm.flat and arm.forms:
            return self._for_each(i, (t.Do(t.Call("mark", (plus(self._choice(i)[0], arm.zero),))),))
        return (t.If(self.counts[i], (t.Do(t.Call("mark", (t.Const(arm.first),))),)),)

    def _next(self, i: int) -> t.Block:
        """Mark the numbers that continue the moves of an action."""
        if self.forms[i] in SETS:
            return (t.Do(t.Call("mark_members", self._described(i))),)
        return self._for_each(i, (t.Do(t.Call(f"marked_{self.number}_{i}", self._choice(i))),))
