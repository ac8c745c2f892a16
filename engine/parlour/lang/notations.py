"""Warns about actions whose notation doesn't say which move is meant, so that several moves have the same text.

In play, the second of two moves with the same text gets a number.
"""

from __future__ import annotations

from collections.abc import Mapping

from parlour import program as ir
from parlour.base.diagnostics import Related
from parlour.lang import tree as t
from parlour.lang.exclusive import exclusive
from parlour.lang.symbols import Tables
from parlour.program import And, Const, Design, Expr, Local, Op, Type, fold
from parlour.program.set_bounds import bounds
from parlour.program.walking import free_locals, mentions, substitute

MANY = 1 << 10  # cards
Shape = tuple[object, ...]


def check_notations(tables: Tables, asked: Mapping[int, t.Asking]) -> None:
    """Warn about each two actions that can have the same text, and about each choice that a text leaves open."""
    for asking in asked.values():
        _check_alike(tables, asking)
        for tree in asking.arms:
            for name in (tables.locals[local][0] for local in _left_open(tree.arm)):
                message = f"the text of `{tree.arm.id}` leaves out the choice `{name}`"
                help_ = f"write `{{{name}}}` in the text, or a value of it that differs for each choice"
                tables.warn("written-alike", f"{message}, so several moves can have the same text", tree.span, help_)


# ---------------------------------------------------------------- two actions


def _check_alike(tables: Tables, asking: t.Asking) -> None:
    """Compare the words of notations, and the types of the holes between them."""
    lets = dict(asking.lets)
    by_shape: dict[Shape, list[t.ArmTree]] = {}
    for arm in asking.arms:
        by_shape.setdefault(_shape(arm.arm), []).append(arm)
    for arms in by_shape.values():
        for k, second in enumerate(arms):
            first = next((other for other in arms[:k] if _both(other.arm, second.arm, lets, tables.design)), None)
            if first is not None:
                one, two = f"`{first.arm.id}`", f"`{second.arm.id}`"
                message = f"{one} and {two} have the same notation and can be possible at the same time"
                help_ = f"give {two} another notation, or a condition that excludes {one}"
                tables.warn("written-alike", message, second.span, help_, (Related(first.span, one),))


def _shape(arm: ir.Arm) -> Shape:
    """Return the words of a notation in lower case, with the types of the holes between them."""
    parts: list[object] = []
    text = ""
    for piece in (*arm.notation, None):
        if isinstance(piece, str):
            text += piece
            continue
        parts += text.casefold().split()
        text = ""
        if piece is not None:
            parts.append(_kind(piece.type))
    return tuple(parts)


def _kind(type_: Type) -> tuple[str, str]:
    return ("card", "") if type_.kind in ("card", "cards") else (type_.kind, type_.name)


def _both(first: ir.Arm, second: ir.Arm, lets: Mapping[int, Expr], design: Design) -> bool:
    """True if both might be offered with the same text."""
    if first.last != second.last:
        return False
    one = [piece.value for piece in first.notation if isinstance(piece, ir.Hole)]
    two = [piece.value for piece in second.notation if isinstance(piece, ir.Hole)]
    if any(isinstance(a, Const) and isinstance(b, Const) and a != b for a, b in zip(one, two, strict=True)):
        return False
    if any(_apart(_size(first, a, lets), _size(second, b, lets)) for a, b in zip(one, two, strict=True)):
        return False
    same = {b.index: a for a, b in zip(one, two, strict=True) if isinstance(a, Local) and isinstance(b, Local)}
    return not exclusive(_condition(first), substitute(_condition(second), same), design)


def _apart(one: tuple[int, int], two: tuple[int, int]) -> bool:
    return one[1] < two[0] or two[1] < one[0]


def _size(arm: ir.Arm, value: Expr, lets: Mapping[int, Expr]) -> tuple[int, int]:
    """Return the smallest and the largest number of cards that a choice can have, as far as they are known."""
    for slot in arm.slots:
        if value != Local(slot.local) or slot.type.kind not in ("card", "cards"):
            continue
        domain = lets.get(slot.domain.index, slot.domain) if isinstance(slot.domain, Local) else slot.domain
        most = 1 if slot.form in ("each", "guises") or isinstance(domain, ir.Single) else MANY
        low = slot.low.value if isinstance(slot.low, Const) else int(slot.form != "sets")
        high = min(most, slot.high.value) if isinstance(slot.high, Const) else most
        tested = bounds(arm.where, slot.local)
        return max(low, tested.low or 0), high if tested.high is None else min(high, tested.high)
    return 0, MANY


def _condition(arm: ir.Arm) -> Expr:
    tests = [test for test in (arm.test, arm.where, arm.may) if test is not None]
    for slot in arm.slots:
        match slot.domain:
            case Const() if slot.form == "each":
                tests.append(fold.op("has", slot.domain, Local(slot.local)))
            case ir.Span(low, high):
                tests += [fold.op(">=", Local(slot.local), low), fold.op("<=", Local(slot.local), high)]
            case _:
                pass
    return fold.conjunction(tests)


# ---------------------------------------------------------------- choices that a text leaves open


def _left_open(arm: ir.Arm) -> list[int]:
    """Return the locals of the choices that neither the text nor a named choice determines: a named one can come from
    them (`for n in 1..7, c in column(n)`), or a condition equate them with something."""
    open_ = [slot.local for slot in arm.slots if not mentions(arm.notation, slot.local) and not _is_single(slot)]
    named = {slot.local for slot in arm.slots if slot.local not in open_}
    for slot in reversed(arm.slots):
        if slot.local in named:
            named |= free_locals(slot.domain) & {*open_}
    tests = arm.where.items if isinstance(arm.where, And) else (arm.where,)
    return [local for local in open_ if local not in named and not any(_fixes(test, local, named) for test in tests)]


def _is_single(slot: ir.Slot) -> bool:
    """True if there is at most one value to choose."""
    match slot.domain:
        case ir.Single():
            return True
        case ir.Span(low, high):
            return low == high
        case Const(value) if slot.form == "each":
            return value.bit_count() <= 1
        case _:
            return False


def _fixes(test: Expr | None, local: int, named: set[int]) -> bool:
    """True if a condition relates a choice so closely to a constant or a named choice that it determines it."""
    if not isinstance(test, Op) or test.op not in ("==", "has") or not mentions(test, local):
        return False
    return Local(local) in (test.left, test.right) or bool(free_locals(test) & named)
