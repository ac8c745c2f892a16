"""Lowers the step `say`: its values are computed like those of any step, so every execution computes them."""

from __future__ import annotations

from dataclasses import replace

from parlour import program as ir
from parlour.lang import syntax as s
from parlour.lang import tree as t
from parlour.lang import types
from parlour.lang.lowerer import Lowerer
from parlour.lang.symbols import Scope
from parlour.lang.worded_texts import lower_template


def say(e: Lowerer, node: s.Say, scope: Scope, where: ir.Origin) -> t.Tree:
    """Return the steps that compute the values, and the one that says the line."""
    steps: list[t.Tree] = []
    line: list[str | ir.Hole] = []
    for piece in lower_template(e, node.line, scope, spoken=True):
        if isinstance(piece, ir.Hole) and not isinstance(piece.value, ir.Const):
            local = e.tables.new_local("said", piece.type)
            steps.append(t.Plain(ir.Set(ir.Local(local), piece.value, where)))
            piece = replace(piece, value=ir.Local(local))
        line.append(piece)
    to = ir.Seated("everyone") if node.to is None else e.lower(node.to, scope, types.PLAYERS).expr
    return t.block([*steps, t.Plain(ir.Say(tuple(line), to, where))])
