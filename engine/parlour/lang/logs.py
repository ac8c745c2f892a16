"""Logs: lists of entries that only grow, until a stage empties them.

A log is two variables: its entries, numbered from 1, and their number. So the executions need nothing new.
"""

from __future__ import annotations

from parlour import program as ir
from parlour.lang import syntax as s
from parlour.lang import types
from parlour.lang.lowerer import Lowerer
from parlour.lang.symbols import ERROR, WRONG, DeclaredLog, Scope, Typed, origin
from parlour.program import Const, Expr, Local, fold

FIELDS = ("size", "first", "last")


def log_named(e: Lowerer, node: s.Expr, scope: Scope) -> DeclaredLog | None:
    """Return the log that an expression names, if it is just that name."""
    named = isinstance(node, s.Name) and node.id not in scope.names
    return e.tables.logs.get(node.id) if named and isinstance(node, s.Name) else None


def length(log: DeclaredLog) -> Expr:
    return ir.VarAt(log.length)


def is_empty(log: DeclaredLog) -> Expr:
    """Return the condition that there is no entry. The checker draws conclusions from a comparison of this form."""
    return fold.op("<", length(log), Const(1))


def entry(log: DeclaredLog, number: Expr) -> Typed:
    """Return the entry with this number, counted from 1."""
    return Typed(ir.VarAt(log.entries, (fold.op("-", number, Const(1)),)), log.type)


def numbers(log: DeclaredLog) -> ir.Span:
    """Return the numbers of the entries, oldest first."""
    return ir.Span(Const(1), length(log))


def field_of(e: Lowerer, log: DeclaredLog, node: s.Field) -> Typed:
    """Return `size`, or the first or last entry, which is none if there is no entry."""
    if node.name == "size":
        return Typed(length(log), types.INT)
    if node.name not in FIELDS:
        message = f"a log has no field `{node.name}`"
        e.tables.unknown("unknown-field", message, node.name, node.name_span, FIELDS)
        return WRONG
    number: Expr = Const(1) if node.name == "first" else length(log)
    type_ = types.optional(log.type)
    nothing = Const(type_.none)
    return Typed(fold.choice(is_empty(log), nothing, entry(log, number).expr, type_.kind == "int"), type_)


def added(e: Lowerer, node: s.Log, scope: Scope) -> tuple[ir.Set, ...]:
    """Return the statements of a step `log name(…)`, in their order."""
    log = e.tables.logs.get(node.name)
    if log is None:
        message = f"unknown log `{node.name}`"
        e.tables.unknown("unknown-name", message, node.name, node.name_span, list(e.tables.logs))
        return ()
    value = _value(e, log, node, scope)
    if value.type == ERROR:
        return ()
    where = origin(scope.document, node.span)
    entry = Local(e.tables.new_local("entry", log.type))
    full = f"the log `{node.name}` is full; its room is {log.room_text}"
    more = fold.op("<", length(log), log.room)
    place = ir.Sure(ir.If(more, length(log), Const(ir.NONE)), where, ir.NONE, full)
    return (
        ir.Set(entry, value.expr, where),
        ir.Set(ir.VarAt(log.entries, (place,)), entry, where),
        ir.Set(ir.VarAt(log.length), fold.op("+", length(log), Const(1)), where),
    )


def _value(e: Lowerer, log: DeclaredLog, node: s.Log, scope: Scope) -> Typed:
    if isinstance(node.value, s.Expr):
        return e.lower(node.value, scope, log.type)
    if log.type.kind != "record":
        message = f"expected {types.expected(log.type)}, found fields of a record"
        e.tables.error("type", message, node.span, help=f"write `log {node.name}(…)` with one value")
        return WRONG
    return e.lower(s.Make(node.span, log.type.name, node.value), scope, log.type)
