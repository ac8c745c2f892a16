"""Names for values inside an expression: `let x = e` on the lines before it.

The expression after such a line becomes a function of the named value and of the locals that it uses. So each value is
computed once, and the executions need nothing new.
"""

from __future__ import annotations

from parlour import program as ir
from parlour.lang import syntax as s
from parlour.lang import types
from parlour.lang.hiding import check_let
from parlour.lang.lowerer import Lowerer
from parlour.lang.symbols import ERROR, WRONG, Scope, Typed, origin
from parlour.program import Expr, Local, Type
from parlour.program.walking import free_locals, substitute


def given(e: Lowerer, node: s.Given, scope: Scope, want: Type | None) -> Typed:
    """Lower an expression with names for values, each of which can use the names before it."""
    inner = scope.child()
    named: list[tuple[s.Naming, int, Expr]] = []
    for let in node.lets:
        typed = _value(e, let, inner)
        local = e.tables.new_local(let.name, typed.type)
        inner.bind(let.name, Typed(Local(local), typed.type), assignable=True)
        named.append((let, local, typed.expr))
    result = e.lower(node.value, inner, want)
    if result.type == ERROR:
        return WRONG
    body = result.expr
    for let, local, value in reversed(named):
        body = _applied(e, let, local, value, body, scope)
    return Typed(body, result.type)


def _value(e: Lowerer, let: s.Naming, scope: Scope) -> Typed:
    check_let(e.tables, scope, let)
    value = e.lower(let.value, scope)
    if value.type == types.NOTHING:
        e.tables.error("type", f"can't infer a type for `{let.name}`: its only value is none", let.value.span)
        return WRONG
    return e.fit(value, types.CARDS, let.value) if types.is_literal(value.type) else value


def _applied(e: Lowerer, let: s.Naming, local: int, value: Expr, body: Expr, scope: Scope) -> Expr:
    """Return a call of a new function, whose body is the expression after the name."""
    outer = sorted(free_locals(body) - {local})
    params = [e.tables.new_local(*e.tables.locals[number]) for number in outer]
    renamed: Expr = substitute(body, {old: Local(new) for old, new in zip(outer, params, strict=True)})
    function = ir.Function(f"let {let.name}", (local, *params), renamed, origin(scope.document, let.span))
    return ir.CallFunction(e.functions.add(function), (value, *map(Local, outer)))
