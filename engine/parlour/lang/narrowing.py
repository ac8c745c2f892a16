"""Checks that `with most` and `with least` belong to the quantifier that their author means.

Both belong to the nearest quantifier on their left, so behind `where any …` they end up with `any`.
"""

from __future__ import annotations

from parlour.base.source import Span
from parlour.lang import syntax as s
from parlour.lang.lowerer import Lowerer

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
                _report(e, inner.each, inner.kind, help_)
                return False
    if _idle(node, kind):
        _report(e, node, kind, _corrected(node, kind))
        return False
    return True


def _idle(node: s.Each, kind: str) -> bool:
    """True if the order of `node` can't choose between its members."""
    return node.order is not None and (kind in _TESTS or not _compares(node, node.var))


def _compares(node: s.Each, var: str) -> bool:
    """True if the value that the order compares depends on a variable."""
    return any(isinstance(part, s.Name) and part.id == var for part in s.walk(node.by))


def _report(e: Lowerer, node: s.Each, kind: str, help_: str | None) -> None:
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
