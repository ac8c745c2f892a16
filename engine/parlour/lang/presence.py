"""The flow of `none`: proves that every needed value is present, or reports where it can be missing. Follows the steps
of all routines, including hooks, and tracks the known facts on the way (`knowledge`, `reasoning`). If it can't prove
the uses of a function or routine alone, it checks them again with the facts of each caller."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from parlour import program as ir
from parlour.lang import tree as t
from parlour.lang.bodies import Bodies
from parlour.lang.knowledge import NOTHING_KNOWN, Change, Known, shared, stronger, widened
from parlour.lang.linearity import Routine
from parlour.lang.needed_values import Needed, certain
from parlour.lang.never_empty import Promises
from parlour.lang.overfilling import check_put
from parlour.lang.presence_changes import Changes
from parlour.lang.presence_expressions import NESTED, ExpressionPresence, RoutineResult, by_place, holes
from parlour.lang.reasoning import Reasoning
from parlour.lang.symbols import Tables
from parlour.program import Const, Expr, Local
from parlour.program.effects import meet
from parlour.program.walking import walk

Round = Callable[[Known], Known | None]
ROUNDS = 8  # to find what holds at the beginning of a loop
LASTING = ("some", "size", "number", "any")  # facts that a routine passes to its callers


@dataclass
class LoopKnowledge:
    """The facts that are known when steps leave the loop around them, and when its next round begins."""

    stops: list[Known] = field(default_factory=list)
    nexts: list[Known] = field(default_factory=list)


class Presence(ExpressionPresence):
    """Checks all routines of one composition."""

    def __init__(
        self,
        tables: Tables,
        bodies: Bodies,
        routines: Mapping[str, Routine],
        logic: Reasoning,
        stages: tuple[ir.Stage, ...],
        promises: Promises,
    ) -> None:
        super().__init__(bodies, logic)
        self.tables = tables
        self.routines = routines
        self.changes = Changes(self.logic, routines, stages)
        self.promises = promises
        self.holding = NOTHING_KNOWN  # between the steps of the current routine
        self.loops: list[LoopKnowledge] = []
        self._followed: dict[int, tuple[t.Tree, bool]] = {}  # by id; the tree keeps its id unique

    # ------------------------------------------------------------ the whole

    def match(self, main: str) -> None:
        """Check everything that the match can reach."""
        self.promises.add_checks(self.changes)
        open_ = self.routine(main).open
        for need in open_:
            if not self.promises.is_check(need):
                self._report(need)
        self.promises.keep(by_place(open_))
        for name in self.tables.functions:
            if name not in self.tables.called:
                self._uncalled(self.bodies.functions[self.bodies.function_numbers[name]])

    def _uncalled(self, function: ir.Function | None) -> None:
        """Report the errors of an uncalled function that no caller could prevent."""
        for need in walk(() if function is None else function.body):
            if isinstance(need, Needed) and self.tables.uses[need.origin, need.message].hopeless:
                self._report(need)

    def alone(self, others: object) -> None:
        """Check expressions that no routine computes."""
        self.open = {}
        self.expression(others, NOTHING_KNOWN)
        for need in self.open.values():
            self._report(need)

    def _report(self, need: Needed) -> None:
        use = self.tables.uses[need.origin, need.message]
        self.tables.error(use.code, use.finding, use.span, use.help, use.related)

    # ------------------------------------------------------------ routines

    def routine(self, name: str) -> RoutineResult:
        """Return the outcome of a routine without knowledge from its callers."""
        key = ("routine", name)
        if key not in self._alone:
            self._alone[key] = self._run(self.routines[name], NOTHING_KNOWN)
        return self._alone[key]

    def _run(self, routine: Routine, known: Known) -> RoutineResult:
        around = self.open, self.loops, self.holding
        self.open, self.loops, self.holding = {}, [], self.promises.inside(routine.name)
        after = self.tree(routine.body, stronger(known, self.promises.before(routine.name)))
        if routine.tail is not None:
            after = self.tree(routine.tail, self.holding)
        result = RoutineResult(after, tuple(self.open.values()))
        self.open, self.loops, self.holding = around
        return result

    def _invoke(self, call: t.Invoke, known: Known) -> Known | None:
        self.expression(call.args, known)
        known = self._with_certain(call.args, known)
        routine = self.routines[call.routine]
        alone = self.routine(call.routine)
        if not known and not alone.known and not alone.open:
            return None if alone.known is None and routine.kind != "stage" else NOTHING_KNOWN
        change = self.changes.of_routine(call.routine)
        result = alone
        if (alone.open or self._counts(known, change)) and self.depth < NESTED:
            inside = known
            for param, arg in zip(routine.params, call.args, strict=True):
                inside = self.logic.with_value(inside, param, arg)
            self.depth += 1
            result = self._run(routine, inside)
            self.depth -= 1
        self.open |= by_place(result.open)
        left = self.logic.after(known, change)
        if routine.kind == "stage":
            return left
        return None if result.known is None else stronger(left, self._ensured(result.known))

    def _ensured(self, known: Known) -> Known:
        """Return the facts that a routine passes to its callers."""
        return {
            fact: value for fact, value in known.items()
            if fact[0] in LASTING and not any(d[0] == "local" for d in self.logic.deps(fact[1]))
        }  # fmt: skip

    def _counts(self, known: Known, change: Change) -> bool:
        """True if the known number of some cards matters, because a routine can reduce it."""
        return any(
            kind == "size"
            and value != 1
            and self.logic.is_zone(e)
            and meet(frozenset({self.logic.zone_of(e)}), change.lost)
            for (kind, e), value in known.items()
        )

    # ------------------------------------------------------------ steps

    def tree(self, tree: t.Tree, known: Known | None) -> Known | None:
        """Follow steps; return what is known after them, or None if they never end here."""
        if known is None:
            return None
        match tree:
            case t.Block(items):
                for item in items:
                    known = self.tree(item, known)
                return known
            case t.Plain(stmt):
                return self.statement(stmt, known)
            case t.ResumeLabel():
                return NOTHING_KNOWN
            case t.Invoke(routine):
                after = self._invoke(tree, self._held(known))
                return None if after is None else stronger(after, self.promises.inside(routine))
            case t.Branching() | t.Loop() | t.Asking() if not self._matters(tree):
                return self._held(self.logic.after(known, self.changes.of_tree(tree)))
            case _:
                after = self._around(tree, self._held(known))
                return None if after is None else self._held(after)

    def _held(self, known: Known) -> Known:
        """Add the facts that are declared to hold between two steps."""
        return stronger(known, self.holding) if self.holding else known

    def _around(self, tree: t.Tree, known: Known) -> Known | None:
        """Follow steps that contain other steps."""
        match tree:
            case t.Branching(test, then, other):
                self.expression(test, known)
                known = self._with_certain(test, known)
                ways = self.logic.assume(known, test, True), self.logic.assume(known, test, False)
                return shared((self.tree(then, ways[0]), self.tree(other, ways[1])))
            case t.Attempt(body, keep, other):
                tried = self.tree(body, known)
                if tried is not None:
                    self.expression(keep, tried)
                    tried = self.logic.assume(tried, keep, True)
                return shared((tried, self.tree(other, known)))
            case t.Loop():
                return self._loop(tree, known)
            case t.Rounds():
                return self._rounds(tree, known)
            case t.Noted(_, body):
                return self.tree(body, known)
            case t.StopLoop():
                self.loops[-1].stops.append(known)
                return None
            case t.NextRound():
                self.loops[-1].nexts.append(known)
                return None
            case t.Asking():
                return self.asking(tree, known)
            case t.Together():
                return self._together(tree, known)
            case _:
                return None  # the end of a stage

    def _matters(self, tree: t.Tree) -> bool:
        """True if these steps must be followed: they need a value, or don't always end here."""
        key = id(tree)
        if key not in self._followed or self._followed[key][0] is not tree:
            self._followed[key] = tree, self._marks(tree) or self._leaves(tree)
        return self._followed[key][1]

    def _leaves(self, tree: t.Tree) -> bool:
        """True if steps can end somewhere other than the next step."""
        return any(
            isinstance(part, t.EndStage | t.StopLoop | t.NextRound | t.ResumeLabel | t.Together)
            or (isinstance(part, t.Invoke) and self.routine(part.routine).known is None)
            for part in t.walk(tree)
        )

    def statement(self, stmt: ir.Stmt, known: Known) -> Known:
        """Check a step without questions; return what is known after it."""
        if isinstance(stmt, ir.RuleFired):
            return known
        self.expression(stmt, known)
        known = self._with_certain(stmt, known)
        match stmt:
            case ir.Set(Local(i), value):
                return self.logic.with_value(known, i, value)
            case ir.Set(target, value):
                here, least = self.logic.present(known, value, self._nothing(target)), self.logic.least(known, value)
                lowest = self.logic.lowest(known, value)
                known = self.logic.after(known, self.changes.of_statement(stmt, known))
                own = self.changes.of_statement(stmt, known).changed & self.logic.deps(_inner(target))
                if here and not own:
                    known = self.logic.with_some(known, target)
                if not own:
                    known = self.logic.with_lowest(self.logic.with_least(known, target, least), target, lowest)
                return known
            case ir.Pick(target):
                known = self.logic.after(known, self.changes.of_statement(stmt, known))
                return self.logic.with_some(known, target)
            case ir.EnterStage(number):
                known = self.logic.after(known, self.changes.of_statement(stmt, known))
                return self.logic.with_pack(known) if self.changes.stages[number].cards else known
            case ir.Put(what, kind, to):
                check_put(self.tables, self.logic, stmt, known)
                least = 1 if kind == "card" else self.logic.least(known, what)
                return self._gained(stmt, to, least, known)
            case ir.PutRun(_, _, to):
                return self._gained(stmt, to, 1, known)
            case ir.DealTo(count, source, to):
                dealt = isinstance(count, Const) and count.value > 0 and self.logic.least(known, source) > 0
                return self._gained(stmt, to, int(dealt), known)
            case ir.Shuffle(zone, what):
                least = 0 if what is None else self.logic.least(known, what)
                return self._gained(stmt, zone, least, known)
            case _:
                return self.logic.after(known, self.changes.of_statement(stmt, known))

    def _gained(self, stmt: ir.Stmt, to: Expr, least: int, known: Known) -> Known:
        known = self.logic.after(known, self.changes.of_statement(stmt, known))
        return self.logic.with_least(known, to, least) if self.logic.is_zone(self.logic.bare(to)) else known

    def _nothing(self, target: ir.Local | ir.VarAt | ir.MarkAt) -> int:
        match target:
            case ir.VarAt(v):
                type_ = self.tables.variable_list[v].type
            case ir.MarkAt(m):
                type_ = self.tables.mark_list[m].type
            case ir.Local(i):
                type_ = self.tables.locals[i][1]
        return type_.none

    def _with_certain(self, node: object, known: Known) -> Known:
        """Add the values that a step certainly used, so that the checker reports an unproved use only once."""
        for need in certain(node):
            if (need.origin, need.message) in self.open:
                known = self.logic.with_need(known, need)
        return known

    # ------------------------------------------------------------ loops

    def _loop(self, tree: t.Loop, known: Known) -> Known | None:
        self.expression(tree.domain, known)
        change = self.changes.of_tree(tree.body)

        def round_(head: Known) -> Known | None:
            inside: Known | None = self.logic.with_member(head, tree.local, tree.domain, change=change)
            if tree.where is not None:
                self.expression(tree.where, inside)
                inside = self.logic.assume(inside, tree.where, True)
            return self.tree(tree.body, inside)

        head, stops = self._repeated(known, round_)
        after: Known | None = head
        if tree.exhausted is not None:
            after = self.tree(tree.exhausted, head)
        return shared((after, *stops))

    def _rounds(self, tree: t.Rounds, known: Known) -> Known | None:
        self.expression(tree.limit, known)
        ends: list[Known | None] = []

        def round_(head: Known) -> Known | None:
            ends.clear()
            inside: Known | None = head
            if not tree.until:
                self.expression(tree.test, head)
                ends.append(self.logic.assume(head, tree.test, False))
                inside = self.logic.assume(head, tree.test, True)
            behind = shared((self.tree(tree.body, inside), *self.loops[-1].nexts))
            if tree.until and behind is not None:
                self.expression(tree.test, behind)
                ends.append(self.logic.assume(behind, tree.test, True))
                behind = self.logic.assume(behind, tree.test, False)
            return behind

        head, stops = self._repeated(known, round_)
        others = [self.tree(other, head) for other in (tree.otherwise, tree.repeated) if other is not None]
        return shared((*ends, *stops, *others))

    def _repeated(self, known: Known, round_: Round) -> tuple[Known, list[Known]]:
        """Return the facts known at the beginning of every round, and where the loop stops."""
        around = dict(self.open)
        for attempt in range(ROUNDS):
            self.loops.append(LoopKnowledge())
            end = round_(known)
            loop = self.loops.pop()
            head = shared((known, end, *loop.nexts))
            assert head is not None
            if head == known:
                return known, loop.stops
            self.open = dict(around)
            known = widened(known, head) if attempt < ROUNDS - 2 else NOTHING_KNOWN
        return NOTHING_KNOWN, []

    # ------------------------------------------------------------ questions

    def asking(self, tree: t.Asking, known: Known) -> Known | None:
        for local, value in tree.lets:
            self.expression(value, known)
            known = self._with_certain(value, known)
            known = self.logic.with_value(known, local, value)
        self.expression(tree.seat, known)
        known = self._with_certain(tree.seat, known)
        if tree.answer is not None:
            self.expression(tree.answer, known)
        for hole in holes(tree.words):
            self.expression(hole.value, known)
        ways: list[Known | None] = []
        for arm in tree.arms:
            offered = self.offered(arm.arm, known, self._marks((arm.body, arm.misplay)))
            ways.append(self.tree(arm.body, offered))
            if arm.misplay is not None:
                ways.append(self.tree(arm.misplay, offered))
        if tree.otherwise is not None:
            ways.append(self.tree(tree.otherwise, known))
        return shared(ways)

    def offered(self, arm: ir.Arm, known: Known, needed: bool = True) -> Known | None:
        """Check an action; return what is known when it was chosen."""
        here: Known | None = known
        if arm.test is not None:
            self.expression(arm.test, here)
            here = self.logic.assume(here, arm.test, True)
        for slot in arm.slots:
            if here is None:
                return None
            self.expression((slot.domain, slot.low, slot.high), here)
            form = slot.form
            if form == "sets" and slot.low is not None and not (isinstance(slot.low, Const) and slot.low.value > 0):
                form = "each"
            here = self.logic.with_member(here, slot.local, slot.domain, form)
        if arm.where is not None:
            self.expression(arm.where, here)
            if needed or self._marks((arm.may, arm.notation, arm.habits)):
                here = self.logic.assume(here, arm.where, True)
        self.expression((arm.may, arm.habits), here)
        for hole in holes(arm.notation):
            self.expression(hole.value, here)
        return here

    def _together(self, tree: t.Together, known: Known) -> Known | None:
        """Check a question to several players, who all answer before the first answer runs."""
        self.expression(tree.domain, known)
        inside: Known | None = self.logic.with_member(known, tree.local, tree.domain)
        if tree.where is not None:
            self.expression(tree.where, inside)
            inside = self.logic.assume(inside, tree.where, True)
        if inside is None:
            return known
        change = self.changes.of_tree(tree.asking)
        ways: list[Known | None] = [self.logic.after(known, change)]
        for arm in tree.asking.arms:
            here = self.offered(arm.arm, inside)
            ways.append(None if here is None else self.tree(arm.body, self.logic.after(here, change)))
        return self.logic.after(shared(ways) or NOTHING_KNOWN, Change(frozenset()))


def _inner(target: Expr) -> Expr:
    """Return the expression that decides which variable or mark is set."""
    match target:
        case ir.VarAt(_, keys):
            return ir.And(keys)
        case ir.MarkAt(_, card):
            return card
        case _:
            return Const(0)
