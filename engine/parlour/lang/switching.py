"""Lowers the steps `switch on x` and `switch off x`. Switching on a rule resets it: its variables and marks get their
first values."""

from __future__ import annotations

from parlour import program as ir
from parlour.documents.document import Mapping
from parlour.lang import syntax as s
from parlour.lang import tree as t
from parlour.lang import types
from parlour.lang.declarations import members
from parlour.lang.expressions import Expressions
from parlour.lang.questions import StepContext
from parlour.lang.switches import RULES, in_force_variable
from parlour.lang.symbols import Tables
from parlour.program import Const, Expr, Local, Origin, Type, fold


def switch(node: s.Switch, expressions: Expressions, place: StepContext, where: Origin) -> t.Tree:
    """Lower a step that switches a rule, or several, on or off."""
    tables = expressions.tables
    if not expressions.switches_known(node):
        return t.NOTHING
    chosen = expressions.lower(node.rules, place.scope, RULES).expr
    now = in_force_variable(tables)
    if node.state == "off":
        return t.Plain(ir.Set(now, fold.op("-set", now, chosen), where))
    tables.switched_on |= chosen.value if isinstance(chosen, Const) else -1
    switched = t.Plain(ir.Set(now, fold.op("|", now, chosen), where))
    first = _first_values(tables, fold.op("-set", chosen, now), where)
    return switched if first is None else t.block([first, switched])


def _first_values(tables: Tables, rules: Expr, where: Origin) -> t.Tree | None:
    """Return steps that set the variables and marks of these rules to their first values."""
    rule = tables.new_local("rule", types.member(RULES))
    steps: list[t.Tree] = []
    for number, id in enumerate(tables.composition.switchable):
        own = [t.Plain(_reset(tables, v, where), where) for v in _variables(tables, id)]
        own += [t.Plain(_reset_mark(tables, mark, where), where) for mark in _marks(tables, id)]
        if own:
            steps.append(t.Branching(fold.op("==", Local(rule), Const(number)), t.block([*own]), t.NOTHING, where))
    return t.Loop(rule, rules, None, t.block(steps), where) if steps else None


def _variables(tables: Tables, id: str) -> list[int]:
    own = [m for m in members(tables, "state") if m.document.id == id and isinstance(m.value, Mapping)]
    return [tables.variables[m.name] for m in own if m.name in tables.variables]


def _marks(tables: Tables, id: str) -> list[int]:
    return [tables.marks[m.name] for m in members(tables, "marks") if m.document.id == id and m.name in tables.marks]


def _reset(tables: Tables, number: int, where: Origin) -> ir.Stmt:
    variable = tables.variable_list[number]
    locals_ = [tables.new_local(key.in_words, key.type) for key in variable.keys]
    places = (_place(key, local) for key, local in zip(variable.keys, locals_, strict=True))
    value = Const(_zero(tables, variable.type)) if variable.starts is None else variable.starts
    step: ir.Stmt = ir.Set(ir.VarAt(number, tuple(places)), value, where)
    for key, local in zip(reversed(variable.keys), reversed(locals_), strict=True):
        step = ir.ForEach(local, _all(tables, key), None, step, where)
    return step


def _zero(tables: Tables, type_: Type) -> int:
    """Return the first value of a variable of this type if its ruleset gives none."""
    if type_.kind == "record" and not type_.optional:
        return sum(f.default + f.bias << f.shift for f in tables.records[type_.name].fields)
    return type_.default


def _place(key: ir.Key, local: int) -> Expr:
    return fold.op("-", Local(local), Const(key.low)) if key.kind == "int" else Local(local)


def _all(tables: Tables, key: ir.Key) -> Expr | ir.Span:
    """Return the values of a key: a variable has one value for each."""
    match key.kind:
        case "player":
            return ir.Seated("everyone")
        case "side":
            return ir.Seated("sides")
        case "int":
            return ir.Span(Const(key.low), key.high or Const(key.low))
        case "rank":
            count = len(tables.design.ranks)
        case "suit":
            count = len(tables.design.suits)
        case _:
            count = len(tables.enums[key.type.name])
    return Const((1 << count) - 1)


def _reset_mark(tables: Tables, number: int, where: Origin) -> ir.Stmt:
    card = tables.new_local("card", types.CARD)
    first = ir.Set(ir.MarkAt(number, Local(card)), Const(tables.mark_list[number].default), where)
    return ir.ForEach(card, ir.Seated("pack"), None, first, where)
