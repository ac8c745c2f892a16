"""Reports negative numbers as arguments of a procedure that uses them as a number of times.

This module finds the parameters; `handling` reports a negative number that is written at the step itself.
"""

from __future__ import annotations

from collections.abc import Mapping

from parlour import program as ir
from parlour.base.source import Span
from parlour.lang import tree as t
from parlour.lang.handling import less_than_nothing
from parlour.lang.linearity import Routine
from parlour.lang.symbols import Tables
from parlour.program import Const, Expr, Local


def check_counts(tables: Tables, routines: Mapping[str, Routine]) -> None:
    counts: set[Local] = set()
    handed: list[tuple[Expr, Local, Span]] = []
    for routine in routines.values():
        for part in routine.parts():
            match part:
                case t.Loop(domain=ir.Span(Const(1), Local() as times)):
                    counts.add(times)
                case t.Plain(ir.DealTo(Local() as times)) | t.Plain(ir.DealRound(Local() as times)):
                    counts.add(times)
                case t.Invoke(name, args, span):
                    params = routines[name].params
                    handed += [(arg, Local(param), span) for arg, param in zip(args, params, strict=True)]
    known = -1
    while known != len(counts):  # a procedure can pass its number on
        known = len(counts)
        counts |= {arg for arg, param, _ in handed if param in counts and isinstance(arg, Local)}
    for arg, param, span in handed:
        if param in counts and isinstance(arg, Const) and arg.value < 0:
            less_than_nothing(tables, arg.value, span)
