"""Gives code that differs only in registers and cells a normal form, so that it exists only once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from parlour import tablecode as t
from parlour.base.walking import rebuilt, walk


def abstracted(
    block: t.Block, is_given: Callable[[int], bool], fixed: frozenset[str]
) -> tuple[t.Block, tuple[str, ...], tuple[t.Expr, ...]]:
    """The code with its registers numbered; the names of its parameters, and their values here.

    Parameters replace registers that the code doesn't set, and the cells that `is_given` accepts; the
    registers in `fixed` keep their names.
    """
    own = {name for node in walk(block) for name in _set_by(node)}
    names: dict[str, str] = {}
    given: dict[t.Expr, str] = {}

    def register(name: str) -> str:
        return name if name in fixed else names.setdefault(name, f"x{len(names)}")

    def argument(part: t.Expr) -> t.Reg:
        return t.Reg(given.setdefault(part, f"a{len(given)}"))

    def plain(part: Any) -> Any:
        match part:
            case t.Load(t.Const(cell)) if is_given(cell):
                return argument(part)
            case t.Reg(name):
                return t.Reg(register(name)) if name in own else argument(part)
            case t.Bind(name, value):
                return t.Bind(register(name), plain(value))
            case t.Let(name, value):
                return t.Let(register(name), plain(value))
            case t.ForBits(reg, rest, of, body, lowest):
                return t.ForBits(register(reg), register(rest), plain(of), rebuilt(body, plain), register(lowest))
            case t.For(regs, of, body, otherwise, spent):
                named = tuple(map(register, regs))
                return t.For(named, plain(of), rebuilt(body, plain), rebuilt(otherwise, plain), spent)
        return rebuilt(part, plain)

    return rebuilt(block, plain), tuple(given.values()), tuple(given)


def _set_by(node: object) -> tuple[str, ...]:
    """The registers that a node sets."""
    match node:
        case t.Bind(name) | t.Let(name):
            return (name,)
        case t.ForBits(reg, rest, _, _, lowest):
            return (reg, rest, lowest)
        case t.For(regs):
            return regs
    return ()
