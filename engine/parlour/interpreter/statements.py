"""Compiles statements to closures: everything between two questions except jumps."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import Any

from parlour import program as p
from parlour.interpreter import transfers, upheavals
from parlour.interpreter.closures import Compilation, constant, in_turn, spend
from parlour.interpreter.context import StatementContext
from parlour.interpreter.looking import bare_card
from parlour.interpreter.recording import Recorder, forget, note, now
from parlour.interpreter.scans import in_order
from parlour.program.operators import BOUND
from parlour.table.cells import Act, Cells
from parlour.table.chance import BASE, below_in
from parlour.table.events import Worded
from parlour.table.faults import LIMIT_REACHED, fault
from parlour.table.layout import DIRECTION, RANDOM
from parlour.table.limits import FIRST_CHECKPOINT
from parlour.table.moving import Moving

Store = Callable[[Cells, int], None]


class Statements(StatementContext):
    """Compiles all kinds of statements."""

    def __init__(self, compilation: Compilation, moving: Moving, witness: Recorder | None) -> None:
        super().__init__(compilation, moving, witness)
        self.procedures: dict[int, Act] = {}

    def act(self, e: p.Stmt) -> Act:
        origin, trace = p.written_at(e), self.compilation.trace
        with self.expressions.at(origin):
            act = _MAKERS[type(e)](self, e)
        return act if trace is None or origin is None else trace.ran(act, origin)

    # ------------------------------------------------------------ setting

    def notes_ending(self, target: p.Expr) -> bool:
        """True if events are recorded and this is the variable that holds the word with which a stage ends."""
        return self.witness is not None and target == p.VarAt(self.program.ending)

    def _set(self, e: p.Set) -> Act:
        act = self._traced_ending(e, self._setting(e))
        if not (self.notes_ending(e.target) and isinstance(e.value, p.Const)):
            return act
        word = Worded(e.value.value)

        def ended(s: Cells) -> None:
            act(s)
            note(word)

        return ended

    def _traced_ending(self, e: p.Set, act: Act) -> Act:
        """A step that ends a stage with a word leaves a mark in each document, since any of them can declare it."""
        trace = self.compilation.trace
        if trace is None or e.target != p.VarAt(self.program.ending) or not isinstance(e.value, p.Const):
            return act
        word = self.program.endings[e.value.value][0]
        return in_turn([act, *(trace.passing(rule, "ended", word) for rule in self.program.rules)])

    def _setting(self, e: p.Set) -> Act:
        value = self.expressions.stored(e.value, self.facts.is_bool(e.target))
        bounded = self.facts.is_int(e.target) and not self.facts.small(e.value)
        cell = self.expressions.cell_of(e.target)
        if cell is None:
            store = self._store(e.target)
            if bounded:
                store = self._bounded(store)

            def set_entry(s: Cells) -> None:
                store(s, value(s))

            return set_entry
        if isinstance(e.value, p.Const):
            constant = e.value.value

            def set_constant(s: Cells) -> None:
                s[cell] = constant

            return set_constant
        source = self.expressions.cell_of(e.value)
        if source is not None:

            def copy_cell(s: Cells) -> None:
                s[cell] = s[source]

            return copy_cell
        if not bounded:

            def set_cell(s: Cells) -> None:
                s[cell] = value(s)

            return set_cell
        origin = self.expressions.origin

        def set_bounded(s: Cells) -> None:
            v = value(s)
            if not -BOUND <= v < BOUND:
                fault(f"the number {v} is too large", origin)
            s[cell] = v

        return set_bounded

    def _bounded(self, store: Store) -> Store:
        origin = self.expressions.origin

        def bounded(s: Cells, v: int) -> None:
            if not -BOUND <= v < BOUND:
                fault(f"the number {v} is too large", origin)
            store(s, v)

        return bounded

    def _store(self, target: p.Local | p.VarAt | p.MarkAt) -> Store:
        cell = self.expressions.cell_of(target)
        if cell is not None:

            def to_cell(s: Cells, v: int) -> None:
                s[cell] = v

            return to_cell
        if isinstance(target, p.VarAt):
            at = self.expressions.array_cell(target)

            def to_entry(s: Cells, v: int) -> None:
                s[at(s)] = v

            return to_entry
        assert isinstance(target, p.MarkAt)
        base, card, origin = (
            self.layout.marks[target.mark],
            bare_card(self.expressions, target.card),
            self.expressions.origin,
        )
        where, instances = self.layout.where, self.layout.instances
        keeps = [*(self.layout.keeps(target.mark, i.zone) for i in instances), False]  # the last is for no zone

        def to_mark(s: Cells, v: int) -> None:
            c = card(s)
            if c < 0:
                fault("expected a card to mark, found none", origin)
            if keeps[s[where + c]]:
                s[base + c] = v

        return to_mark

    def _watch(self, e: p.Watch) -> Act:
        store, count = self._store(e.target), self.expressions.value(e.round)
        parts, kept = self.layout.positions, self.layout.checkpoints[e.checkpoint]

        def watch(s: Cells) -> None:
            n = count(s)
            if n < FIRST_CHECKPOINT:
                store(s, 0)
                return
            now = [v for part in parts for v in s[part]]
            store(s, int(n > FIRST_CHECKPOINT and s[kept] == now))
            if n & n - 1 == 0:
                s[kept] = now

        return watch

    def _pick(self, e: p.Pick) -> Act:
        store, origin = self._store(e.target), e.origin
        if isinstance(e.of, p.Span):
            low, high = self.expressions.value(e.of.low), self.expressions.value(e.of.high)

            def pick_number(s: Cells) -> None:
                a, b = low(s), high(s)
                if not 0 < b - a + 1 <= BASE:
                    fault(f"can't choose at random from {a} to {b}: this range is empty", origin)
                store(s, a + below_in(s, RANDOM, b - a + 1))

            return pick_number
        of, order = self.expressions.value(e.of), self.compilation.premises.order
        if order.possible and self.facts.is_card(e.target):

            def pick_card(s: Cells) -> None:
                m = of(s)
                if not m:
                    fault("can't choose at random from an empty set", origin)
                store(s, next(islice(order.walk(s, m), below_in(s, RANDOM, m.bit_count()), None)))

            return pick_card

        def pick_member(s: Cells) -> None:
            m = of(s)
            if not m:
                fault("can't choose at random from an empty set", origin)
            for _ in range(below_in(s, RANDOM, m.bit_count())):
                m &= m - 1
            store(s, (m & -m).bit_length() - 1)

        return pick_member

    # ------------------------------------------------------------ control

    def _attempt(self, e: p.Attempt) -> Act:
        body, keep, trace = self.act(e.body), self.expressions.test(e.keep), self.compilation.trace
        keep = keep if trace is None else trace.tested(keep, e.origin)
        other = self.act(e.other) if e.other is not None else in_turn([])
        parts, recorded = self.layout.undone, self.witness is not None
        names = [self.expressions.cell(local) for local in e.locals]

        def attempt(s: Cells) -> None:
            before, named = [s[part] for part in parts], [s[cell] for cell in names]
            noted = now() if recorded else 0
            body(s)
            if keep(s):
                return
            for part, values in zip(parts, before, strict=True):
                s[part] = values
            for cell, v in zip(names, named, strict=True):
                s[cell] = v
            if recorded:
                forget(noted)
            other(s)

        return attempt

    def _if(self, e: p.IfDo) -> Act:
        test, then, trace = self.expressions.test(e.test), self.act(e.then), self.compilation.trace
        test = test if trace is None else trace.tested(test, e.origin)
        if e.other is None:

            def if_only(s: Cells) -> None:
                if test(s):
                    then(s)

            return if_only
        other = self.act(e.other)

        def if_else(s: Cells) -> None:
            if test(s):
                then(s)
            else:
                other(s)

        return if_else

    def _for(self, e: p.ForEach) -> Act:
        with self.expressions.at(e.origin):
            run_over, cell = in_order(self.expressions, e.domain, e.local), self.expressions.cell(e.local)
            where = self.expressions.test(e.where) if e.where is not None else None
            body = self.act(e.body)
        steps, origin = self.compilation.scratch.steps, e.origin
        each = int(not isinstance(e.domain, p.SeatOrder))  # the work of all players counts where the loop is

        def for_each(s: Cells) -> None:
            found = run_over(s)
            spend(s, steps, each * len(found), origin)
            for m in found:
                s[cell] = m
                body(s)

        def for_each_where(s: Cells) -> None:
            assert where is not None
            found = run_over(s)
            spend(s, steps, each * len(found), origin)
            for m in found:
                s[cell] = m
                if where(s):
                    body(s)

        return for_each if where is None else for_each_where

    def _while(self, e: p.WhileDo) -> Act:
        with self.expressions.at(e.origin):
            test, limit = self.expressions.test(e.test), self.expressions.value(e.limit)
            body = self.act(e.body)
            otherwise = self.act(e.otherwise) if e.otherwise is not None else None
        steps, origin, until = self.compilation.scratch.steps, e.origin, e.until

        def rounds(s: Cells) -> None:
            most = limit(s)
            for _ in range(most):
                if not until and not test(s):
                    return
                spend(s, steps, 1, origin)
                body(s)
                if until and test(s):
                    return
            if not until and not test(s):
                return
            if otherwise is None:
                fault(f"{LIMIT_REACHED}{f' of {most} rounds' if most else ''}", origin)
            otherwise(s)

        return rounds

    def _run(self, e: p.Run) -> Act:
        procedure = self.program.procedures[e.procedure]
        if e.procedure not in self.procedures:
            with self.expressions.at(procedure.origin):
                self.procedures[e.procedure] = self.act(procedure.body)
        body = self.procedures[e.procedure]
        pairs = [
            (self.expressions.cell(local), self.expressions.value(arg))
            for local, arg in zip(procedure.params, e.args, strict=True)
        ]
        if not pairs:
            return body
        if len(pairs) == 1:
            ((cell, only),) = pairs

            def run_with(s: Cells) -> None:
                s[cell] = only(s)
                body(s)

            return run_with

        if len(pairs) == 2:
            (a, first), (b, second) = pairs

            def run_with_two(s: Cells) -> None:
                v, w = first(s), second(s)
                s[a] = v
                s[b] = w
                body(s)

            return run_with_two

        def run(s: Cells) -> None:
            noted = [value(s) for _, value in pairs]
            for (at, _), v in zip(pairs, noted, strict=True):
                s[at] = v
            body(s)

        return run

    def _seq(self, e: p.Seq) -> Act:
        return in_turn(
            [self.act(item) for item in e.items if self.compilation.fired or not isinstance(item, p.RuleFired)]
        )

    def _spend(self, e: p.Spend) -> Act:
        cell = self.compilation.scratch.steps
        return lambda s: spend(s, cell, e.steps, e.origin)

    def _fired(self, e: p.RuleFired) -> Act:
        fired, rule = self.compilation.fired, e.rule
        if fired is None:
            return in_turn([])
        holds = constant(1) if e.test is None else self.expressions.test(e.test)

        def count(s: Cells) -> None:
            fired[rule] += bool(holds(s))

        return count


def _reverse(x: StatementContext, e: p.Reverse) -> Act:
    def other_way(s: Cells) -> None:
        s[DIRECTION] = -s[DIRECTION]

    return other_way


_MAKERS: dict[type, Callable[[Statements, Any], Act]] = {
    p.Set: Statements._set,
    p.Pick: Statements._pick,
    p.Watch: Statements._watch,
    p.Put: transfers.put,
    p.PutRun: transfers.put_run,
    p.DealRound: transfers.deal_round,
    p.DealTo: transfers.deal_to,
    p.Shuffle: transfers.shuffle,
    p.IfDo: Statements._if,
    p.Attempt: Statements._attempt,
    p.ForEach: Statements._for,
    p.WhileDo: Statements._while,
    p.Run: Statements._run,
    p.TurnOver: upheavals.turn_over,
    p.ShowTo: upheavals.show_to,
    p.Say: upheavals.say,
    p.Reverse: _reverse,
    p.LeaveTable: upheavals.leave_table,
    p.EnterStage: upheavals.enter_stage,
    p.Spend: Statements._spend,
    p.RuleFired: Statements._fired,
    p.Seq: Statements._seq,
}
