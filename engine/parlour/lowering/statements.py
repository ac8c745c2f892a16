"""Lowers statements of a Program to table code: everything between two questions except jumps."""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import inf
from typing import get_args

from parlour import program as p
from parlour import tablecode as t
from parlour.lowering.expressions import Expressions
from parlour.lowering.unit import LoweringScope, Unit, variable
from parlour.program.operators import BOUND
from parlour.program.walking import walk
from parlour.table.layout import DIRECTION, PLAYING
from parlour.tablecode.build import ONE, ZERO, added, cell, denied, inverted, shifted, store

Target = str | t.Expr  # a register's name, or the number of a cell


class Statements:
    """Lowers the statements of one unit."""

    def __init__(self, unit: Unit, expressions: Expressions) -> None:
        self.unit = unit
        self.layout = unit.layout
        self.program = unit.program
        self.facts = unit.premises.facts
        self.x = expressions

    def lower(self, e: p.Stmt, scope: LoweringScope) -> t.Block:
        block: t.Block = getattr(self, _WRITERS[type(e)])(e, scope.at(p.written_at(e)))
        return block

    def folded(self, e: p.Expr) -> p.Expr:
        return self.unit.premises.folding.folded(e)

    # ------------------------------------------------------------ setting

    def target(self, e: p.Local | p.VarAt, scope: LoweringScope) -> Target:
        match e:
            case p.Local(index):
                local = self.x.local(index, scope)
                return local.at if isinstance(local, t.Load) else _name(local)
            case p.VarAt():
                return self.x.variable(e, scope).at

    def assigned(self, e: p.Local | p.VarAt | p.MarkAt, value: t.Expr, scope: LoweringScope) -> t.Block:
        if isinstance(e, p.MarkAt):
            args = (t.Const(e.mark), value, self.x.bare(e.card, scope), self.x.line(scope))
            return (t.Do(t.Call("set_mark", args)),)
        target = self.target(e, scope)
        return (t.Let(target, value) if isinstance(target, str) else t.Store((target,), value),)

    def set(self, e: p.Set, scope: LoweringScope) -> t.Block:
        value = self.x.stored(e.value, self.facts.is_bool(e.target), scope)
        counter = scope.origin is None and e.value == p.Op("+", e.target, p.Const(1))  # of rounds, which have a limit
        if self.facts.is_int(e.target) and not counter:
            value = self._bounded(value, [e.value], scope)
        return self.assigned(e.target, value, scope)

    def _bounded(self, value: t.Expr, ends: Sequence[p.Expr], scope: LoweringScope) -> t.Expr:
        """Return a number between these ends, with a check if it can be too small or too large."""
        ranges = [self.facts.value_range(self.folded(end)) or (-inf, inf) for end in ends]
        low, high = any(least < -BOUND for least, _ in ranges), any(greatest >= BOUND for _, greatest in ranges)
        if not (low or high):
            return value
        number = self.unit.register()
        bound = t.Bind(number.name, value)
        fine: t.Expr = t.Op("<=", t.Const(-BOUND), bound) if low else t.Op("<", bound, t.Const(BOUND))
        if low and high:
            fine = t.And((fine, t.Op("<", number, t.Const(BOUND))))
        return t.Select(fine, number, t.Call("bounded", (number, self.x.line(scope))))

    def pick(self, e: p.Pick, scope: LoweringScope) -> t.Block:
        line = self.unit.line(e.origin)
        if isinstance(e.of, p.Span):
            low, high = e.of.low, e.of.high
            number = t.Call("pick_number", (self.x.value(low, scope), self.x.value(high, scope), line))
            return self.assigned(e.target, self._bounded(number, [low, high], scope), scope)
        pick = "pick_card" if self.facts.is_card(e.target) and self.unit.layout.pack.doubles else "pick_member"
        return self.assigned(e.target, t.Call(pick, (self.x.value(e.of, scope), line)), scope)

    def watch(self, e: p.Watch, scope: LoweringScope) -> t.Block:
        repeated = t.Call("watch", (t.Const(e.checkpoint), self.x.value(e.round, scope)))
        return self.assigned(e.target, repeated, scope)

    # ------------------------------------------------------------ cards

    def moved(self, routine: str, *args: t.Expr) -> t.Stmt:
        """Return the call of a routine that moves cards."""
        return t.Do(t.Call(routine, args))

    def put(self, e: p.Put, scope: LoweringScope) -> t.Block:
        return self.put_by_call(e, scope)

    def put_by_call(self, e: p.Put, scope: LoweringScope) -> t.Block:
        what, to, line = self.x.value(e.what, scope), self.x.value(e.to, scope), self.unit.line(e.origin)
        if e.place is None and e.face is None and e.kind in ("card", "zone"):
            return (self.moved(f"put_{e.kind}", what, to, line),)
        place = t.Absent() if e.place is None else self.x.value(e.place, scope)
        return (self.moved(f"put_{e.kind}_anyhow", what, to, place, t.Truth(e.face == "up"), line),)

    def put_run(self, e: p.PutRun, scope: LoweringScope) -> t.Block:
        parts = [self.x.value(part, scope) for part in (e.zone, e.start, e.to)]
        place = t.Absent() if e.place is None else self.x.value(e.place, scope)
        return (self.moved("put_run", *parts, place, t.Truth(e.face == "up"), self.unit.line(e.origin)),)

    def deal_round(self, e: p.DealRound, scope: LoweringScope) -> t.Block:
        count, source = self.x.value(e.count, scope), self.x.value(e.source, scope)
        start = ZERO if e.start is None else self.x.value(e.start, scope)
        base = t.Const(self.layout.bases[e.zone])
        return (self.moved("deal_round", count, source, base, start, self.unit.line(e.origin)),)

    def deal_to(self, e: p.DealTo, scope: LoweringScope) -> t.Block:
        args = tuple(self.x.value(part, scope) for part in (e.count, e.source, e.to))
        return (self.moved("deal_to", *args, self.unit.line(e.origin)),)

    def shuffle(self, e: p.Shuffle, scope: LoweringScope) -> t.Block:
        zone, line = self.x.value(e.zone, scope), self.unit.line(e.origin)
        shuffled = self.moved("shuffle", zone, line)
        if e.what is None or e.kind is None:
            return (shuffled,)
        gather = p.Put(e.what, e.kind, e.zone, None, None, e.origin)
        if isinstance(zone, t.Const):
            return (*self._gathered(gather, scope), shuffled)
        names = {self.folded(part): self.unit.register() for part in (e.what, e.zone)}  # before any card has moved
        before = tuple(t.Let(reg.name, self.x.value(part, scope)) for part, reg in names.items())
        known = LoweringScope(scope.names, scope.origin, {**scope.known, **names})
        return (
            *before,
            *self._gathered(gather, known),
            self.moved("shuffle", names[self.folded(e.zone)], line),
        )

    def _gathered(self, e: p.Put, scope: LoweringScope) -> t.Block:
        """Return cards to shuffle next: the result must not depend on the numbers of identical cards."""
        if e.kind == "card" or not self.unit.layout.pack.doubles:
            return self.put(e, scope) if not scope.known else self.put_by_call(e, scope)
        what, to = self.x.value(e.what, scope), self.x.value(e.to, scope)
        return (self.moved(f"packed_{e.kind}", what, to, self.unit.line(e.origin)),)

    def turn_over(self, e: p.TurnOver, scope: LoweringScope) -> t.Block:
        return (self.moved("turn", self.x.value(e.cards, scope), t.Truth(e.up)),)

    def show_to(self, e: p.ShowTo, scope: LoweringScope) -> t.Block:
        return ()  # only events record the cards that seats have seen

    def say(self, e: p.Say, scope: LoweringScope) -> t.Block:
        return ()  # only events have lines; the steps before it compute their values

    # ------------------------------------------------------------ the table

    def reverse(self, e: p.Reverse, scope: LoweringScope) -> t.Block:
        return (store(DIRECTION, t.Unary("-", cell(DIRECTION))),)

    def leave_table(self, e: p.LeaveTable, scope: LoweringScope) -> t.Block:
        seat = self.x.index(e.player, self.layout.players, "expected a player to leave the game, found none", scope)
        return (store(PLAYING, t.Op("&", cell(PLAYING), inverted(shifted(seat)))),)

    def rule_fired(self, e: p.RuleFired, scope: LoweringScope) -> t.Block:
        if not self.unit.counting or e.test == p.Const(0):
            return ()
        return self.counted(e.rule, e.test, scope)

    def counted(self, rule: int, test: p.Expr | None, scope: LoweringScope) -> t.Block:
        """Return the code that counts that a rule has fired."""
        count = added(self.unit.counter(rule), ONE)
        return (count,) if test is None else (t.If(self.x.truth(test, scope), (count,)),)

    def enter_stage(self, e: p.EnterStage, scope: LoweringScope) -> t.Block:
        return (t.Do(t.Call(self.unit.function(f"enter_{e.stage}", lambda: self.entering(e.stage)))),)

    def entering(self, number: int) -> t.Function:
        """Return the function that begins a stage."""
        stage = self.program.stages[number]
        body: list[t.Stmt] = []
        if stage.seats:
            body.append(store(PLAYING, t.Const(self.layout.everyone)))
        if stage.direction:
            body.append(store(DIRECTION, ONE))
        if stage.cards:
            body.append(t.Do(t.Call("gather")))
        for v in stage.resets:
            variable, array = self.program.variables[v], self.layout.variables[v]
            starts: t.Expr = t.Const(array.zero)
            if variable.starts is not None:
                starts = self.x.stored(variable.starts, variable.type.kind == "bool", LoweringScope({}, stage.origin))
            body.append(t.Store(tuple(map(t.Const, range(array.at, array.at + array.size))), starts))
        return t.Function(f"enter_{number}", (), tuple(body))

    # ------------------------------------------------------------ control

    def if_do(self, e: p.IfDo, scope: LoweringScope) -> t.Block:
        """Lower an `if`; if no branch does anything, keep only a test with calls, because it can fail."""
        test, then = self.x.truth(e.test, scope), self.lower(e.then, scope)
        other = () if e.other is None else self.lower(e.other, scope)
        if other and not then:
            return (t.If(self.x.truth(p.Not(e.test), scope), other),)
        if not then and not any(isinstance(node, t.Call) for node in walk(test)):
            return ()
        return (t.If(test, then, other),)

    def attempt(self, e: p.Attempt, scope: LoweringScope) -> t.Block:
        """Save all cells, and store them again if the attempt fails. Here a name can be a register or a cell."""
        cells: list[t.Expr] = [t.Const(c) for part in self.layout.undone for c in range(part.start, part.stop)]
        names = [self.target(p.Local(local), scope) for local in e.locals]
        copies = [(self.unit.register(), at) for at in dict.fromkeys((*cells, *names))]
        before, undo = list[t.Stmt](), list[t.Stmt]()
        for saved, at in copies:
            if isinstance(at, str):
                before.append(t.Let(saved.name, t.Reg(at)))
                undo.append(t.Let(at, saved))
            else:
                before.append(t.Let(saved.name, t.Load(at)))
                undo.append(t.Store((at,), saved))
        other = () if e.other is None else self.lower(e.other, scope)
        return (*before, *self.lower(e.body, scope), t.If(self.failed(e, scope), (*undo, *other)))

    def failed(self, e: p.Attempt, scope: LoweringScope) -> t.Expr:
        """Return the test whether an attempt must be undone."""
        return self.x.truth(p.Not(e.keep), scope)

    def for_each(self, e: p.ForEach, scope: LoweringScope) -> t.Block:
        inner = scope.at(e.origin).with_(e.local)
        v, line = variable(e.local).name, self.unit.line(e.origin)
        domain: t.Domain
        match e.domain:
            case p.SeatOrder():
                domain = self.x.order(e.domain, scope)
            case p.Span():
                domain = self.x.numbers(e.domain, scope)
            case of:
                cards = self.x.value(of, scope)
                domain = t.Cards(cards) if self.x.by_order(e.local) else t.Members(cards)
        body = self.lower(e.body, inner)
        if e.where is not None:
            body = (t.If(self.x.truth(e.where, inner), body),)
        spent = None if isinstance(e.domain, p.SeatOrder) else line  # no more rounds than there are seats
        return (t.For((v,), domain, body, (), spent),)

    def while_do(self, e: p.WhileDo, scope: LoweringScope) -> t.Block:
        inner = scope.at(e.origin)
        test, limit, line = self.x.truth(e.test, inner), self.x.value(e.limit, inner), self.unit.line(e.origin)
        if limit == ZERO:
            no_round = (_out_of_rounds(ZERO, line),) if e.otherwise is None else self.lower(e.otherwise, inner)
            return no_round if e.until else (t.If(test, no_round),)
        most, rounds = self.unit.register(), self.unit.register()
        body = (t.Do(t.Call("spend", (ONE, line))), *self.lower(e.body, inner))
        otherwise: t.Block = (_out_of_rounds(most, line),)
        if e.otherwise is not None:
            otherwise = self.lower(e.otherwise, inner)
        over = t.Span(ZERO, most)
        if e.until:
            looped = t.For((rounds.name,), over, (*body, t.If(test, (t.Break(),))), otherwise)
        else:
            left = t.If(denied(test), (t.Break(),))
            looped = t.For((rounds.name,), over, (left, *body), (t.If(test, otherwise),))
        return (t.Let(most.name, limit), looped)

    def seq(self, e: p.Seq, scope: LoweringScope) -> t.Block:
        return tuple(statement for item in e.items for statement in self.lower(item, scope))

    def run(self, e: p.Run, scope: LoweringScope) -> t.Block:
        if self._is_nothing(self.program.procedures[e.procedure].body) and not any(map(self.facts.may_fault, e.args)):
            return ()
        return (t.Do(self.x.call(self.procedure(e.procedure), e.args, scope)),)

    def spend(self, e: p.Spend, scope: LoweringScope) -> t.Block:
        return (t.Do(t.Call("spend", (t.Const(e.steps), self.unit.line(e.origin)))),)

    def _is_nothing(self, e: p.Stmt) -> bool:
        return isinstance(e, p.Seq) and all(map(self._is_nothing, e.items))

    def procedure(self, number: int) -> str:
        of = self.program.procedures[number]

        def write() -> t.Function:
            own = sorted({*of.params, *own_locals(of.body)})
            scope = LoweringScope({local: variable(local) for local in own}, of.origin)
            params = tuple(variable(local).name for local in of.params)
            return t.Function(f"do_{number}", params, self.lower(of.body, scope))

        return self.unit.function(f"do_{number}", write)


def own_locals(body: p.Stmt) -> set[int]:
    """The locals that a procedure sets itself."""
    return {
        n.target.index for n in walk(body) if isinstance(n, p.Set | p.Pick | p.Watch) and isinstance(n.target, p.Local)
    }


def _name(local: t.Expr) -> str:
    assert isinstance(local, t.Reg), "an assigned local is a cell or a register"
    return local.name


def _out_of_rounds(most: t.Expr, line: t.Line) -> t.Stmt:
    return t.Do(t.Call("out_of_rounds", (most, line)))


def _in_lower_case(kind: type) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__).lower()


_WRITERS = {kind: name for kind in get_args(p.Stmt) if hasattr(Statements, name := _in_lower_case(kind))}
"""The method for each statement of a Program: `put_run` for `PutRun`."""
