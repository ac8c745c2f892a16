"""Literals: numbers, ranks, suits, cards, words, lists and ranges."""

from __future__ import annotations

from parlour import program as ir
from parlour.base.diagnostics import listing
from parlour.lang import fold, types
from parlour.lang import syntax as s
from parlour.lang.lowerer import Lowerer
from parlour.lang.symbols import ERROR, WRONG, Scope, Typed
from parlour.lang.types import in_words
from parlour.program import Const, Expr, Type

SUITS = "CDHS"
JOKER_RANK = 13
JOKER_FACE = 52
Literal = s.Number | s.Truth | s.Nothing | s.RankLit | s.SuitLit | s.CardLit | s.WordLit | s.ListLit | s.RangeLit


def literal(e: Lowerer, node: Literal, scope: Scope, want: Type | None) -> Typed:
    """Lower a literal."""
    match node:
        case s.Number():
            return _number(e, node, want)
        case s.Truth(value=value):
            return Typed(Const(int(value)), types.BOOL)
        case s.Nothing():
            return Typed(Const(ir.NONE), types.NOTHING)
        case s.RankLit():
            return _rank_lit(e, node, want)
        case s.SuitLit(suit=suit):
            return Typed(Const(SUITS.index(suit)), types.SUIT)
        case s.CardLit():
            return _card_lit(e, node)
        case s.WordLit():
            return _word_lit(e, node, want)
        case s.ListLit():
            return _list_lit(e, node, scope, want)
        case s.RangeLit():
            return range_of_ranks(e, node, scope)


def _number(e: Lowerer, node: s.Number, want: Type | None) -> Typed:
    if want is not None and want.kind in ("rank", "ranks"):
        return _rank(e, str(node.value), node)
    return Typed(Const(node.value), types.INT)


def _rank_lit(e: Lowerer, node: s.RankLit, want: Type | None) -> Typed:
    if want is not None and node.rank == "Jk" and want.kind in ("card", "cards"):
        return Typed(Const(JOKER_FACE), types.FACE)
    return _rank(e, node.rank, node)


def _rank(e: Lowerer, name: str, node: s.Node) -> Typed:
    if name == "Jk":
        return Typed(Const(JOKER_RANK), types.RANK)
    if name not in e.tables.ranks:
        ranks = ", ".join(e.tables.ranks)
        e.tables.error("type", f"unknown rank {name}; the ranks are {ranks} and Jk", node.span)
        return WRONG
    return Typed(Const(e.tables.ranks.index(name)), types.RANK)


def _card_lit(e: Lowerer, node: s.CardLit) -> Typed:
    rank = _rank(e, node.rank, node)
    if rank.type == ERROR or not isinstance(rank.expr, Const):
        return WRONG
    return Typed(Const(rank.expr.value * 4 + SUITS.index(node.suit)), types.FACE)


def _word_lit(e: Lowerer, node: s.WordLit, want: Type | None) -> Typed:
    found = e.word(node.word, want)
    if found is not None:
        return found
    if want is None or want == ERROR:
        message = "unexpected word in quotes: this place doesn't take a word of a list"
        e.tables.error("type", message, node.span, help="write names without quotes")
    elif want.kind in ("enum", "values"):
        words = list(e.tables.enums[want.name])
        message = f"expected {listing(words)}, found `{node.word}`"
        e.tables.unknown("unknown-name", message, node.word, node.span, words)
    else:
        return e.misfit(want, "a word in quotes", node)
    return WRONG


def _list_lit(e: Lowerer, node: s.ListLit, scope: Scope, want: Type | None) -> Typed:
    set_type = want if want is not None and types.is_set(want) else None
    written = [isinstance(item, s.CardLit) for item in node.items]
    if set_type in (None, types.CARDS) and any(written):
        joker = (isinstance(item, s.RankLit) and item.rank == "Jk" for item in node.items)
        if all(w or j for w, j in zip(written, joker, strict=True)):
            set_type = types.FACES
    total: Expr = Const(0)
    for item in node.items:
        member_want = types.member(set_type) if set_type else None
        if isinstance(item, s.RangeLit):
            value = range_of_ranks(e, item, scope)
        else:
            value = e.lower(item, scope, member_want if e.needs_want(item, scope) else None)
        if value.type == types.RANK and set_type == types.FACES:
            value = Typed(Const(JOKER_FACE), types.FACE)
        if value.type == ERROR:
            return WRONG
        plural = value.type if types.is_set(value.type) else types.set_of(types.plain(value.type))
        if plural is None:
            e.tables.error("type", f"a list can't contain {in_words(value.type)}", item.span)
            return WRONG
        set_type = set_type or plural
        total = fold.op("|", total, e.fit(value, set_type, item).expr)
    if set_type is None:
        return Typed(Const(ir.NONE), types.NOTHING)
    return Typed(total, set_type)


def check_range(e: Lowerer, node: s.RangeLit, low: Expr, high: Expr) -> None:
    """Report a range with literal ends that is empty."""
    literal = isinstance(node.low, s.Number | s.RankLit) and isinstance(node.high, s.Number | s.RankLit)
    if literal and isinstance(low, Const) and isinstance(high, Const) and low.value > high.value:
        help_ = "write the lower end first"
        e.tables.error("empty-range", "this range is empty", node.span, help=help_)


def range_of_ranks(e: Lowerer, node: s.RangeLit, scope: Scope) -> Typed:
    low, high = e.lower(node.low, scope, types.RANK), e.lower(node.high, scope, types.RANK)
    if ERROR in (low.type, high.type):
        return WRONG
    if not (isinstance(low.expr, Const) and isinstance(high.expr, Const)):
        e.tables.error("type", "the ends of a range of ranks must be constants", node.span)
        return WRONG
    check_range(e, node, low.expr, high.expr)
    mask = sum(1 << r for r in range(low.expr.value, high.expr.value + 1))
    return Typed(Const(mask), types.RANKS)
