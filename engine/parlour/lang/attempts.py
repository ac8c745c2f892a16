"""Lowers attempts, and reports those that can't be undone: their steps ask a question, leave a loop or a stage, or use
chance."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Protocol

from parlour import program as ir
from parlour.lang import syntax as s
from parlour.lang import tree as t
from parlour.lang.effects import Effects
from parlour.lang.expressions import Expressions
from parlour.lang.linearity import Routine, is_linear, linear_routines
from parlour.lang.questions import StepContext
from parlour.lang.symbols import Tables
from parlour.program import Local
from parlour.program.values import CHANCE


class Steps(Protocol):
    """Lowers the steps of an attempt."""

    expressions: Expressions

    def block(self, stmts: tuple[s.Stmt, ...], place: StepContext) -> t.Tree: ...

    def lower(self, node: s.Stmt, place: StepContext) -> t.Tree: ...


def attempt(node: s.Attempt, steps: Steps, place: StepContext, origin: ir.Origin) -> t.Attempt:
    """Lower an attempt; its condition can use the names that its steps define."""
    inner = replace(place.child(), in_loop=False, in_poll=False, answered=None)
    outside = {b.value.expr.index for b in place.scope.names.values() if isinstance(b.value.expr, Local)}
    body = t.block([steps.lower(stmt, inner) for stmt in node.body])
    keep = steps.expressions.condition(node.keep, inner.scope)
    other = t.NOTHING if node.otherwise is None else steps.block(node.otherwise, place)
    return t.Attempt(body, keep, other, tuple(sorted(outside.intersection(t.locals_set(body)))), origin, node.span)


def check_attempts(tables: Tables, routines: Mapping[str, Routine], effects: Effects) -> None:
    linear = linear_routines(routines)
    for routine in routines.values():
        for part in routine.parts():
            if not isinstance(part, t.Attempt):
                continue
            if is_linear(part.body, linear) or is_linear(part.other, linear):
                message = "an attempt can't ask questions, leave a loop or end a stage"
                help_ = "note the result in a variable, and do this after the attempt"
                tables.error("attempt", message, part.span, help=help_)
            elif CHANCE in effects.of(part.body).writes:
                message = "an attempt can't use chance: it might be undone"
                tables.error("attempt", message, part.span, help="draw lots or shuffle before the attempt")
