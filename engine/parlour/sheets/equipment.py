"""The players and the cards of a mix, in words."""

from __future__ import annotations

from collections.abc import Sequence

from parlour.base.diagnostics import listing
from parlour.decks.deck_reader import read_deck
from parlour.game import Game, numbers
from parlour.program import NONE, Const, Deck

_ORDINARY = 13  # ranks in each suit
_USUAL = "♣♦♥♠"
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def players_in_words(players: Sequence[int]) -> str:
    """Return `2 to 7 players`, `4 players` or `2 or 4 players`."""
    if not players:
        return "Nobody can play this mix"
    return f"{numbers(players)} player{'' if list(players) == [1] else 's'}"


def cards_in_words(game: Game) -> str:
    """Return `A pack of 52 cards and two jokers`, `A pack of 78 cards, including one fool`, or several packs."""
    deck = game.program.deck
    design = deck.design
    copies = deck.copies.value if isinstance(deck.copies, Const) else 1
    amounts = [amount.value if isinstance(amount, Const) else 0 for amount in deck.amounts]
    printed = read_deck(game.composition.deck)
    own_faces = {face.name for face, number in zip(printed.design.faces, printed.copies, strict=True) if number}
    added = [face.name not in own_faces for face in design.faces]
    size = sum(amount for apart, amount in zip(added, amounts, strict=True) if not apart)
    packs = f"A pack of {size} cards" if copies == 1 else f"{number_word(copies).capitalize()} packs of {size} cards"
    each = "" if copies == 1 else " in each"

    def special(apart: bool) -> list[str]:
        return [
            f"{number_word(amount)} {design.ranks[face.rank].words[amount != 1]}{each}"
            for face, is_added, amount in zip(design.faces, added, amounts, strict=True)
            if amount and is_added == apart and face.suit == NONE and face.rank >= design.ordered
        ]

    own = listing(special(apart=False), "and", quote="")
    whole = f"{packs}{_named(deck)}{', including ' if own else ''}{own}"
    return listing([whole, *special(apart=True)], "and", quote="")


def _named(deck: Deck) -> str:
    """Return the ranks and suits of an unusual pack, if every suit has the same cards: ` (7 8 9)`."""
    design = deck.design
    amounts = zip(design.faces, deck.amounts, strict=True)
    there = [(face, amount) for face, amount in amounts if face.suit != NONE and amount != Const(0)]
    ranks = sorted({face.rank for face, _ in there})
    suits = sorted({face.suit for face, _ in there})
    usual = all(design.suits[suit].sign in _USUAL for suit in suits)
    whole = len(there) == len(ranks) * len(suits) and all(amount == Const(1) for _, amount in there)
    if not there or deck.use is not None or not whole or (usual and len(ranks) == _ORDINARY):
        return ""
    named = " ".join(design.ranks[rank].name for rank in ranks)
    if usual:
        return f" ({named})"
    return f" ({named} of {listing([design.suits[suit].word for suit in suits], 'and', quote='')})"


def number_word(n: int) -> str:
    return _NUMBERS[n] if n < len(_NUMBERS) else str(n)
