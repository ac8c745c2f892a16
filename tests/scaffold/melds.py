"""The built-in functions about melds, at a table of Gin Rummy with another pack and other melds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

import laws
from parlour import program as p
from parlour.analysis.premises import Premises
from parlour.python.functions import TableFunctions
from parlour.table.cards import Pack, members
from parlour.table.layout import Layout


class MeldFunctions:
    """The functions of generated Python, for sets of cards of this pack."""

    def __init__(self, deck: p.Deck, melding: p.Melding, pack: Pack) -> None:
        program = replace(laws.program("gin-rummy"), deck=deck, melding=melding)
        zones = len(program.zones)
        layout = Layout(program, 2, pack, (None,) * zones, (pack.count,) * zones)
        self.names = names = TableFunctions(Premises(layout))
        self.worth = [cost // layout.melds.loose for cost in layout.melds.costs]
        self.nowhere = [-1] * 1000  # the cells of a state in which cards are in no zone: their numbers order them
        self.deadwood, self.is_meld, self.among = names["builtin_deadwood"], names["builtin_is_meld"], names["melds"]
        self.melded, self.meld_of = (partial(names[of], self.nowhere) for of in ("builtin_melded", "builtin_meld_of"))

    def division(self, held: int) -> list[int]:
        """The melds of the best division, by their lowest cards."""
        melds = dict.fromkeys(self.meld_of(card, held) for card in members(held))
        return [meld for meld in melds if meld]

    def laid_off(self, held: int, table: Sequence[int]) -> int:
        """The cards to add to melds on the table."""
        cards = self.names["builtin_lay_off"](self.nowhere, held, *table)
        assert isinstance(cards, int)
        return cards
