"""Card moves in native code. They do the same as elsewhere except after an error: that sets a flag, and native code
continues harmlessly, so that the state stays consistent."""

from __future__ import annotations

from parlour import program as p
from parlour import tablecode as t
from parlour.lowering.moving import CardMoves
from parlour.tablecode.build import ZERO, cell, plus


class NativeMoves(CardMoves):
    def only_if(self, test: t.Expr, moving: t.Block, origin: p.Origin | None) -> t.Block:
        return (t.If(test, moving, (t.Do(t.Call("no_card", (self.unit.line(origin),))),)),)

    def only_if_there(self, card: t.Expr, moving: t.Block, origin: p.Origin | None) -> t.Block:
        there = t.Op(">=", cell(plus(t.Const(self.layout.where), self.bare(card))), ZERO)
        return self.only_if(there, moving, origin)
