"""The usual pack, for tests that make Programs by hand."""

from __future__ import annotations

from parlour import program as p
from parlour.decks.deck_reader import read_deck
from parlour.mixing.compose import usual_deck
from parlour.table.cards import Pack


def design(ace_high: bool = True) -> p.Design:
    """The 52 cards and the joker."""
    found = read_deck(usual_deck()).design
    return found if ace_high else found.reordered((12, *range(12), 13))


def deck(ace_high: bool = True, jokers: p.Expr | int = 0, copies: int = 1) -> p.Deck:
    """A deck of such packs."""
    number = p.Const(jokers) if isinstance(jokers, int) else jokers
    return p.Deck(design(ace_high), (*[p.Const(1)] * 52, number), p.Const(copies), None, 0)


def pack(ace_high: bool = True, jokers: int = 0, copies: int = 1, used: int | None = None) -> Pack:
    """The cards of one table; without `used`, all of them."""
    everything = (1 << copies * (52 + jokers)) - 1
    cards = everything if used is None else used
    return Pack(design(ace_high), (*[1] * 52, jokers), copies, cards, guises=False)
