"""Checks steps that need an ordered zone if a function returns the zone.

`handling` checks zones that the steps name themselves.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from parlour import program as ir
from parlour.base.diagnostics import Diagnostic
from parlour.lang import tree as t
from parlour.lang.linearity import Routine
from parlour.lang.symbols import Tables, written
from parlour.program import Program


def check_orders(tables: Tables, routines: Iterable[Routine], program: Program) -> None:
    """Report each unordered zone that a step might deal from or shuffle."""
    for routine in routines:
        for part in routine.parts():
            match part:
                case t.Plain(ir.DealTo(source=zone) | ir.DealRound(source=zone)):
                    _check(tables, zone, part, "deal from it", program)
                case t.Plain(ir.PutRun(zone=zone)):
                    _check(tables, zone, part, "move runs from it", program)
                case t.Plain(ir.Shuffle(zone=zone)):
                    _check(tables, zone, part, "shuffle it", program)


def _check(tables: Tables, zone: ir.Expr, step: t.Plain, act: str, program: Program) -> None:
    if isinstance(zone, ir.ZoneAt) or step.origin is None:
        return
    for number in sorted(set(_possible(zone, program))):
        known = program.zones[number]
        if not known.ordered:
            message = f"this zone can be `{known.name}`, which has no order, so you can't {act}"
            place = written(tables.composition, step.origin)
            help_ = f"test first that it is another zone, or add `ordered: true` to `{known.name}`"
            tables.problems.append(Diagnostic("zone", message, place, help=help_))


def _possible(zone: ir.Expr, program: Program) -> Iterator[int]:
    """Yield the zones that an expression can return."""
    match zone:
        case ir.ZoneAt(number):
            yield number
        case ir.If(_, then, other):
            yield from _possible(then, program)
            yield from _possible(other, program)
        case ir.Sure(value):
            yield from _possible(value, program)
        case ir.CallFunction(function):
            yield from _possible(program.functions[function].body, program)
