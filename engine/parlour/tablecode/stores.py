"""Delays stores of constants as long as possible: a value that is overwritten before it is read is not stored at all.

Works on the code of one function. Only cells that are always addressed by a constant are moved (`plain`): those of
saved locals and of variables without a key.
"""

from __future__ import annotations

from collections.abc import Container
from dataclasses import replace

from parlour import tablecode as t
from parlour.tablecode.signatures import HARMLESS
from parlour.tablecode.walk import walk

Pending = dict[int, t.Const]  # constants that aren't stored yet, by cell


def late(block: t.Block, plain: Container[int], pending: Pending | None = None) -> t.Block:
    """Return the code with its stores moved down."""
    pending, result = dict(pending or {}), list[t.Stmt]()
    for statement in block:
        match statement:
            case t.Store(cells, t.Const() as value) if all(isinstance(at, t.Const) for at in cells):
                numbers = [at.value for at in cells if isinstance(at, t.Const)]
                pending |= {number: value for number in numbers if number in plain}
                others = tuple(t.Const(number) for number in numbers if number not in plain)
                result += [t.Store(others, value)] if others else []
            case t.If(test, then, ()) if _leaves(then):
                result += _flushed(pending, _read_in(test, pending))
                fails = isinstance(then[-1], t.Do)
                result.append(t.If(test, late(then, plain, None if fails else pending)))
            case t.If(test, then, other):
                result += _flushed(pending, set(pending) if _returns(statement) else _read_in(statement, pending))
                result.append(t.If(test, late(then, plain), late(other, plain)))
            case t.Return() | t.Continue() | t.Break():
                result += [*_flushed(pending, set(pending)), statement]
            case t.Note():
                result.append(statement)
            case t.Store((t.Const(at),), value):
                result += _flushed(pending, _read_in(value, pending))
                pending.pop(at, None)
                result.append(statement)
            case t.Let() | t.Store() | t.Do():
                result += [*_flushed(pending, _read_in(statement, pending)), statement]
            case _:
                result += _flushed(pending, set(pending) if _returns(statement) else _read_in(statement, pending))
                result.append(_inside(statement, plain))
    return (*result, *_flushed(pending, set(pending)))


def _inside(statement: t.Stmt, plain: Container[int]) -> t.Stmt:
    match statement:
        case t.For(body=body, otherwise=otherwise) | t.While(body=body, otherwise=otherwise):
            return replace(statement, body=late(body, plain), otherwise=late(otherwise, plain))
        case t.ForBits(body=body):
            return replace(statement, body=late(body, plain))
    return statement


def _leaves(block: t.Block) -> bool:
    """True if play never goes from this block to the code after it."""
    match block[-1] if block else None:
        case t.Return() | t.Continue() | t.Do(t.Call("no_card")):
            return True
    return False


def _returns(statement: t.Stmt) -> bool:
    return any(isinstance(node, t.Return | t.Continue | t.Break) for node in walk(statement))


def _read_in(node: object, pending: Pending) -> set[int]:
    """The pending cells that a node reads or might overwrite. A call that might do so counts for all cells."""
    found: set[int] = set()
    for part in walk(node):
        match part:
            case t.Call(function) if function not in HARMLESS:
                return set(pending)
            case t.For(spent=t.Line()):
                return set(pending)
            case t.Load(t.Const(at)):
                found.add(at)
            case t.Store(cells):
                found |= {at.value for at in cells if isinstance(at, t.Const)}
            case t.Fill(at, count):
                found.update(range(at, at + count))
    return found & pending.keys()


def _flushed(pending: Pending, cells: set[int]) -> t.Block:
    """Store these cells, those with the same constant together, and remove them from the pending ones."""
    values: dict[t.Const, list[int]] = {}
    for number in sorted(cells):
        values.setdefault(pending.pop(number), []).append(number)
    return tuple(t.Store(tuple(map(t.Const, of)), value) for value, of in values.items())
