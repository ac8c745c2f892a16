"""The results of a game as a function, for whole playouts."""

from __future__ import annotations

from parlour import program as p
from parlour import tablecode as t
from parlour.lowering.expressions import Expressions
from parlour.lowering.unit import LoweringScope, Unit
from parlour.program.walking import substitute
from parlour.table.layout import Layout


def outcome(unit: Unit, expressions: Expressions) -> t.Function:
    """Return the function `outcome`, which lists the gathered results."""
    values = [of for result in gathered(unit.program) for of in results_of(unit.layout, result)]
    appended = (t.Append("found", expressions.value(value, LoweringScope({}, None))) for value in values)
    return t.Function("outcome", (), (t.Begin("found"), *appended, t.Return(t.Reg("found"))))


def gathered(program: p.Program) -> tuple[p.Result, ...]:
    """The results that playouts gather: numbers of 64 bits that are meaningful as numbers."""
    return tuple(result for result in program.results if result.type.kind not in ("card", "cards", "record", "zone"))


def results_of(layout: Layout, result: p.Result) -> list[p.Expr]:
    """The expressions of a result: one for each player or side in turn, or one for all."""
    if result.per is None or result.key is None:
        return [result.value]
    return [substitute(result.value, {result.key: p.Const(k)}) for k in range(layout.holders(result.per))]
