"""Lowers code that is watched: it notes events as it runs, and leaves marks in a trace.

The code plays the same game. Events are noted by functions of the runtime (`python/runtime/recorder.py`); a mark is the
call of `noted_passing` with its number.
"""

from __future__ import annotations

from functools import cached_property

from parlour import program as p
from parlour import tablecode as t
from parlour.analysis.control import said_lines
from parlour.lowering.calls import Write
from parlour.lowering.expressions import Expressions
from parlour.lowering.linear import LinearCode
from parlour.lowering.moving import CardMoves
from parlour.lowering.unit import LoweringScope, Unit
from parlour.table.layout import PLAYING
from parlour.table.tracing import Sign, Trace
from parlour.tablecode.build import cell, inverted, shifted, store


def noted(name: str, *args: t.Expr | int) -> t.Do:
    """Return the call of a function that notes something."""
    return t.Do(t.Call(f"noted_{name}", tuple(t.Const(a) if isinstance(a, int) else a for a in args)))


class Watching:
    """What to watch besides events: the places that play passes, if there is a trace."""

    unit: Unit

    @property
    def trace(self) -> Trace | None:
        return self.unit.premises.trace

    def ran(self, origin: p.Origin | None, sign: Sign = "ran", word: str = "") -> t.Block:
        """Leave a mark at a place."""
        if self.trace is None or origin is None:
            return ()
        return (noted("passing", self.trace.number(origin, sign, word)),)

    def tested(self, test: t.Expr, origin: p.Origin | None) -> t.Expr:
        """Return the test, which leaves a mark for its result."""
        if self.trace is None or origin is None:
            return test
        yes, no = self.trace.number(origin, "true"), self.trace.number(origin, "false")
        return t.Call("noted_test", (test, t.Const(yes), t.Const(no)))


class WatchedExpressions(Watching, Expressions):
    """Expressions that leave marks for the conditions, functions and permissions that they compute."""

    def truth(self, e: p.Expr, scope: LoweringScope) -> t.Expr:
        if isinstance(e, p.If):
            e = self.folded(e)
        if isinstance(e, p.If):
            return t.Select(self._chosen(e, scope), self.truth(e.then, scope), self.truth(e.other, scope))
        return super().truth(e, scope)

    def if_(self, e: p.If, scope: LoweringScope) -> t.Expr:
        return t.Select(self._chosen(e, scope), self.value(e.then, scope), self.value(e.other, scope))

    def _chosen(self, e: p.If, scope: LoweringScope) -> t.Expr:
        return self.tested(self.truth(e.test, scope), e.origin)

    def function(self, e: p.CallFunction, scope: LoweringScope) -> t.Expr:
        if self.trace is None:
            return super().function(e, scope)
        return self.call(self.named_function(e.function), e.args, scope)

    def permitted(self, e: p.Permitted, scope: LoweringScope) -> t.Expr:
        if self.trace is None:
            return super().permitted(e, scope)
        of = self.program.permissions[e.permission]
        name = self.written(f"may_{e.permission}", of.params, of.verdict, of.origin, self.truth)
        return self.call(name, e.args, scope)

    def definition(
        self, name: str, params: tuple[int, ...], body: p.Expr, origin: p.Origin, write: Write
    ) -> t.Function:
        made = super().definition(name, params, body, origin, write)
        kind, _, number = name.partition("_")
        if self.trace is None or not number.isdecimal():
            return made
        marks = noted("function" if kind == "f" else "permission", int(number), *map(t.Reg, made.params))
        return t.Function(made.name, made.params, (marks, *made.body))

    def offers(self, e: p.Offers, scope: LoweringScope) -> t.Call:
        if self.trace is None:
            return super().offers(e, scope)
        return t.Call("noted_offers", (t.Const(e.question), *(self.value(a, scope) for a in e.args)))


class WatchedStatements(Watching, CardMoves):
    """Steps that note what happens."""

    def lower(self, e: p.Stmt, scope: LoweringScope) -> t.Block:
        return (*self.ran(p.written_at(e)), *super().lower(e, scope))

    def moved(self, routine: str, *args: t.Expr) -> t.Stmt:
        return noted(routine, *args)

    def put(self, e: p.Put, scope: LoweringScope) -> t.Block:
        return self.put_by_call(e, scope)

    def set(self, e: p.Set, scope: LoweringScope) -> t.Block:
        block = super().set(e, scope)
        if e.target != p.VarAt(self.program.ending) or not isinstance(e.value, p.Const):
            return block
        word = self.program.endings[e.value.value][0]
        marks = [mark for rule in self.program.rules for mark in self.ran(rule, "ended", word)]
        return (*block, *marks, noted("worded", e.value.value))

    def show_to(self, e: p.ShowTo, scope: LoweringScope) -> t.Block:
        return (noted("shown", self.x.value(e.cards, scope), self.x.value(e.players, scope)),)

    def say(self, e: p.Say, scope: LoweringScope) -> t.Block:
        holes = [piece for piece in e.line if isinstance(piece, p.Hole)]
        values = [self.x.value(hole.value, scope) for hole in holes]
        return (noted("said", self._lines.index(e.line), self.x.value(e.players, scope), *values),)

    @cached_property
    def _lines(self) -> list[p.Template]:
        return said_lines(self.program)

    def leave_table(self, e: p.LeaveTable, scope: LoweringScope) -> t.Block:
        seat = self.unit.register()
        index = self.x.index(e.player, self.layout.players, "expected a player to leave the game, found none", scope)
        out = store(PLAYING, t.Op("&", cell(PLAYING), inverted(shifted(seat))))
        return (t.Let(seat.name, index), noted("left", seat), out)

    def enter_stage(self, e: p.EnterStage, scope: LoweringScope) -> t.Block:
        return (noted("begun", e.stage),)

    def if_do(self, e: p.IfDo, scope: LoweringScope) -> t.Block:
        if self.trace is None:
            return super().if_do(e, scope)
        test = self.tested(self.x.truth(e.test, scope), e.origin)
        other = () if e.other is None else self.lower(e.other, scope)
        return (t.If(test, self.lower(e.then, scope), other),)

    def failed(self, e: p.Attempt, scope: LoweringScope) -> t.Expr:
        return t.Not(self.tested(self.x.truth(e.keep, scope), e.origin))

    def attempt(self, e: p.Attempt, scope: LoweringScope) -> t.Block:
        since = self.unit.register()
        *before, failed = super().attempt(e, scope)
        assert isinstance(failed, t.If), "an attempt ends with what undoes it"
        forgotten = t.If(failed.test, (noted("forget", since), *failed.then))
        return (t.Let(since.name, t.Call("noted_now", ())), *before, forgotten)


class WatchedLinearCode(Watching, LinearCode):
    """Linear code that notes questions, opened answers and the end."""

    def passed(self, origin: p.Origin | None) -> t.Block:
        return self.ran(origin)

    def denied(self, test: p.Expr, origin: p.Origin | None) -> t.Expr:
        return t.Not(self.tested(self.x.truth(test, self._scope(origin)), origin))

    def unanswerable(self, number: int) -> t.Expr:
        if self.trace is None:
            return super().unanswerable(number)
        return t.Not(t.Call("noted_legal", (t.Const(number),)))

    def asked_now(self, number: int) -> t.Block:
        return (noted("asks", number),)

    def opened(self, number: int, seat: t.Expr, move: t.Expr) -> t.Block:
        return (noted("opened", number, seat, move),)

    def over(self) -> t.Block:
        return (noted("ended"),)
