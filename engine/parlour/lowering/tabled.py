"""Finds functions of one card, rank or suit that don't depend on the state: their values become constants."""

from __future__ import annotations

from parlour import program as p
from parlour.analysis.premises import Premises
from parlour.table.constants import Constants, NotConstantError


def values_of(premises: Premises, param: int, body: p.Expr) -> tuple[int, ...] | None:
    """The value for each card, rank or suit, then one entry that is never used; None if the values aren't constant."""
    type_, pack = premises.program.locals[param][1], premises.layout.pack
    design = pack.design
    count = {"card": pack.values, "rank": len(design.ranks), "suit": len(design.suits)}.get(type_.kind, 0)
    if type_.optional or not count or isinstance(body, p.Const):
        return None
    found = []
    try:
        for v in range(count):
            faces = {param: pack.face[v]} if type_.kind == "card" else {}
            known = {} if type_.kind == "card" and pack.guises else {param: v}
            found.append(Constants(premises.program, premises.layout.players, known, faces).value(body))
    except NotConstantError:
        return None
    return (*found, 0)
