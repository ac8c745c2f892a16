"""Decides whether the steps of one hook can make the condition of another one true, although the two conditions exclude
each other. Then the order of the hooks decides whether the second one acts.
"""

from __future__ import annotations

from collections.abc import Callable

from parlour import program as ir
from parlour.lang import tree as t
from parlour.lang.effects import Effects, meet
from parlour.lang.exclusive import exclusive, lasting
from parlour.lang.symbols import Tables
from parlour.program import Expr, fold
from parlour.program.values import Thing


def can_enable(
    tables: Tables, effects: Effects, test: Expr, steps: t.Tree, other: Expr, but: t.Tree | None = None
) -> bool:
    """True if `other` might hold after steps that run where `test` holds. Ignores the step `but`."""
    changed = effects.of(steps, but).touched
    if not meet(changed, effects.reads(other)):
        return False
    facts = _facts(tables, effects, steps, but)

    def untouched(known: frozenset[Thing]) -> Callable[[Expr], bool]:
        return lambda e: not meet(changed - known, effects.reads(e))

    before = lasting(test, untouched(frozenset()))
    known = frozenset(facts)
    return not exclusive(fold.conjunction([before, *facts.values()]), lasting(other, untouched(known)), tables.design)


def _facts(tables: Tables, effects: Effects, steps: t.Tree, but: t.Tree | None) -> dict[Thing, Expr]:
    """Return tests for the values that steps leave in the variables of the table that they always set last."""
    facts: dict[Thing, Expr] = {}
    for step in steps.items if isinstance(steps, t.Block) else (steps,):
        changed = effects.of(step, but).touched
        facts = {thing: fact for thing, fact in facts.items() if not meet(changed, effects.reads(fact))}
        match step:
            case t.Noted(_, inner):
                facts |= _facts(tables, effects, inner, but)
            case t.Plain(ir.Set(ir.VarAt(number, ()) as variable, value)) if not meet(changed, effects.reads(value)):
                facts[("var", number)] = _fact(tables, variable, value)
    return facts


def _fact(tables: Tables, variable: ir.VarAt, value: Expr) -> Expr:
    if tables.variable_list[variable.var].type.kind != "bool":
        return fold.op("==", variable, value)
    if isinstance(value, ir.Const):
        return variable if value.value else fold.negation(variable)
    return fold.TRUE
