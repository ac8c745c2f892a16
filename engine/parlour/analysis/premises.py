"""One Program at one table, and the facts that are known about both before play."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from parlour import program as p
from parlour.analysis.facts import Facts
from parlour.program.fold import FALSE, TRUE, conjunction, disjunction
from parlour.program.following import passed_on, ways
from parlour.program.walking import classes_in, parts, rebuilt, walk
from parlour.table.cards import face_cards
from parlour.table.constants import NotConstantError, operate
from parlour.table.layout import Layout
from parlour.table.tracing import Trace

INLINE_NODES = 16  # bodies up to this size are put in place of a call


class Folding:
    """Simplifies expressions: computes constants, inlines small calls. The result means the same, also its errors."""

    def __init__(self, layout: Layout, facts: Facts) -> None:
        self.layout = layout
        self.facts = facts
        self._done: dict[int, tuple[p.Expr, p.Expr]] = {}  # by id: expressions, which this keeps alive, and results

    def folded(self, e: p.Expr) -> p.Expr:
        known = self._done.get(id(e))
        if known is not None:
            return known[1]
        result = self._folded(e)
        self._done[id(e)] = e, result
        self._done[id(result)] = result, result
        return result

    def _folded(self, e: p.Expr) -> p.Expr:
        match e:
            case p.Const() | p.Local():
                return e
            case p.Seated(what):
                fixed = self._fixed(what)
                return e if fixed is None else p.Const(fixed)
            case p.And(items):
                return conjunction(map(self.folded, items), self.facts.may_fault)
            case p.Or(items):
                return disjunction(map(self.folded, items), self.facts.may_fault)
            case p.If(test, then, other):
                decided = self.folded(test)
                if isinstance(decided, p.Const):
                    return self.folded(then if decided.value else other)
                return p.If(decided, self.folded(then), self.folded(other))
        e = rebuilt(e, self._part)
        match e:
            case p.Not(p.Const(v)):
                return FALSE if v else TRUE
            case p.Not(p.Not(value)) if self.facts.is_bool(value):
                return value
            case p.Op(op, p.Const(a), p.Const(b)):
                return self._operated(e, op, a, b)
            case p.FaceCards(fact, p.Const(of)):
                return p.Const(face_cards(self.layout.pack, fact, of))
            case p.Single(p.Const(v)) if v < self.layout.pack.size:
                return p.Const(1 << v if v >= 0 else 0)
            case p.Size(p.Const(v)):
                return p.Const(v.bit_count())
            case p.CallFunction() | p.Permitted():
                return self._called(e)
        return e

    def _part(self, part: object) -> object:
        """A part of an expression: an expression itself, or the domain of a loop."""
        if isinstance(part, p.SeatOrder | p.Span | p.Subsets):
            return rebuilt(part, self._part)
        return self.folded(part) if isinstance(part, p.Expr) else part

    def _fixed(self, what: str) -> int | None:
        match what:
            case "everyone":
                return self.layout.everyone
            case "sides":
                return (1 << len(self.layout.sides)) - 1
            case "pack":
                return self.layout.pack.used
            case "seats":
                return self.layout.players
            case _:
                return None

    def _operated(self, e: p.Expr, op: p.BinOp, a: int, b: int) -> p.Expr:
        try:
            value = operate(op, a, b)
        except NotConstantError:
            return e
        return p.Const(value)

    def _called(self, e: p.CallFunction | p.Permitted) -> p.Expr:
        """Return the body in place of the call, if it is small and can't fail: an error would report the wrong
        place."""
        inlined = None if self.facts.body_may_fault(e) else self.facts.inlined(e)
        if inlined is None or self.facts.may_fault(inlined):
            return e
        body = self.folded(inlined)
        return body if sum(1 for _ in walk(body)) <= INLINE_NODES else e


_DECIDING = (p.If, p.CallFunction, p.Permitted, p.Offers)


class WrittenFolding(Folding):
    """Keeps calls, permissions and choices between two values as they are, so that a trace can show them."""

    def __init__(self, layout: Layout, facts: Facts) -> None:
        super().__init__(layout, facts)
        self._plain = Folding(layout, facts)  # for expressions without these parts
        self._deciding: dict[int, tuple[object, bool]] = {}  # by id: nodes, which this keeps alive

    def folded(self, e: p.Expr) -> p.Expr:
        return e if self._decides(e) else self._plain.folded(e)

    def _decides(self, node: object) -> bool:
        """True if a node has one of these parts."""
        known = self._deciding.get(id(node))
        if known is None:
            known = node, isinstance(node, _DECIDING) or any(map(self._decides, parts(node)))
            self._deciding[id(node)] = known
        return known[1]


@dataclass(frozen=True)
class Premises:
    layout: Layout
    as_written: bool = False  # loops over cards stay loops; calls and choices between values stay where they are
    trace: Trace | None = None  # watched code leaves marks there

    @property
    def program(self) -> p.Program:
        return self.layout.program

    @cached_property
    def facts(self) -> Facts:
        return Facts(self.layout)

    @cached_property
    def folding(self) -> Folding:
        return (WrittenFolding if self.as_written else Folding)(self.layout, self.facts)

    @cached_property
    def onward(self) -> list[list[int]]:
        """The places where play can continue after each instruction without an answer in between."""
        return ways(self.program)

    @cached_property
    def lifetimes(self) -> list[list[int]]:
        """The locals that each place of the code gets from those before it."""
        return passed_on(self.program, self.onward, self.layout.kept)

    @cached_property
    def looks_count_steps(self) -> bool:
        """True if a look at a question can count steps against the limit."""
        return counts_steps((self.program.functions, self.program.permissions, self.program.questions))


def counts_steps(node: object) -> bool:
    """True if an expression has loops whose rounds are counted: those over numbers or sets of cards."""
    return not classes_in(node).isdisjoint((p.Span, p.Subsets))
