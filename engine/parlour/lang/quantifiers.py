"""Expressions with a variable that runs over a set, a zone, a range or seats."""

from __future__ import annotations

from dataclasses import dataclass

from parlour import program as ir
from parlour.lang import syntax as s
from parlour.lang import types
from parlour.lang.hiding import check_local
from parlour.lang.literals import check_range, range_of_ranks
from parlour.lang.lowerer import Lowerer
from parlour.lang.symbols import ERROR, WRONG, Scope, Typed
from parlour.lang.types import in_words
from parlour.program import Expr, Type, fold


@dataclass(frozen=True)
class Domain:
    """What a variable runs over, and its type."""

    over: Expr | ir.SeatOrder | ir.Span
    type: Type


def domain_of(e: Lowerer, node: s.Expr, scope: Scope) -> Domain | None:
    """Return what a variable runs over: a set, a zone, a range or seats."""
    if isinstance(node, s.Seats):
        start = e.lower(node.player, scope, types.PLAYER)
        return None if start.type == ERROR else Domain(ir.SeatOrder(start.expr, node.kind == "after"), types.PLAYER)
    if isinstance(node, s.RangeLit):
        if isinstance(node.low, s.RankLit) or isinstance(node.high, s.RankLit):
            ranks = range_of_ranks(e, node, scope)
            return None if ranks.type == ERROR else Domain(ranks.expr, types.RANK)
        low, high = e.lower(node.low, scope), e.lower(node.high, scope)
        if ERROR in (low.type, high.type):
            return None
        base = types.RANK if types.RANK in (low.type, high.type) else types.INT
        check_range(e, node, low.expr, high.expr)
        return Domain(ir.Span(e.fit(low, base, node.low).expr, e.fit(high, base, node.high).expr), base)
    value = e.lower(node, scope)
    if value.type.kind == "zone":
        value = e.fit(value, types.CARDS, node)
    if value.type == types.FACES:
        value = e.fit(value, types.CARDS, node)
    if value.type == ERROR:
        return None
    if not types.is_set(value.type):
        e.tables.error("type", f"expected a set, a zone or a range, found {in_words(value.type)}", node.span)
        return None
    return Domain(value.expr, types.member(value.type))


def each(e: Lowerer, node: s.Each, scope: Scope) -> tuple[int, Domain, Expr | None, Scope] | None:
    """Return the variable, its domain, its condition, and its scope. With `most` or `least` the domain is already
    narrowed down."""
    domain = domain_of(e, node.domain, scope)
    if domain is None:
        return None
    check_local(e.tables, scope, node.var, node.var_span)
    local = e.tables.new_local(node.var, domain.type)
    inner = scope.child()
    inner.bind(node.var, Typed(ir.Local(local), domain.type))
    where = e.condition(node.where, inner) if node.where is not None else None
    if node.order is not None and node.by is not None:
        if types.set_of(domain.type) is None:
            message = f"`with {node.order}` needs members of a set, but `{node.var}` is {in_words(domain.type)}"
            value_of = f"{node.order} {node.var} for {node.var} in {node.domain.span.text}"
            help_ = f"to get the value itself, write `{value_of}`"
            e.tables.error("type", message, node.by.span, help=help_)
            return None
        value = e.lower(node.by, inner, types.INT).expr
        kind = "most" if node.order == "most" else "least"
        narrowed = ir.Scan(kind, local, domain.over, where, value)  # type: ignore[arg-type]  # two literals
        outer = e.tables.new_local(node.var, domain.type)
        inner = scope.child()
        inner.bind(node.var, Typed(ir.Local(outer), domain.type))
        return outer, Domain(narrowed, domain.type), None, inner
    return local, domain, where, inner


def quantified(e: Lowerer, node: s.Quantified, scope: Scope) -> Typed:
    found = each(e, node.each, scope)
    if found is None:
        return WRONG
    local, domain, where, _ = found
    whole = types.set_of(domain.type)
    if node.kind == "no":
        return Typed(fold.negation(ir.Scan("any", local, domain.over, where, None)), types.BOOL)
    if node.kind in ("any", "all"):
        return Typed(ir.Scan(node.kind, local, domain.over, where, None), types.BOOL)  # type: ignore[arg-type]  # any or all
    if node.kind == "count":
        return Typed(ir.Scan("count", local, domain.over, where, None), types.INT)
    if node.kind == "the":
        return Typed(ir.Scan("first", local, domain.over, where, None), types.optional(domain.type))
    if whole is None:
        e.tables.error("type", f"`those` makes a set, which can't contain {in_words(domain.type)}", node.span)
        return WRONG
    if where is None and not isinstance(domain.over, ir.SeatOrder | ir.Span):
        return Typed(domain.over, whole)
    return Typed(ir.Scan("those", local, domain.over, where, None), whole)


def total(e: Lowerer, node: s.Total, scope: Scope) -> Typed:
    found = each(e, node.each, scope)
    if found is None:
        return WRONG
    local, domain, where, inner = found
    value = e.lower(node.value, inner, types.INT).expr
    kind = {"sum": "sum", "most": "max", "least": "min"}[node.kind]
    return Typed(ir.Scan(kind, local, domain.over, where, value), types.INT)  # type: ignore[arg-type]  # as listed


def seats(e: Lowerer, node: s.Seats, scope: Scope) -> Typed:
    domain = domain_of(e, node, scope)
    if domain is None:
        return WRONG
    local = e.tables.new_local("seat", types.PLAYER)
    return Typed(ir.Scan("those", local, domain.over, None, None), types.PLAYERS)
