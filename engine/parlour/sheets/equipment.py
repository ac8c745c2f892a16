"""The players and the cards of a mix, in words."""

from __future__ import annotations

from collections.abc import Sequence

from parlour.game import Game, numbers
from parlour.program import Const

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def players_in_words(players: Sequence[int]) -> str:
    """Return `2 to 7 players`, `4 players` or `2 or 4 players`."""
    if not players:
        return "Nobody can play this mix"
    return f"{numbers(players)} player{'' if list(players) == [1] else 's'}"


def cards_in_words(game: Game) -> str:
    """Return `A pack of 52 cards`, with its jokers, or several packs."""
    deck = game.program.deck
    jokers = deck.jokers.value if isinstance(deck.jokers, Const) else 0
    copies = deck.copies.value if isinstance(deck.copies, Const) else 1
    packs = "A pack of 52 cards" if copies == 1 else f"{_number(copies).capitalize()} packs of 52 cards"
    each = "" if copies == 1 else " in each"
    if jokers:
        packs += f" and {_number(jokers)} joker{'' if jokers == 1 else 's'}{each}"
    return packs


def packed(card: str, game: Game) -> bool:
    """True if a card of the chart can be in the pack."""
    return card != "Jk" or game.program.deck.jokers != Const(0)


def _number(n: int) -> str:
    return _NUMBERS[n] if n < len(_NUMBERS) else str(n)
