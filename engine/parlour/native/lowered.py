"""Table code for native code, where it differs from that for Python.

It abandons a game if functions make a number far too large, and generated Python plays the game, because its numbers
have no limit. Within one function, the text bounds the growth of a number; only nested calls can exceed the bits of a
cell.
"""

from __future__ import annotations

from parlour import program as p
from parlour import tablecode as t
from parlour.lowering.expressions import Expressions
from parlour.lowering.moving import CardMoves
from parlour.lowering.unit import LoweringScope
from parlour.tablecode.build import ZERO, cell, plus

_NUMBERS = ("sum", "max", "min")


class NativeExpressions(Expressions):
    def value(self, e: p.Expr, scope: LoweringScope) -> t.Expr:
        e = self.folded(e)
        value = super().value(e, scope)
        if isinstance(e, p.CallFunction) and e not in scope.known and self._grows(e):
            return t.Call("reached", (value,))
        return value

    def _grows(self, e: p.Expr) -> bool:
        """True for a number that can be larger than all stored ones."""
        match e:
            case p.Op(op):
                return op in ("+", "-", "*", "//", "min", "max", "mod")
            case p.Scan(kind=kind):
                return kind in _NUMBERS
            case p.If(_, then, other):
                return self._grows(then) or self._grows(other)
            case p.CallFunction(number):
                return self._grows(self.program.functions[number].body)
            case _:
                return False


class NativeMoves(CardMoves):
    """Moves a card only if there is one: after an error native code continues, so the state must stay consistent."""

    def only_if(self, test: t.Expr, moving: t.Block, origin: p.Origin | None) -> t.Block:
        return (t.If(test, moving, (t.Do(t.Call("no_card", (self.unit.line(origin),))),)),)

    def only_if_there(self, card: t.Expr, moving: t.Block, origin: p.Origin | None) -> t.Block:
        there = t.Op(">=", cell(plus(t.Const(self.layout.where), self.bare(card))), ZERO)
        return self.only_if(there, moving, origin)
