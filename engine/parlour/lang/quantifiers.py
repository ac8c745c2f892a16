"""Expressions that bind a name: quantifiers and totals, whose variable runs over a set, a zone, a range or seats, and
names for values, `let x = e` on the lines before an expression.
"""

from __future__ import annotations

from parlour import program as ir
from parlour.base.frozen import frozen
from parlour.base.source import Span
from parlour.lang import logs, types
from parlour.lang import syntax as s
from parlour.lang.hiding import check_let, check_local
from parlour.lang.literals import check_range, range_of_ranks
from parlour.lang.lowerer import Lowerer
from parlour.lang.symbols import ERROR, WRONG, Scope, Typed, origin, type_by_name
from parlour.lang.types import in_words
from parlour.program import Expr, Local, Type, fold
from parlour.program.walking import free_locals, substitute

# ---------------------------------------------------------------- `with most` and `with least`

_TESTS = ("any", "all", "no")  # they only test members, and choose none
_LAST = s.Quantified | s.Total  # what reaches as far to the right as it can


def well_placed(e: Lowerer, node: s.Each, kind: str) -> bool:
    """True if `with most` or `with least` can choose between members, both here and at the end of the condition.

    Otherwise report it. `kind` is the word of the quantifier or total, or `for` in a loop.
    """
    if node.order is None and kind not in _TESTS and node.where is not None:
        last = [
            part for part in s.walk(node.where) if isinstance(part, _LAST) and part.each.span.end == node.span.end
        ]
        for inner in last:
            if _idle(inner.each, inner.kind) and _compares(inner.each, node.var):
                help_ = f"put brackets around `{last[0].kind} …`: `{_bracketed(node, last[0], _order(inner.each))}`"
                _report_order(e, inner.each, inner.kind, help_)
                return False
    if _idle(node, kind):
        _report_order(e, node, kind, _corrected(node, kind))
        return False
    return True


def _idle(node: s.Each, kind: str) -> bool:
    """True if the order of `node` can't choose between its members."""
    return node.order is not None and (kind in _TESTS or not _compares(node, node.var))


def _compares(node: s.Each, var: str) -> bool:
    """True if the value that the order compares depends on a variable."""
    return any(isinstance(part, s.Name) and part.id == var for part in s.walk(node.by))


def _report_order(e: Lowerer, node: s.Each, kind: str, help_: str | None) -> None:
    order = f"`with {node.order}` belongs to `{kind}`"
    if kind in _TESTS:
        message = f"{order} here, which can't have it; `those`, `the`, `count`, totals and loops can"
    else:
        message = f"{order} here, but its value doesn't depend on `{node.var}`"
    e.tables.error("type", message, _order(node), help=help_)


def _order(node: s.Each) -> Span:
    """Return the place of `with most E`."""
    assert node.by is not None
    return Span(node.span.source, node.span.source.text.rindex("with", 0, node.by.span.start), node.span.end)


def _between(node: s.Each, start: int, end: int) -> str:
    """Return a part of the text in one line."""
    return " ".join(node.span.source.text[start:end].split())


def _bracketed(node: s.Each, inner: s.Quantified | s.Total, order: Span) -> str:
    """Return `node` with brackets around `inner`, so that the order at its end is its own."""
    before = _between(node, node.span.start, inner.span.start)
    return f"{before} ({_between(node, inner.span.start, order.start)}) {_between(node, order.start, order.end)}"


def _corrected(node: s.Each, kind: str) -> str | None:
    """Return what to do about an order that no outer quantifier can take."""
    if kind not in _TESTS:
        return f"compare a value of `{node.var}`, or remove `with {node.order} …`"
    if isinstance(node.domain, s.RangeLit | s.ListLit):
        return None  # `those` makes no set of numbers
    order, text = _order(node), node.span.source.text
    domain_end = order.start if node.where is None else text.rindex("where", 0, node.where.span.start)
    members = f"{_between(node, node.span.start, domain_end)} {_between(node, order.start, order.end)}"
    condition = _between(node, domain_end, order.start)
    return f"to choose members first, write `{kind} {node.var} in (those {members}) {condition}".rstrip() + "`"


# ---------------------------------------------------------------- variables that run over members

_EVERY = {"player": "players", "side": "sides", "rank": "ranks", "suit": "suits"}
_OF_SETS = ("any", "all", "no", "count", "sum", "most", "least")  # what can run over sets of cards


@frozen
class Domain:
    """The domain of a variable, and its type. `among`: only these numbers of a span, in ascending order."""

    over: Expr | ir.SeatOrder | ir.Span
    type: Type
    among: tuple[int, ...] = ()

    def listed(self, local: int) -> Expr:
        """Return the condition that a number is one of `among`."""
        if not self.among or len(self.among) == self.among[-1] - self.among[0] + 1:
            return fold.TRUE
        return fold.disjunction([fold.op("==", ir.Local(local), ir.Const(n)) for n in self.among])


def domain_of(e: Lowerer, node: s.Expr, scope: Scope, hint: Type | None = None) -> Domain | None:
    """Return the domain of a variable: a set, a zone, a range or seats. The hint is for names such as `Jk`."""
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
    if isinstance(node, s.ListLit) and _is_number(node.items[:1]):
        return _numbers(e, node, scope)
    value = e.hinted(node, scope, hint)
    if value.type.kind == "zone":
        value = e.fit(value, types.CARDS, node)
    if types.is_literal(value.type):
        value = e.fit(value, types.CARDS, node)
    if value.type == ERROR:
        return None
    if not types.is_set(value.type):
        every = _EVERY.get(value.type.kind)
        help_ = f"for all of them, write `{every}`" if every is not None else type_by_name(e.tables, value, node)
        message = f"expected a set, a zone or a range, found {in_words(value.type)}"
        e.tables.error("type", message, node.span, help=help_)
        return None
    return Domain(value.expr, types.member(value.type))


def _is_number(items: tuple[s.Expr, ...]) -> bool:
    """True if a list begins with a number, so that it isn't a list of ranks. A lone number can be a rank, too."""
    match items:
        case (s.Number() | s.Minus(),):
            return True
        case (s.RangeLit(_, low, high),):
            return not isinstance(low, s.RankLit) and not isinstance(high, s.RankLit)
        case _:
            return False


def _numbers(e: Lowerer, node: s.ListLit, scope: Scope) -> Domain | None:
    """Return the numbers of a list such as `[18, 20, 22..24]`."""
    numbers: set[int] = set()
    for item in node.items:
        ends = (item.low, item.high) if isinstance(item, s.RangeLit) else (item, item)
        low, high = (e.lower(end, scope, types.INT) for end in ends)
        if ERROR in (low.type, high.type):
            return None
        if not isinstance(low.expr, ir.Const) or not isinstance(high.expr, ir.Const):
            e.tables.error("constant", "the numbers of a list must be constants", item.span)
            return None
        if isinstance(item, s.RangeLit):
            check_range(e, item, low.expr, high.expr)
        numbers.update(range(low.expr.value, high.expr.value + 1))
    among = tuple(sorted(numbers))
    return Domain(ir.Span(ir.Const(among[0]), ir.Const(among[-1])), types.INT, among) if among else None


def each(e: Lowerer, node: s.Each, scope: Scope, kind: str = "for") -> tuple[int, Domain, Expr | None, Scope] | None:
    """Return the variable, its domain, its condition, and its scope. With `most` or `least` the domain is already
    narrowed down. `kind` is the word of the quantifier or total."""
    if isinstance(node.domain, s.SetsAmong):
        message = f"only `{'`, `'.join(_OF_SETS)}` run over sets of cards"
        e.tables.error("type", message, node.domain.span)
        return None
    if not well_placed(e, node, kind):
        return None
    log = logs.log_named(e, node.domain, scope)
    domain = domain_of(e, node.domain, scope) if log is None else Domain(logs.numbers(log), types.INT)
    if domain is None:
        return None
    check_local(e.tables, scope, node.var, node.var_span)
    local = e.tables.new_local(node.var, domain.type)
    e.tables.key_uses.bind(local, domain.over, domain.among)
    inner = scope.child()
    inner.bind(node.var, Typed(ir.Local(local), domain.type) if log is None else logs.entry(log, ir.Local(local)))
    where = e.condition(node.where, inner) if node.where is not None else None
    if domain.among and kind == "all":  # other numbers between the first and the last don't matter
        where = None if where is None else fold.disjunction([fold.negation(domain.listed(local)), where])
    elif domain.among:
        where = fold.conjunction([domain.listed(local), where or fold.TRUE])
        where = None if where == fold.TRUE else where
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


Run = tuple[int, Expr | ir.SeatOrder | ir.Span | ir.Subsets, Type, Expr | None, Scope]
"""A variable, its domain and its type, its condition, and its scope."""


def _run(e: Lowerer, node: s.Quantified | s.Total, scope: Scope) -> Run | None:
    """Lower what a quantifier or a total runs over."""
    if isinstance(node.each.domain, s.SetsAmong):
        return _over_sets(e, node.each, node.each.domain, scope)
    each_ = each(e, node.each, scope, node.kind)
    if each_ is None:
        return None
    local, domain, where, inner = each_
    return local, domain.over, domain.type, where, inner


def _over_sets(e: Lowerer, each_: s.Each, domain: s.SetsAmong, scope: Scope) -> Run | None:
    low, high = e.lower(domain.low, scope, types.INT), e.lower(domain.high, scope, types.INT)
    of = e.lower(domain.of, scope, types.CARDS)
    limit = None if domain.limit is None else e.lower(domain.limit, scope, types.INT)
    check_local(e.tables, scope, each_.var, each_.var_span)
    local = e.tables.new_local(each_.var, types.CARDS)
    inner = scope.child()
    inner.bind(each_.var, Typed(ir.Local(local), types.CARDS))
    where = None if each_.where is None else e.condition(each_.where, inner)
    if each_.order is not None and each_.by is not None:
        message = f"`with {each_.order}` needs members of a set, but `{each_.var}` is a set of cards"
        e.tables.error("type", message, each_.by.span)
        return None
    if ERROR in (low.type, high.type, of.type) or (limit is not None and limit.type == ERROR):
        return None
    place = origin(scope.document, domain.span)
    most = None if limit is None else limit.expr
    return local, ir.Subsets(of.expr, low.expr, high.expr, most, place), types.CARDS, where, inner


def quantified(e: Lowerer, node: s.Quantified, scope: Scope) -> Typed:
    if node.kind == "all" and node.each.where is None and node.each.order is None:
        message = "missing `where` after `all`, which is always true without a condition"
        e.tables.error("syntax-empty", message, node.span, help=f"add a condition: `{node.span.text} where …`")
        return WRONG
    if isinstance(node.each.domain, s.SetsAmong) and node.kind not in _OF_SETS:
        message = f"`{node.kind}` can't run over sets of cards; `{'`, `'.join(_OF_SETS)}` can"
        e.tables.error("type", message, node.each.domain.span)
        return WRONG
    run = _run(e, node, scope)
    if run is None:
        return WRONG
    log = None if isinstance(node.each.domain, s.SetsAmong) else logs.log_named(e, node.each.domain, scope)
    if node.kind in ("the", "those") and log is not None:
        message = f"`{node.kind}` can't pick entries of a log; `any`, `all`, `no`, `count` and totals can run over it"
        e.tables.error("type", message, node.span)
        return WRONG
    local, domain, type_, where, _ = run
    whole = types.set_of(type_)
    if node.kind == "no":
        return Typed(fold.negation(ir.Scan("any", local, domain, where, None)), types.BOOL)
    if node.kind in ("any", "all"):
        return Typed(ir.Scan(node.kind, local, domain, where, None), types.BOOL)  # type: ignore[arg-type]  # any or all
    if node.kind == "count":
        return Typed(ir.Scan("count", local, domain, where, None), types.INT)
    if node.kind == "the":
        return Typed(ir.Scan("first", local, domain, where, None), types.optional(type_))
    if whole is None:
        e.tables.error("type", f"`those` makes a set, which can't contain {in_words(type_)}", node.span)
        return WRONG
    if where is None and not isinstance(domain, ir.SeatOrder | ir.Span | ir.Subsets):
        return Typed(domain, whole)
    return Typed(ir.Scan("those", local, domain, where, None), whole)


def total(e: Lowerer, node: s.Total, scope: Scope) -> Typed:
    run = _run(e, node, scope)
    if run is None:
        return WRONG
    local, domain, _, where, inner = run
    value = e.lower(node.value, inner, types.INT).expr
    kind = {"sum": "sum", "most": "max", "least": "min"}[node.kind]
    return Typed(ir.Scan(kind, local, domain, where, value), types.INT)  # type: ignore[arg-type]  # as listed


def seats(e: Lowerer, node: s.Seats, scope: Scope) -> Typed:
    domain = domain_of(e, node, scope)
    if domain is None:
        return WRONG
    local = e.tables.new_local("seat", types.PLAYER)
    return Typed(ir.Scan("those", local, domain.over, None, None), types.PLAYERS)


# ---------------------------------------------------------------- names for values


def given(e: Lowerer, node: s.Given, scope: Scope, want: Type | None) -> Typed:
    """Lower an expression with names for values, each of which can use the names before it."""
    inner = scope.child()
    named = [(let, *name_value(e, let, inner)) for let in node.lets]
    result = e.lower(node.value, inner, want)
    if result.type == ERROR:
        return WRONG
    body = result.expr
    for let, local, value in reversed(named):
        body = _applied(e, let, local, value, body, scope)
    return Typed(body, result.type)


def name_value(e: Lowerer, let: s.Let | s.Naming, scope: Scope) -> tuple[int, Expr]:
    """Return the new local that `let` names, and its value."""
    check_let(e.tables, scope, let)
    value = e.lower(let.value, scope)
    if value.type == types.NOTHING:
        e.tables.error("type", f"can't infer a type for `{let.name}`: its only value is none", let.value.span)
        value = WRONG
    if types.is_literal(value.type):
        value = e.fit(value, types.CARDS, let.value)
    local = e.tables.new_local(let.name, value.type)
    scope.bind(let.name, Typed(Local(local), value.type), assignable=True)
    return local, value.expr


def _applied(e: Lowerer, let: s.Naming, local: int, value: Expr, body: Expr, scope: Scope) -> Expr:
    """Return a call of a new function, whose body is the expression after the name."""
    outer = sorted(free_locals(body) - {local})
    params = [e.tables.new_local(*e.tables.locals[number]) for number in outer]
    renamed: Expr = substitute(body, {old: Local(new) for old, new in zip(outer, params, strict=True)})
    function = ir.Function(f"let {let.name}", (local, *params), renamed, origin(scope.document, let.span))
    return ir.CallFunction(e.functions.add(function), (value, *map(Local, outer)))
