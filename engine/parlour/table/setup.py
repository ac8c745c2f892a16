"""The pack and the layout of a Program's table, for a number of players."""

from __future__ import annotations

from dataclasses import replace

from parlour import program as p
from parlour.table.cards import Pack
from parlour.table.constants import Constants
from parlour.table.layout import Layout
from parlour.table.traits import uses_guises


def pack_of(program: p.Program, players: int) -> Pack:
    """The cards of a table of this size."""
    deck = program.deck
    constants = Constants(program, seats=players)
    amounts = tuple(max(constants.value(amount), 0) for amount in deck.amounts)
    pack = Pack(deck.design, amounts, constants.value(deck.copies), 0, uses_guises(program))
    used = 0
    for c in range(pack.size):
        known = Constants(program, players, faces={deck.card: pack.printed(c)})
        if deck.use is None or known.value(deck.use):
            used |= 1 << c
    return replace(pack, used=used)


def layout_of(program: p.Program, players: int) -> Layout:
    constants = Constants(program, seats=players)
    columns = tuple(None if z.columns is None else constants.value(z.columns) for z in program.zones)
    return Layout(program, players, pack_of(program, players), columns)
