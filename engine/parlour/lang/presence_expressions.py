"""Proving the needed values in expressions and in the functions, permissions and questions that they use.

`presence` follows the steps around them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import replace

from parlour import program as ir
from parlour.base.frozen import frozen
from parlour.lang import tree as t
from parlour.lang.bodies import Bodies
from parlour.lang.knowledge import NOTHING_KNOWN, Known
from parlour.lang.needed_values import Needed
from parlour.lang.overfilling import depends_on_room
from parlour.lang.reasoning import Reasoning
from parlour.program import Expr
from parlour.program.walking import parts, substitute

Open = dict[tuple[ir.Origin, str], Needed]
NESTED = 12  # nested calls that are checked with what the caller knows
_PLAIN = frozenset((int, bool, str, type(None)))  # what nodes contain besides other nodes


@frozen
class RoutineResult:
    """The facts that are known after a routine, and its unproved uses."""

    known: Known | None
    open: tuple[Needed, ...]


class ExpressionPresence(ABC):
    """Checks expressions; a subclass follows routines and questions."""

    def __init__(self, bodies: Bodies, logic: Reasoning) -> None:
        self.bodies = bodies
        self.logic = logic
        self.open: Open = {}  # unproved uses in the current routine or function
        self.depth = 0
        self._alone: dict[tuple[str, object], RoutineResult] = {}
        self._marked: dict[int, tuple[object, bool]] = {}

    @abstractmethod
    def routine(self, name: str) -> RoutineResult:
        """Return the outcome of a routine without knowledge from its callers."""

    @abstractmethod
    def asking(self, tree: t.Asking, known: Known) -> Known | None:
        """Check a question with the steps of its actions; return what is known after it."""

    def _marks(self, node: object) -> bool:
        """True if a node depends on the facts known at its place."""
        if type(node) in _PLAIN:
            return False
        key = id(node)
        if key not in self._marked or self._marked[key][0] is not node:
            self._marked[key] = (node, self._marked_itself(node) or any(self._marks(part) for part in parts(node)))
        return self._marked[key][1]

    def _marked_itself(self, node: object) -> bool:
        match node:
            case Needed():
                return True
            case ir.CallFunction(number):
                return self._opens(("function", number))
            case ir.Permitted(number):
                clauses = self.bodies.permissions[number].clauses if number < len(self.bodies.permissions) else ()
                return any(self._opens(("clause", number, place)) for place in range(len(clauses)))
            case ir.Offers(number):
                return number in self.bodies.asked and self._opens(("question", number))
            case t.Invoke(routine):
                return bool(self.routine(routine).open)
            case ir.Put():
                return depends_on_room(self.logic.tables, node)
            case _:
                return False

    def _opens(self, key: tuple[object, ...]) -> bool:
        """True if the called member has uses that can't be proved alone."""
        return bool(self._by_itself(key).open)

    def _by_itself(self, key: tuple[object, ...]) -> RoutineResult:
        if ("called", key) not in self._alone:
            around, self.open = self.open, {}
            self.expression(self._content(key), NOTHING_KNOWN)
            self._alone["called", key] = RoutineResult(None, tuple(self.open.values()))
            self.open = around
        return self._alone["called", key]

    def _content(self, key: tuple[object, ...]) -> object:
        match key:
            case ("function", int(number)):
                function = self.bodies.functions[number]
                return () if function is None else function.body
            case ("question", int(number)):
                return _offer(self.bodies.asked[number])
            case ("clause", int(number), int(place)):
                clause = self.bodies.permissions[number].clauses[place]
                return ir.And((clause.test, *(hole.value for hole in holes(clause.says))))
            case _:
                raise AssertionError(key)

    def expression(self, e: object, known: Known | None) -> None:
        """Check the uses in an expression, and in the functions that it calls."""
        if known is None or not self._marks(e):
            return
        match e:
            case Needed(value):
                self.expression(value, known)
                if not self.logic.proved(known, e):
                    self.open[e.origin, e.message] = e
            case ir.And(items) | ir.Or(items):
                for item in items:
                    self.expression(item, known)
                    known = self.logic.assume(known, item, isinstance(e, ir.And))
            case ir.If(test, then, other):
                self.expression(test, known)
                self.expression(then, self.logic.assume(known, test, True))
                self.expression(other, self.logic.assume(known, test, False))
            case ir.Scan(_, local, domain, where, value):
                self.expression(domain, known)
                inside: Known | None = self.logic.with_member(known, local, domain)
                if where is not None:
                    self.expression(where, inside)
                    inside = self.logic.assume(inside, where, True)
                self.expression(value, inside)
            case ir.CallFunction(number, args):
                self.expression(args, known)
                function = self.bodies.functions[number]
                if function is not None:
                    self._called(("function", number), dict(zip(function.params, args, strict=True)), known)
            case ir.Permitted(number, args):
                self.expression(args, known)
                self._permission(number, args, known)
            case ir.Offers(number, args):
                self.expression(args, known)
                asking = self.bodies.asked.get(number)
                if asking is not None:
                    self._called(("question", number), dict(zip(asking.params, args, strict=True)), known)
            case t.Asking():
                self.asking(e, known)
            case ir.Requirement(test, says):
                self.expression(test, known)
                for hole in holes(says):
                    self.expression(hole.value, self.logic.assume(known, test, False))
            case _:
                for part in parts(e):
                    self.expression(part, known)

    def _permission(self, number: int, args: tuple[Expr, ...], known: Known) -> None:
        if number >= len(self.bodies.permissions):
            return
        permission = self.bodies.permissions[number]
        given = dict(zip(permission.params, args, strict=True))
        for place in range(len(permission.clauses)):
            self._called(("clause", number, place), given, known)

    def _called(self, key: tuple[object, ...], given: Mapping[int, Expr], known: Known) -> None:
        """Check the called member alone; if that isn't enough, with what is known here."""
        result = self._by_itself(key)
        if not result.open:
            return
        if self.depth >= NESTED:
            self.open |= by_place(result.open)
            return
        self.depth += 1
        self.expression(substitute(self._content(key), given), known)
        self.depth -= 1


def _offer(asking: t.Asking) -> t.Asking:
    """Return a question without the steps of its actions, which can ask whether it has an answer."""
    arms = tuple(replace(arm, body=t.NOTHING, misplay=None) for arm in asking.arms)
    return replace(asking, arms=arms, otherwise=None, answer=None)


def by_place(needs: tuple[Needed, ...]) -> Open:
    return {(need.origin, need.message): need for need in needs}


def holes(template: ir.Template | None) -> Iterator[ir.Hole]:
    return (part for part in template or () if isinstance(part, ir.Hole))
