"""Steps that need a zone with an order, where a function says which zone: each that it can give must have one.

A zone that is named in the step itself was looked at when it was read (`handling`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from parlour import program as ir
from parlour.base.diagnostics import Diagnostic
from parlour.lang import tree as t
from parlour.lang.flow import Routine
from parlour.lang.symbols import Tables, written
from parlour.program import Program


def check_orders(tables: Tables, routines: Iterable[Routine], program: Program) -> None:
    """An error for each zone without an order that such a step may deal from or shuffle."""
    for routine in routines:
        for part in routine.parts():
            match part:
                case t.Plain(ir.DealTo(source=zone) | ir.DealRound(source=zone)):
                    _check(tables, zone, part, "deal from", program)
                case t.Plain(ir.Shuffle(zone=zone)):
                    _check(tables, zone, part, "shuffle", program)


def _check(tables: Tables, zone: ir.Expr, step: t.Plain, act: str, program: Program) -> None:
    if isinstance(zone, ir.ZoneAt) or step.origin is None:
        return
    for number in sorted(set(_possible(zone, program))):
        known = program.zones[number]
        if not known.ordered:
            message = f"this can be `{known.name}`, which has no order to {act}"
            place = written(tables.composition, step.origin)
            help_ = "test first that it is another zone, or give this zone the line `ordered: true`"
            tables.problems.append(Diagnostic("zone", message, place, help=help_))


def _possible(zone: ir.Expr, program: Program) -> Iterator[int]:
    """The zones that an expression is known to be able to give."""
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
