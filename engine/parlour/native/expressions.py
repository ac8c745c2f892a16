"""Translates expressions to native code. It abandons a game if functions make a number far too large, and generated
Python plays the game, because its numbers have no limit. Within one function, the text bounds the growth of a
number; only nested calls can exceed the bits of a cell.
"""

from __future__ import annotations

from parlour import program as p
from parlour import tablecode as t
from parlour.lowering.expressions import Expressions
from parlour.lowering.unit import LoweringScope

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
