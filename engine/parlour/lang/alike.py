"""Finds actions of one question that can be possible with the same text, so that a typed move can mean either.

Compares the words of their notations and the types of the holes. If two moves do have the same text in play, the second
one gets a number.
"""

from __future__ import annotations

from collections.abc import Mapping

from parlour import program as ir
from parlour.base.diagnostics import Diagnostic, Related
from parlour.lang import tree as t
from parlour.lang.exclusive import exclusive
from parlour.lang.symbols import Tables
from parlour.program import Const, Design, Expr, Local, Type, fold
from parlour.program.set_bounds import bounds
from parlour.program.walking import substitute

MANY = 1 << 10  # cards
Shape = tuple[object, ...]


def check_alike(tables: Tables, asked: Mapping[int, t.Asking]) -> None:
    """Warn about each two actions that can have the same text."""
    for asking in asked.values():
        lets = dict(asking.lets)
        by_shape: dict[Shape, list[t.ArmTree]] = {}
        for arm in asking.arms:
            by_shape.setdefault(_shape(arm.arm), []).append(arm)
        for arms in by_shape.values():
            for k, second in enumerate(arms):
                first = next((other for other in arms[:k] if _both(other.arm, second.arm, lets, tables.design)), None)
                if first is not None:
                    _report(tables, first, second)


def _report(tables: Tables, first: t.ArmTree, second: t.ArmTree) -> None:
    message = f"`{first.arm.id}` and `{second.arm.id}` have the same notation and can be possible at the same time"
    help_ = f"give `{second.arm.id}` another notation, or a condition that excludes `{first.arm.id}`"
    related = (Related(first.span, f"`{first.arm.id}`"),)
    finding = Diagnostic("written-alike", message, second.span, "warning", related=related, help=help_)
    if finding not in tables.problems:
        tables.problems.append(finding)


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
