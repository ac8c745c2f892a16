"""Makes `legal` and `step`, which work for every question. The question with the most code, likely the most frequent
one, is answered inline without a call; the others by their own functions. The form depends on which functions can
count steps.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any

from parlour import tablecode as t
from parlour.tablecode.build import cell
from parlour.tablecode.reaching import called
from parlour.tablecode.signatures import COUNT_STEPS
from parlour.tablecode.walk import rebuilt, walk

_ASKED, _MOVE = t.Reg("asked"), t.Reg("move")


def dispatching(
    functions: Mapping[str, t.Function], asked: Collection[int], spending: Collection[str]
) -> list[t.Function]:
    """Return `legal` and `step`; neither if all questions can count steps. `spending` are the functions that can
    count steps.
    """
    likely = [n for n in asked if f"legal_{n}" not in spending]
    if not likely:
        return []
    number = max(likely, key=lambda n: _size(functions[f"legal_{n}"]) + _size(functions[f"step_{n}"]))
    is_it = t.Op("==", _ASKED, t.Const(number))
    begin = t.Let("asked", cell(0))
    legal = tuple(map(_answerable, functions[f"legal_{number}"].body))
    answers = t.Moves(t.CallBy("answers", _ASKED), t.Call("unanswerable"))
    step = _Finishing(spending).block(functions[f"step_{number}"].body)
    rest = t.Finish(t.CallBy("steps", _ASKED, (_MOVE,)))
    return [
        t.Function("legal", (), (begin, t.If(is_it, legal), t.Return(answers))),
        t.Function("step", ("move",), (begin, t.If(is_it, step), rest)),
    ]


def spending_of(functions: Mapping[str, t.Function]) -> frozenset[str]:
    """The functions that can count steps, directly or in functions that they call or name."""
    names = {name: called(function) for name, function in functions.items()}
    found: set[str] = set(COUNT_STEPS)
    while more := {name for name, of in names.items() if name not in found and not found.isdisjoint(of)}:
        found |= more
    return frozenset(found & names.keys())


def _size(function: t.Function) -> int:
    return sum(1 for _ in walk(function))


def _answerable(part: Any) -> Any:
    """Make a question without an answer an error."""
    match part:
        case t.Return(value) if value is not None:
            return t.Return(t.Moves(value, t.Call("unanswerable")))
        case t.Counted(body, instead):
            return t.Counted(tuple(map(_answerable, body)), t.Moves(instead, t.Call("unanswerable")))
    return rebuilt(part, _answerable)


class _Finishing:
    """Makes a function do its remaining work, unless nothing remains and no steps can have been counted."""

    def __init__(self, spending: Collection[str]) -> None:
        self.spending = COUNT_STEPS.union(spending)
        self.counted = False

    def block(self, block: t.Block) -> t.Block:
        return tuple(map(self._statement, block))

    def _statement(self, e: t.Stmt) -> t.Stmt:
        match e:
            case t.If(test, then, other):
                self._look(test)
                return replace(e, then=self.block(then), other=self.block(other))
            case t.For(_, of, body, otherwise):
                self._look(of)
                self.counted = self.counted or e.spent is not None
                return replace(e, body=self.block(body), otherwise=self.block(otherwise))
            case t.While(test, body, otherwise):
                self._look(test)
                return replace(e, body=self.block(body), otherwise=self.block(otherwise))
            case t.Return(value):
                self._look(e)
                return t.Finish(value) if self.counted or value is not None else e
            case t.Continue():
                self._look(e)
                return t.Finish(e)
        self._look(e)
        return e

    def _look(self, node: object) -> None:
        self.counted = self.counted or not self.spending.isdisjoint(called(node))
