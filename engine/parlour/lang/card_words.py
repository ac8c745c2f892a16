"""Suggests the name for a rank, suit or card that somebody spells out, such as `hearts` or `Ace`. Knows no tables."""

from __future__ import annotations

from parlour.program import Design

_RANKS = {
    "ace": "A", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8",
    "nine": "9", "ten": "10", "jack": "J", "queen": "Q", "king": "K", "joker": "Jk",
}  # fmt: skip
_SUITS = {"club": "♣", "diamond": "♦", "heart": "♥", "spade": "♠"}
_WORDS = _RANKS | {"sixes": "6"} | _SUITS


def card_help(word: str) -> str | None:
    """Return a help text with the sign that a word has in the usual pack, or None. For texts that aren't expressions,
    so that nobody knows their deck."""
    folded = word.casefold()
    sign = _WORDS.get(folded) or _WORDS.get(folded.removesuffix("s"))
    return f"write `{sign}`" if sign is not None else None


def design_help(word: str, design: Design) -> str | None:
    """Return a help text with the name that a word has in a deck, or None."""
    folded = word.casefold()
    names = [rank.name for rank in design.ranks if folded in rank.words]
    names += [suit.sign for suit in design.suits if folded in suit.words]
    return f"write `{names[0]}`" if names and names[0] != word else None
