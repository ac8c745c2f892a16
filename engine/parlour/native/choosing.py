"""Answers to a question: the number of choices of each action, and the choice with a given number. Code takes one of
them at random, lists them all, or marks them by the numbers of `table.action_numbers`.

A function counts each action's choices. It returns the number of choices that it has listed behind the state, or of
sets that it has described there. Or it returns a set of cards to choose one from. It counts choices in the order in
which the other executions list them, so a number means the same answer everywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from parlour import program as p
from parlour import tablecode as t
from parlour.lowering.expressions import Expressions
from parlour.lowering.unit import LoweringScope, Unit, packed
from parlour.native.extra_cells import MOVES, ROOM, ExtraCells
from parlour.native.ir import Body, Definition
from parlour.native.names import Names
from parlour.native.offers import NativeOffers, counting, kind_of
from parlour.native.translation import Translator
from parlour.native.values import fits
from parlour.program.policies import Sorting, sorting
from parlour.table.action_numbers import ActionSpace
from parlour.tablecode.build import cell, plus, times

SETS = {"sets": 3, "mixed": 4}  # how many cells describe the sets of an action
Choices = t.Offer | t.OfferMember | t.OfferSubset


class QuestionWriter:
    """Writes the questions of one table."""

    def __init__(self, unit: Unit, expressions: Expressions, names: Names, cells: ExtraCells) -> None:
        self.unit = unit
        self.names = names
        self.cells = cells
        self.offers = NativeOffers(unit, expressions)
        self._arms: dict[tuple[int, int], tuple[p.Question, str, t.Block]] = {}

    def chooser(self, number: int) -> Definition:
        """`choose_n(s)`: the number of the action, with its choices in their cells; -1 if there is no choice."""
        question = self.unit.program.questions[number]
        habits = None if sorting(question) is None else f"habit_{number}"
        return Chooser(self, question, habits).definition(f"choose_{number}")

    def lister(self, number: int) -> Definition:
        """`list_n(s)`: writes all moves behind the state, and returns the number of their cells, or -1 if they are too
        many. If moves are too large for a cell, each has a row: its action, and its choices."""
        return _Lister(self, self.unit.program.questions[number]).definition(f"list_{number}")

    def counter(self, number: int) -> Definition:
        """`count_n(s)`: the number of moves. It looks at every action, so it fails if `legal` does."""
        return _Counter(self, self.unit.program.questions[number]).definition(f"count_{number}")

    def habits(self, number: int) -> Definition:
        """`habit_n(s)`: the same as `choose_n` for a player who follows a policy with conditions or odds."""
        found = sorting(self.unit.program.questions[number])
        assert found is not None, "the policy for this question has conditions or odds"
        return _HabitChooser(self, found).definition(f"habit_{number}")

    # ------------------------------------------------------------ actions

    def arm(self, question: p.Question, index: int) -> tuple[str, t.Block]:
        """Return the name of the function that counts what an action offers, and its code."""
        key = id(question), index
        if key not in self._arms:
            self._arms[key] = question, f"arm_{len(self._arms)}", self.offers.arm(question, index)
        return self._arms[key][1:]

    def function(self, name: str) -> Definition:
        """Return the code of one of these functions."""
        block = next(block for _, own, block in self._arms.values() if own == name)
        body = Body(self.names.width, self.names.registers)
        body.store("0", body.variable("count"))
        Translator(self.names, body, self._offered).block(block)
        body.give(body.load(body.variable("count")))
        return body.definition(name, ())

    def _offered(self, translator: Translator, e: Choices) -> None:
        b, count = translator.body, translator.body.variable("count")
        match e:
            case t.OfferMember(of):
                b.store(translator.values.value(of), count)
            case t.OfferSubset():
                counted = counting(e)
                described = [translator.values.value(of) for of in counted.args]
                for k, v in enumerate(described):
                    b.store(v, b.cell(str(self.cells.subsets + k)))
                b.store(b.call(self.names.want(counted.function), described), count)
            case t.Offer(chosen):
                b.store(b.operate("+", b.load(count), "1"), count)
                if chosen:
                    self._list(b, [translator.values.value(v) for v in chosen])

    def _list(self, b: Body, chosen: list[str]) -> None:
        listed = b.cell(str(self.cells.listed))
        n = b.load(listed)
        fine, full = b.fresh("fine"), b.fresh("full")
        b.branch(b.compare("<", n, str(ROOM)), fine, full)
        b.label(full)
        b.store("1", b.cell(str(self.cells.fault)))
        b.give("0")  # only choices that are listed can be taken
        b.label(fine)
        first = self.cell_of(b, n)
        for j, v in enumerate(chosen):
            b.store(v, b.cell(b.operate("+", first, str(j))))
        b.store(b.operate("+", n, "1"), listed)

    def cell_of(self, b: Body, number: str) -> str:
        """The first cell of a listed choice."""
        return b.operate("+", b.operate("*", number, str(self.cells.slots)), b.load(b.cell(str(self.cells.list_at))))


class Chooser:
    def __init__(self, writer: QuestionWriter, question: p.Question, habits: str | None = None) -> None:
        """`habits` is the function that chooses for players who follow the policy, if a function does that."""
        self.writer = writer
        self.habits = habits
        self.cells = writer.cells
        self.names = writer.names
        self.question = question
        self.body = Body(self.names.width, self.names.registers)
        self.counts = [self.body.variable(f"n_{i}") for i in range(len(question.arms))]
        self.kinds: dict[int, str] = {}
        self.sets: dict[int, list[str]] = {}  # descriptions of the possible sets, by action

    def definition(self, name: str) -> Definition:
        b, arms = self.body, self.question.arms
        if self.habits is not None:
            sorting, any_ = b.fresh("sorting"), b.fresh("any")
            b.branch(b.truth(b.load(b.cell(str(self.cells.policy)))), sorting, any_)
            b.label(sorting)
            b.give(b.call(self.names.want(self.habits), []))
            b.label(any_)
        for count in self.counts:
            b.store("0", count)
        b.store("0", b.cell(str(self.cells.listed)))
        self._gather([i for i, arm in enumerate(arms) if not arm.last])
        last = [i for i, arm in enumerate(arms) if arm.last]
        if last:
            some, none = b.fresh("some"), b.fresh("none")
            b.branch(b.truth(self._total(self.kinds)), some, none)
            b.label(none)
            self._gather(last)
            b.label(some)
        self._choose()
        return b.definition(name, ())

    def _total(self, actions: Iterable[int]) -> str:
        total = "0"
        for i in actions:
            count = self.body.load(self.counts[i])
            total = count if total == "0" else self.body.operate("+", total, count)
        return total

    def _gather(self, arms: list[int]) -> None:
        """Count the choices of each action."""
        b = self.body
        for i in arms:
            name, block = self.writer.arm(self.question, i)
            if not block:
                continue
            self.kinds[i] = kind_of(block)
            found = b.call(self.names.want(name), [])
            if self.kinds[i] == "set":
                self.sets[i] = [b.variable(f"set_{i}")]
                b.store(found, self.sets[i][0])
                found = b.count_bits(found)
            elif self.kinds[i] in SETS:
                self.sets[i] = [b.variable(f"sets_{i}_{k}") for k in range(SETS[self.kinds[i]])]
                for k, kept in enumerate(self.sets[i]):
                    b.store(b.load(b.cell(str(self.cells.subsets + k))), kept)
            b.store(found, self.counts[i])

    # ------------------------------------------------------------ choosing

    def _choose(self) -> None:
        """Choose one of all choices; or, with a policy, one of the best class that is offered."""
        b, arms = self.body, self.question.arms
        self.left = b.temporary()
        order = sorted(self.kinds, key=lambda i: (arms[i].last, i))
        classes = sorted({arms[i].preference for i in order})
        if len(classes) > 1 and self.habits is None:
            preferring, any_ = b.fresh("preferring"), b.fresh("any")
            b.branch(b.truth(b.load(b.cell(str(self.cells.policy)))), preferring, any_)
            b.label(preferring)
            for class_ in classes:
                self._among([i for i in order if arms[i].preference == class_])
            b.jump(any_)
            b.label(any_)
        self._among(order)
        self._taking(order)

    def _taking(self, order: list[int]) -> None:
        self.body.give("-1")
        for i in order:
            self.body.label(f"take_{i}")
            self._take(i)

    def _action(self, i: int) -> int:
        return i

    def _among(self, actions: list[int]) -> None:
        """Draw a number that counts through all choices of some actions; skip this if there are none."""
        if not actions:
            return
        b, left = self.body, self.left
        some, none = b.fresh("some"), b.fresh("none")
        total = self._total(actions)
        b.branch(b.truth(total), some, none)
        b.label(some)
        b.store(b.call(self.names.want("choose"), [total]), left)
        for i in actions[:-1]:
            on, count = b.fresh("on"), b.load(self.counts[i])
            b.branch(b.compare("<", b.load(left), count), f"take_{i}", on)
            b.label(on)
            b.store(b.operate("-", b.load(left), count), left)
        b.jump(f"take_{actions[-1]}")
        b.label(none)

    def _take(self, i: int) -> None:
        """Take the choice of an action that has this number."""
        self._pick(i, self.body.load(self.left))
        self.body.give(str(self._action(i)))

    def _pick(self, i: int, number: str) -> None:
        """Put the choice of an action that has this number into the cells of the choice."""
        b, arms = self.body, self.question.arms
        if self.kinds[i] == "list":
            if arms[i].slots:
                before = self._total([j for j in self.kinds if self._listed_before(j, i)])
                self._take_listed(b.operate("+", before, number), len(arms[i].slots))
            return
        which = {"set": "nth_bit", "sets": "nth_subset", "mixed": "nth_mixed"}[self.kinds[i]]
        args = [*(b.load(of) for of in self.sets[i]), number]
        b.store(b.call(self.names.want(which), args), b.cell(str(self.cells.choice)))

    def _for_each(self, i: int, do: Callable[[], object]) -> None:
        """Do something with each choice of an action, which is in the cells of the choice."""
        b, k, again, more, done = self.body, self.body.temporary(), *map(self.body.fresh, ("again", "more", "done"))
        b.store("0", k)
        b.label(again)
        number = b.load(k)
        b.branch(b.compare("<", number, b.load(self.counts[i])), more, done)
        b.label(more)
        self._pick(i, number)
        do()
        b.store(b.operate("+", number, "1"), k)
        b.jump(again)
        b.label(done)

    def _chosen(self, i: int) -> list[str]:
        """The values in the cells of the choice."""
        b = self.body
        return [b.load(b.cell(str(self.cells.choice + j))) for j in range(len(self.question.arms[i].slots))]

    def _listed_before(self, other: int, i: int) -> bool:
        """True if the choices of the other action are listed before those of this one."""
        arms = self.question.arms
        listed = bool(arms[other].slots) and self.kinds[other] == "list"
        return listed and (arms[other].last, other) < (arms[i].last, i)

    def _take_listed(self, number: str, slots: int) -> None:
        b = self.body
        first = self.writer.cell_of(b, number)
        for j in range(slots):
            v = b.load(b.cell(b.operate("+", first, str(j))))
            b.store(v, b.cell(str(self.cells.choice + j)))


class _Counter(Chooser):
    def _choose(self) -> None:
        self.body.give(self._total(self.kinds))


class _Lister(Chooser):
    """Lists all moves, in the order of the other executions."""

    def _choose(self) -> None:
        b, arms = self.body, self.question.arms
        self.whole = fits(self.writer.unit.layout, self.question, b.width)
        width = 1 if self.whole else 1 + self.cells.slots
        count = b.variable("count")
        b.store("0", count)
        for i in sorted(self.kinds, key=lambda i: (arms[i].last, i)):
            self._for_each(i, partial(self._add, i, count, width))
        b.give(b.load(count))
        b.label("full")
        b.give("-1")

    def _add(self, i: int, count: str, width: int) -> None:
        b, room = self.body, self.body.fresh("room")
        n = b.load(count)
        b.branch(b.compare("<=", n, str(MOVES - width)), room, "full")
        b.label(room)
        self._write(i, b.operate("+", n, str(self.cells.moves)))
        b.store(b.operate("+", n, str(width)), count)

    def _write(self, i: int, at: str) -> None:
        """Write the move with the current choice to a place."""
        b, arms = self.body, self.question.arms
        if self.whole:
            chosen = [cell(self.cells.choice + j) for j in range(len(arms[i].slots))]
            move = plus(times(packed(self.writer.unit.layout, arms[i], chosen), len(arms)), i)
            b.store(Translator(self.names, b).values.value(move), b.cell(at))
            return
        for j, v in enumerate((str(i), *self._chosen(i))):
            b.store(v, b.cell(b.operate("+", at, str(j))))


class _HabitChooser(Chooser):
    """Chooses as a policy with conditions or odds says: the arms of its question are portions."""

    def __init__(self, writer: QuestionWriter, sorting: Sorting) -> None:
        super().__init__(writer, sorting.question)
        self.portions = sorting.portions

    def _action(self, i: int) -> int:
        return self.portions[i].action

    def _choose(self) -> None:
        """Try each chance in turn, then choose from the best class that is offered."""
        arms, portions = self.question.arms, self.portions
        self.left = self.body.temporary()
        order = sorted(self.kinds, key=lambda i: (arms[i].last, i))
        for i in order:
            if portions[i].odds is not None:
                self._by_chance(i)
        for class_ in sorted({portions[i].preference for i in order}):
            self._among([i for i in order if portions[i].preference == class_])
        self._taking(order)

    def _by_chance(self, i: int) -> None:
        b, odds = self.body, self.portions[i].odds
        assert odds is not None
        some, hit, on = b.fresh("some"), b.fresh("hit"), b.fresh("on")
        b.branch(b.truth(b.load(self.counts[i])), some, on)
        b.label(some)
        lowered = self.writer.offers.x.value(odds.chances, LoweringScope({}, self.question.origin))
        chances = Translator(self.names, b).values.value(lowered)
        b.branch(b.compare("<", b.call(self.names.want("choose"), [str(odds.of)]), chances), hit, on)
        b.label(hit)
        self._among([i])
        b.jump(on)
        b.label(on)


# ---------------------------------------------------------------- marking the possible actions of a batch


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
