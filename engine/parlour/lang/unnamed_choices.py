"""Finds actions whose notation leaves out a choice, so that several moves of the player have the same text.

A choice may be missing if the rest of the text determines it: it has one possible value, a named choice comes from it
(`for n in 1..7, c in column(n)`), or a condition equates it with something.
"""

from __future__ import annotations

from collections.abc import Mapping

from parlour import program as ir
from parlour.base.diagnostics import Diagnostic
from parlour.lang import tree as t
from parlour.lang.symbols import Tables
from parlour.program import And, Const, Expr, Local, Op
from parlour.program.walking import free_locals, mentions


def check_choices_named(tables: Tables, asked: Mapping[int, t.Asking]) -> None:
    """Warn about each choice that the text of its move leaves open."""
    for asking in asked.values():
        for tree in asking.arms:
            for local in _left_open(tree.arm):
                _report(tables, tree, tables.locals[local][0])


def _report(tables: Tables, tree: t.ArmTree, name: str) -> None:
    message = f"the text of `{tree.arm.id}` leaves out the choice `{name}`, so several moves can have the same text"
    help_ = f"write `{{{name}}}` in the text, or a value of it that differs for each choice"
    finding = Diagnostic("written-alike", message, tree.span, "warning", help=help_)
    if finding not in tables.problems:
        tables.problems.append(finding)


def _left_open(arm: ir.Arm) -> list[int]:
    """Return the locals of the choices that neither the text nor a named choice determines."""
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
