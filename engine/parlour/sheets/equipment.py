"""The players and the cards of a mix, in words."""

from __future__ import annotations

from collections.abc import Sequence

from parlour.base.diagnostics import listing
from parlour.game import Game, numbers
from parlour.program import NONE, Const

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def players_in_words(players: Sequence[int]) -> str:
    """Return `2 to 7 players`, `4 players` or `2 or 4 players`."""
    if not players:
        return "Nobody can play this mix"
    return f"{numbers(players)} player{'' if list(players) == [1] else 's'}"


def cards_in_words(game: Game) -> str:
    """Return `A pack of 52 cards`, with its jokers, or several packs."""
    deck = game.program.deck
    design = deck.design
    copies = deck.copies.value if isinstance(deck.copies, Const) else 1
    amounts = [amount.value if isinstance(amount, Const) else 0 for amount in deck.amounts]
    special = [face.suit == NONE and face.rank >= design.ordered for face in design.faces]
    ordinary = sum(amount for apart, amount in zip(special, amounts, strict=True) if not apart)
    packs = (
        f"A pack of {ordinary} cards" if copies == 1 else f"{_number(copies).capitalize()} packs of {ordinary} cards"
    )
    each = "" if copies == 1 else " in each"
    others = [
        f"{_number(amount)} {design.ranks[face.rank].words[amount != 1]}{each}"
        for face, apart, amount in zip(design.faces, special, amounts, strict=True)
        if apart and amount
    ]
    return listing([packs, *others], "and", quote="")


def packed(card: str, game: Game) -> bool:
    """True if a card of the chart can be in the pack."""
    return game.program.deck.can_have(card)


def _number(n: int) -> str:
    return _NUMBERS[n] if n < len(_NUMBERS) else str(n)
