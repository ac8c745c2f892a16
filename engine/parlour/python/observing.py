"""Leaves the marks of a trace where code alone doesn't: for cases of functions, clauses, and the actions of a question.

The offers of an action often come from whole sets of cards. So, under a trace, its unchanged conditions and clauses are
evaluated again for each choice.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import islice

from parlour import program as p
from parlour.python.actions import ActionCode, QuestionCode
from parlour.python.functions import Function, TableFunctions
from parlour.table.cells import Cells
from parlour.table.faults import RulesetFault
from parlour.table.subsets import Subsets
from parlour.table.tracing import Trace

MOST = 400  # choices of one action that are looked at


class Observer:
    """`watched` are the functions that leave marks by calling this; `questions` lists choices without any."""

    def __init__(self, trace: Trace, watched: TableFunctions, questions: Sequence[QuestionCode]) -> None:
        self.trace = trace
        self.program = watched.layout.program
        self.watched = watched
        self.questions = questions
        self._judges: dict[int, _Judge] = {}
        self._cases: dict[int, list[tuple[Function, bool, int, int]]] = {}
        self._looks: dict[int, _Look] = {}  # by the id of the action
        watched.names.update(
            noted_passing=lambda s, number: self.trace.leave(number),
            noted_test=self._tested,
            noted_function=self._called,
            noted_permission=lambda s, number, *values: self._judge(number).judge(s, values),
            noted_offers=self._offers,
            noted_legal=self._legal,
        )

    def _tested(self, s: Cells, test: int, yes: int, no: int) -> bool:
        self.trace.leave(yes if test else no)
        return bool(test)

    def _called(self, s: Cells, number: int, *values: int) -> None:
        """Mark a function, and which of its cases decide."""
        function = self.program.functions[number]
        self.trace.mark(function.origin, "called")
        if number not in self._cases:
            mark = self.trace.number
            self._cases[number] = [
                (
                    self.watched.value(case.when, function.params, case.origin), case.union,
                    mark(case.origin, "tried"), mark(case.origin, "applied"),
                )
                for case in reversed(function.cases)  # the last that applies decides
            ]  # fmt: skip
        decided = False
        for test, union, tried, applied in self._cases[number]:
            self.trace.leave(tried)
            if (union or not decided) and holds(test, s, values):
                self.trace.leave(applied)
                decided = decided or not union

    def _judge(self, number: int) -> _Judge:
        if number not in self._judges:
            self._judges[number] = _Judge(self.trace, self.watched, self.program.permissions[number])
        return self._judges[number]

    # ------------------------------------------------------------ questions

    def _legal(self, s: Cells, number: int) -> Sequence[int]:
        """Return the answers to a question, and mark what was looked at."""
        return self.legal(s, self.questions[number])

    def legal(self, s: Cells, code: QuestionCode) -> Sequence[int]:
        return code.listed(lambda action: self._look(action).offered(s))

    def _offers(self, s: Cells, number: int, *given: int) -> int:
        """True if there are actions other than those of last resort, for these values of the question's parameters."""
        code = self.questions[number]
        values = code.named(self.watched, s, given)
        return int(any(self._look(action).offered(s, *values) for action in code.given))

    def _look(self, action: ActionCode) -> _Look:
        if id(action) not in self._looks:
            self._looks[id(action)] = _Look(self, action)
        return self._looks[id(action)]

    def judge(self, may: p.Permitted, params: tuple[int, ...], origin: p.Origin) -> Callable[..., None]:
        """Return a function that records which clauses decide about a choice, and whether it is allowed after all."""
        values, judge = [self.watched.value(a, params, origin) for a in may.args], self._judge(may.permission)
        return lambda s, known, allowed: judge.judge(s, [value(s, *known) for value in values], allowed)


class _Look:
    """One action whose choices are looked at."""

    def __init__(self, observer: Observer, action: ActionCode) -> None:
        self.action = action
        arm, watched, params = action.arm, observer.watched, (*action.outer, *action.params)

        def marking(e: p.Expr, known: tuple[int, ...] = params) -> Function:
            return watched.value(e, known, arm.origin)

        self.test = None if arm.test is None else marking(arm.test, action.outer)
        self.where = None if arm.where is None else marking(arm.where)
        self.judge = None if arm.may is None else observer.judge(arm.may, params, arm.origin)
        self.blind = None if arm.blind is None else marking(arm.blind)  # notes the clauses that decide
        self.domains = [
            [marking(e, (*action.outer, *action.params[:k])) for e in _domain(slot)] for k, slot in enumerate(arm.slots)
        ]
        self.faces = [
            marking(p.CallFunction(slot.faces, (p.Guised(p.Local(slot.local), p.Const(p.NONE)),)))
            for slot in arm.slots
            if slot.faces is not None
        ]
        self.asked = observer.trace.number(arm.origin, "asked")
        self.seen = SeenStates(observer.trace)
        self.leave = observer.trace.leave

    def offered(self, s: Cells, *outer: int) -> Sequence[int]:
        s = s[: self.action.layout.size]
        known = self.seen.again((*s, *outer))
        offered = self.action.offered(s, *outer)
        if known:
            return offered
        self.leave(self.asked)
        if self.test is not None and not self.test(s, *outer):
            return offered
        for domain in self.domains[0][:1] if self.domains else ():  # it may be empty
            domain(s, *outer)
        for payload in islice(self._choices(s, outer), MOST):
            self._look_at(s, (*outer, *self.action.unpacked(payload)), payload in offered)
        return offered

    def _look_at(self, s: Cells, values: tuple[int, ...], allowed: bool) -> None:
        first = len(self.action.outer)
        for k, domains in enumerate(self.domains):
            for domain in domains:
                domain(s, *values[: first + k])
        for faces in self.faces:
            faces(s, *values)
        if self.where is not None and not self.where(s, *values):
            return
        if self.judge is not None:
            self.judge(s, values, allowed)
        if self.blind is not None:
            self.blind(s, *values)

    def _choices(self, s: Cells, outer: tuple[int, ...]) -> Sequence[int]:
        """Return all possible choices, or if there are too many, the choices that the action admits."""
        try:
            choices = self.action.thinkable(s, *outer)
        except RulesetFault:
            return self.action.admitted(s, *outer)
        return self.action.admitted(s, *outer) if isinstance(choices, Subsets) or len(choices) > MOST else choices


class SeenStates:
    """The states since the marks of a trace were last taken: in the same state, an action would leave the same ones."""

    def __init__(self, trace: Trace) -> None:
        self._trace = trace
        self._times = -1
        self._states: set[tuple[int, ...]] = set()

    def again(self, state: tuple[int, ...]) -> bool:
        if self._times != self._trace.times_taken:
            self._times = self._trace.times_taken
            self._states.clear()
        known = state in self._states
        self._states.add(state)
        return known


def _domain(slot: p.Slot) -> list[p.Expr]:
    """The domain of a slot, and the number of values to choose."""
    sizes = [size for size in (slot.low, slot.high) if size is not None]
    match slot.domain:
        case p.Span(low, high):
            return [low, high]
        case p.SeatOrder(start):
            return [start]
        case _ if slot.form == "places":
            return []
        case zone_or_set:
            return [zone_or_set, *sizes]


def holds(test: Function, s: Cells, values: Sequence[int]) -> bool:
    """True if a condition holds. Play might never compute it in this state, so it can fail."""
    try:
        return bool(test(s, *values))
    except RulesetFault:
        return False


class _Judge:
    """The clauses of a permission for a choice: those that decide, and the marks for that."""

    def __init__(self, trace: Trace, watched: TableFunctions, permission: p.Permission) -> None:
        params = permission.params
        self._clauses = [(c, watched.value(c.test, params, c.origin)) for c in permission.clauses]
        self._leave = trace.leave
        self._judged = [trace.number(c.origin, "judged", c.id) for c in permission.clauses]
        self._forbade = [trace.number(c.origin, "forbade", c.id) for c in permission.clauses]
        self._lifted = [trace.number(c.origin, "lifted", c.id) for c in permission.clauses]
        self._gave_way = [trace.number(c.origin, "gave-way", c.id) for c in permission.clauses]

    def judge(self, s: Cells, values: Sequence[int], allowed: bool = False) -> None:
        """Record the verdicts of the clauses; `allowed` means that the choice is legal because no other is left."""
        leave = self._leave
        for number in self._judged:
            leave(number)
        applying = [i for i, (_, test) in enumerate(self._clauses) if holds(test, s, values)]
        lifting = [(i, self._clauses[i][0].lifts) for i in applying if self._clauses[i][0].allow]
        standing: list[int] = []
        sole: list[int] = []  # allowing clauses that alone lift a forbidding one
        for i in applying:
            if self._clauses[i][0].allow:
                continue
            lifts = [number for number, lifted in lifting if i in lifted]
            if not lifts:
                standing.append(i)
            elif len(lifts) == 1:
                sole += lifts
        if not standing:
            for i in sole:
                leave(self._lifted[i])
        elif allowed:
            for i in standing:
                leave(self._gave_way[i])
        elif len(standing) == 1:
            leave(self._forbade[standing[0]])
