"""Splits the condition of an action into parts, and finds the choice that each part restricts.

So a choice that leads nowhere is dropped before the choices after it are considered. Numbers are only those between the
bounds that the condition sets, which are computed once. Knows expressions only.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from parlour import program as p
from parlour.analysis.clause_verdicts import conjunction
from parlour.analysis.facts import Facts
from parlour.program.operators import TURNED
from parlour.program.set_bounds import conjuncts
from parlour.program.walking import free_locals, walk

_ONE = p.Const(1)
_PLAIN = (p.Const, p.Local, p.And, p.Or, p.Op)


def by_slot(facts: Facts, guard: p.Expr | None, slots: Sequence[p.Slot]) -> list[tuple[p.Slot, p.Expr | None]]:
    """Return each slot with the conditions that can be evaluated once it is filled, in the order of the source."""
    found: list[list[p.Expr]] = [[] for _ in slots]
    for item in [] if guard is None else conjuncts(guard):
        inside = free_locals(item)
        last = max((k for k, slot in enumerate(slots) if slot.local in inside), default=0)
        found[last].append(item)
    return [_bounded(facts, slot, items) for slot, items in zip(slots, found, strict=True)]


def _bounded(facts: Facts, slot: p.Slot, items: list[p.Expr]) -> tuple[p.Slot, p.Expr | None]:
    """Move comparisons of a number with other values into the range that it is chosen from. The first condition of
    another kind ends this, because it can be what makes the others possible."""
    rest: list[p.Expr] = []
    for at, item in enumerate(items):
        parts = conjuncts(facts.inlined(item) or item)
        spans = list(_narrower(facts, slot, parts))
        if spans:
            slot = replace(slot, domain=spans[-1])
        if len(spans) == len(parts):
            continue
        rest.append(item)
        if free_locals(item) - {slot.local} or not all(isinstance(node, _PLAIN) for node in walk(item)):
            rest += items[at + 1 :]
            break
    return slot, conjunction(rest) if rest else None


def _narrower(facts: Facts, slot: p.Slot, parts: Sequence[p.Expr]) -> Iterator[p.Span]:
    """Yield the range of a slot for numbers, narrowed by one more of the first conditions."""
    for part in parts:
        span = _within(facts, slot, part)
        if span is None:
            return
        yield span
        slot = replace(slot, domain=span)


def _within(facts: Facts, slot: p.Slot, item: p.Expr) -> p.Span | None:
    """Return the range of a slot for numbers, narrowed by a comparison with a value that needs no test."""
    if not isinstance(slot.domain, p.Span) or slot.type.kind != "int" or not isinstance(item, p.Op):
        return None
    op, number, value = item.op, item.left, item.right
    if value == p.Local(slot.local):
        op, number, value = TURNED.get(op, op), value, number
    type_ = facts.typing.type_of(value)
    if number != p.Local(slot.local) or slot.local in free_locals(value) or (type_ is not None and type_.optional):
        return None
    if op not in TURNED or op == "!=" or facts.may_be_wrong(value):
        return None
    low, high = slot.domain.low, slot.domain.high
    if op in ("==", ">=", ">"):
        low = p.Op("max", low, value if op != ">" else p.Op("+", value, _ONE))
    if op in ("==", "<=", "<"):
        high = p.Op("min", high, value if op != "<" else p.Op("-", value, _ONE))
    return p.Span(low, high)
