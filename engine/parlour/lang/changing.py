"""Makes a test that predicts, just before some steps, whether they will change anything. The test is exact for most
steps: before the first change, all steps read the same state. Chance, questions, and loops that set locals of their
own always count as a change."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from itertools import islice
from typing import Any, TypeVar

from parlour import program as ir
from parlour.base.frozen import frozen
from parlour.lang import tree as t
from parlour.lang.linearity import Routine
from parlour.program import Expr, fold
from parlour.program.walking import mentions, rebuilt, walk

T = TypeVar("T")
Names = Mapping[int, "Expr | None"]
"""The value of each local in terms of the state before the steps; None if it is unknown."""

NO_NAMES: Names = {}
MAX_CALLS = 40  # of procedures within procedures that a test follows
MAX_NODES = 120  # the size of a test; a longer one would cost more than it brings


class UnknownError(Exception):
    """A value that is unknown until the steps have run."""


@frozen
class StepResult:
    """The effects of steps as long as nothing has changed.

    `changes`: true if they change something. `leaves`: true if they leave the round of a loop before any change.
    """

    changes: Expr = fold.FALSE
    leaves: Expr = fold.FALSE
    names: Names = field(default_factory=dict)


class StepTests:
    """Makes tests for steps that can call procedures."""

    def __init__(
        self, routines: Mapping[str, Routine], zones: Sequence[ir.Zone], variables: Sequence[ir.Variable]
    ) -> None:
        self.routines = routines
        self.zones = zones
        self.variables = variables
        self.running: list[str] = []
        self.but: t.Tree | None = None
        self.called: dict[tuple[str, tuple[Expr | None, ...]], Expr] = {}  # calls that the current test has followed

    def test(self, body: t.Tree, but: t.Tree | None = None) -> Expr:
        """Return a test, for the start of the body, of whether it will change anything. Ignores the step `but`."""
        self.but = but
        self.called.clear()
        changes = self._course(body, NO_NAMES).changes
        return fold.TRUE if _too_long(changes) or _may_stop(changes) else changes

    # ------------------------------------------------------------ control

    def _course(self, tree: t.Tree, names: Names) -> StepResult:
        match tree:
            case _ if self.but is not None and tree == self.but:
                return StepResult(names=names)
            case t.Plain(ir.Set(ir.Local(local), value)):
                return StepResult(names={**names, local: _known(value, names)})
            case t.Plain(ir.Pick(ir.Local(local))):
                return StepResult(names={**names, local: None})
            case t.Plain(stmt):
                return StepResult(self._of(stmt, names), names=names)
            case t.Block(items):
                return self._in_turn(items, names)
            case t.Branching():
                return self._branching(tree, names)
            case t.Attempt():
                return StepResult(fold.TRUE, names={**names, **dict.fromkeys(t.locals_set(tree))})
            case t.Loop():
                return self._loop(tree, names)
            case t.Rounds():
                return self._rounds(tree, names)
            case t.StopLoop() | t.NextRound():
                return StepResult(leaves=fold.TRUE, names=names)
            case t.Noted(_, body):
                return self._course(body, names)
            case t.Invoke(routine, args):
                return StepResult(self._call(routine, args, names), names=names)
            case t.ResumeLabel():
                return StepResult(names=names)
            case _:
                return StepResult(fold.TRUE, names=names)

    def _in_turn(self, items: Sequence[t.Tree], names: Names) -> StepResult:
        changes, leaves = list[Expr](), list[Expr]()
        for item in items:
            course = self._course(item, names)
            stays = fold.negation(fold.disjunction(leaves))
            changes.append(fold.conjunction((stays, course.changes)))
            leaves.append(fold.conjunction((stays, course.leaves)))
            names = course.names
        return StepResult(fold.disjunction(changes), fold.disjunction(leaves), names)

    def _branching(self, tree: t.Branching, names: Names) -> StepResult:
        test = _known(tree.test, names)
        then, other = self._course(tree.then, names), self._course(tree.other, names)
        if test is None:
            unknown = {**then.names, **dict.fromkeys({*t.locals_set(tree)})}
            return StepResult(fold.disjunction((then.changes, other.changes)), names=unknown)
        merged: dict[int, Expr | None] = {}
        for local in {**then.names, **other.names}:
            a, b = (course.names.get(local, ir.Local(local)) for course in (then, other))
            merged[local] = None if a is None or b is None else fold.choice(test, a, b)
        return StepResult(_either(test, then.changes, other.changes), _either(test, then.leaves, other.leaves), merged)

    def _loop(self, tree: t.Loop, names: Names) -> StepResult:
        after = {**names, **dict.fromkeys(t.locals_set(tree.body))}
        if tree.exhausted is not None:
            return StepResult(fold.TRUE, names=after)
        inside = self._course(tree.body, {k: v for k, v in after.items() if k != tree.local}).changes
        if tree.where is not None:
            where = _known(tree.where, after)
            inside = inside if where is None else fold.conjunction((where, inside))
        return StepResult(_anywhere(tree.local, _known(tree.domain, names), inside), names=after)

    def _rounds(self, tree: t.Rounds, names: Names) -> StepResult:
        """Return the test for a loop. Only its first round is known; later rounds can begin with other values."""
        after = {**names, **dict.fromkeys(t.locals_set(tree.body))}
        rest = [part for part in (tree.repeated, tree.otherwise) if part is not None]
        changes = [self._course(tree.body, known).changes for known in (names, after)]
        changes = [fold.disjunction((*changes, *(self._course(part, after).changes for part in rest)))]
        test = None if tree.until else _known(tree.test, names)
        return StepResult(fold.conjunction(changes if test is None else (test, *changes)), names=after)

    def _call(self, name: str, args: tuple[Expr, ...], names: Names) -> Expr:
        routine = self.routines.get(name)
        if routine is None or routine.kind != "procedure" or name in self.running or len(self.running) == MAX_CALLS:
            return fold.TRUE
        values = tuple(_known(arg, names) for arg in args)
        if (name, values) not in self.called:
            self.running.append(name)
            changes = self._course(routine.body, dict(zip(routine.params, values, strict=True))).changes
            self.running.pop()
            self.called[name, values] = fold.TRUE if _too_long(changes) else changes
        return self.called[name, values]

    # ------------------------------------------------------------ steps

    def _of(self, stmt: ir.Stmt, names: Names) -> Expr:
        try:
            return self._changes(substituted(stmt, names))
        except UnknownError:
            return fold.TRUE

    def _changes(self, stmt: ir.Stmt) -> Expr:
        match stmt:
            case ir.RuleFired():
                return fold.FALSE
            case ir.Set(target, value):
                return self._differs(target, value)
            case ir.Put(what, "card", to) if stmt.face is None and self._is_heap(to):
                return fold.negation(fold.op("has", ir.ZoneCards(to), what))
            case ir.Put(what, "set", to) if stmt.face is None and self._is_heap(to):
                return fold.negation(fold.op("within", what, ir.ZoneCards(to)))
            case ir.Put(what, kind):
                return fold.TRUE if kind == "card" else _some(what, kind)
            case ir.PutRun():
                return fold.TRUE
            case ir.DealTo(count, source) | ir.DealRound(count, source):
                return fold.conjunction((fold.op(">", count, ir.Const(0)), _some(source, "zone")))
            case ir.Shuffle(zone, what, kind):
                mixed = fold.op(">", ir.ZoneSize(zone), ir.Const(1))
                return mixed if what is None else fold.disjunction((mixed, _some(what, kind)))
            case ir.TurnOver(cards, True):
                return fold.negation(fold.op("within", cards, ir.FaceUpCards()))
            case ir.TurnOver(cards, False):
                return _some(fold.op("&", cards, ir.FaceUpCards()), "set")
            case ir.ShowTo(cards, players):
                return fold.conjunction((_some(cards, "set"), _some(players, "set")))
            case ir.LeaveTable(player):
                return fold.op("has", ir.Seated("playing"), player)
            case _:
                return fold.TRUE

    def _differs(self, target: ir.Local | ir.VarAt | ir.MarkAt, value: Expr) -> Expr:
        if isinstance(target, ir.VarAt) and self.variables[target.var].type.kind == "bool":
            return fold.choice(value, fold.negation(target), target)
        match value:
            case ir.Op("+" | "-", left, ir.Const(by)) if left == target:
                return fold.TRUE if by else fold.FALSE
            case ir.Op("+" | "-", left, by) if left == target:
                return fold.op("!=", by, ir.Const(0))
            case ir.Op("|", left, more) if left == target:
                return fold.negation(fold.op("within", more, target))
            case ir.Op("-set", left, less) if left == target:
                return _some(fold.op("&", target, less), "set")
            case _:
                return fold.FALSE if value == target else fold.op("!=", target, value)

    def _is_heap(self, zone: Expr) -> bool:
        """True for an unordered zone: a card that moves to its own zone changes nothing there."""
        if not isinstance(zone, ir.ZoneAt):
            return False
        of = self.zones[zone.zone]
        return not of.ordered and of.columns is None


def _too_long(test: Expr) -> bool:
    """True if a test has more nodes than allowed. Some have many thousands, so it doesn't count them all."""
    return next(islice(walk(test), MAX_NODES, None), None) is not None


def _either(test: Expr, then: Expr, other: Expr) -> Expr:
    if then == other:
        return then
    return fold.disjunction((fold.conjunction((test, then)), fold.conjunction((fold.negation(test), other))))


def _anywhere(local: int, domain: Any, inside: Expr) -> Expr:
    """Return a test of whether this holds for any member of a domain."""
    if inside == fold.FALSE or domain is None:
        return inside if inside == fold.FALSE else fold.TRUE
    if mentions(inside, local):
        return ir.Scan("any", local, domain, inside, None)
    if isinstance(domain, ir.SeatOrder | ir.Seated):
        return inside
    if isinstance(domain, ir.Span):
        return fold.conjunction((fold.op("<=", domain.low, domain.high), inside))
    return fold.conjunction((_some(domain, "set"), inside))


def _some(cards: Expr, kind: str | None) -> Expr:
    """Return a test of whether a zone or set has any member."""
    return fold.op("!=", ir.ZoneSize(cards) if kind == "zone" else cards, ir.Const(0))


# ---------------------------------------------------------------- names


def _known(value: T, names: Names) -> T | None:
    try:
        replaced: T = substituted(value, names)
        return replaced
    except UnknownError:
        return None


def substituted(node: Any, names: Names) -> Any:
    """Return the node with the values of locals in their places. Targets of assignments stay."""
    if isinstance(node, ir.Local):
        replaced = names.get(node.index, node)
        if replaced is None:
            raise UnknownError
        return replaced
    return rebuilt(node, lambda part: substituted(part, names))


def _may_stop(e: object) -> bool:
    """True if this might stop the game with a runtime error, whose place only the steps know."""
    for part in walk(e):
        match part:
            case ir.Op("//" | "mod", _, ir.Const(by)) if by:
                pass
            case ir.PutField() | ir.Op("*" | "//" | "mod"):
                return True
            case _:
                pass
    return False
