"""Finds the parts of a loop that have the same value in all rounds, and computes each of them once: in the first round
that needs it, so a loop without rounds computes nothing. Knows no kind of loop.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TypeVar

from parlour import program as p
from parlour import tablecode as t
from parlour.lowering.unit import LoweringScope
from parlour.lowering.variables import ExpressionWriter
from parlour.program.walking import free_locals, parts, rebuilt, walk

LONGEST = 400  # nodes of a condition with the bodies of what it calls
UNKNOWN = t.Const(-1 << 61)  # no value of a ruleset, and no set of cards

MaybeExpr = TypeVar("MaybeExpr", p.Expr, p.Expr | None)


class InvariantWriter(ExpressionWriter):
    def looked_up_once(
        self, e: MaybeExpr, own: Iterable[int], scope: LoweringScope
    ) -> tuple[MaybeExpr, t.Block, LoweringScope]:
        """Return the expression for each round of a loop with these locals, the code before the loop, and a scope that
        knows the values of inner loops and calls which don't depend on the locals, as soon as a round computed them."""
        if e is None or self.premises.as_written or not self.facts.loops(e):
            return e, (), scope
        varying = set(own)
        opened = self._opened(self.folded(e), varying)
        if sum(1 for _ in walk(opened)) > LONGEST:
            opened = self.folded(e)
        known, block = dict(scope.known), list[t.Stmt]()
        for node in self._same_each_time(opened, varying):
            if node not in known:
                reg = self.unit.register()
                block.append(t.Let(reg.name, UNKNOWN))
                value = t.Bind(reg.name, self.value(node, scope))
                known[node] = t.Select(t.Op("!=", reg, UNKNOWN), reg, value)
        return (opened, tuple(block), replace(scope, known=known)) if block else (e, (), scope)

    def _opened(self, e: p.Expr, varying: set[int]) -> p.Expr:
        """Put the bodies of functions in place of calls that depend on these locals, if there is more to look up once
        inside."""
        if isinstance(e, p.Scan) or not self.facts.loops(e) or not free_locals(e) & varying:
            return e
        if isinstance(e, p.CallFunction | p.Permitted):
            body = self.facts.inlined(e)
            if body is None or self.facts.may_fault(body):
                return e
            opened = self._opened(self.folded(body), varying)
            return opened if any(True for _ in self._same_each_time(opened, varying)) else e
        opened_: p.Expr = rebuilt(e, lambda part: self._opened(part, varying) if isinstance(part, p.Expr) else part)
        return opened_

    def _same_each_time(self, e: object, varying: set[int]) -> Iterator[p.Expr]:
        """Yield the largest parts with loops that don't depend on these locals, unless each time counts as steps."""
        if isinstance(e, p.Scan | p.CallFunction | p.Permitted):
            if self.facts.loops(e) and not free_locals(e) & varying and not self.facts.counts_steps(e):
                yield e
                return
            if isinstance(e, p.Scan):
                return  # a function of its own
        for part in parts(e):
            yield from self._same_each_time(part, varying)
