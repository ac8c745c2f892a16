"""The pack and the layout of a Program's table, for a number of players."""

from __future__ import annotations

from dataclasses import replace

from parlour import program as p
from parlour.table.cards import Pack
from parlour.table.constants import Constants
from parlour.table.layout import Layout
from parlour.table.traits import uses_guises

WHOLE = 62
"""Up to this size, unused cards have numbers too: sets of cards fit into 64 bits anyway, and saves of a game stay
valid. Of larger packs only the cards in use are numbered."""


def pack_of(program: p.Program, players: int) -> Pack:
    """The cards of a table of this size."""
    deck = program.deck
    constants = Constants(program, seats=players)
    amounts = tuple(max(constants.value(amount), 0) for amount in deck.amounts)
    pack = Pack(deck.design, amounts, constants.value(deck.copies), 0, uses_guises(program))
    if deck.use is None:
        return replace(pack, used=(1 << pack.size) - 1)
    in_use = [Constants(program, players, faces={deck.card: face}).value(deck.use) for face in range(pack.faces)]
    if pack.size > WHOLE:
        amounts = tuple(amount if kept else 0 for amount, kept in zip(amounts, in_use, strict=True))
        pack = replace(pack, amounts=amounts)
    return replace(pack, used=sum(1 << c for c in range(pack.size) if in_use[pack.printed(c)]))


def layout_of(program: p.Program, players: int) -> Layout:
    constants = Constants(program, seats=players)
    columns = tuple(None if z.columns is None else constants.value(z.columns) for z in program.zones)
    pack = pack_of(program, players)
    rooms = (pack.count if z.room is None else constants.value(z.room) for z in program.zones)
    return Layout(program, players, pack, columns, tuple(min(max(room, 0), pack.count) for room in rooms))
