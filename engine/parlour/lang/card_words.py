"""Suggests the sign for a rank or suit that somebody spells out, such as `hearts` or `Ace`. Knows no tables."""

from __future__ import annotations

_RANKS = {
    "ace": "A", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8",
    "nine": "9", "ten": "10", "jack": "J", "queen": "Q", "king": "K", "joker": "Jk",
}  # fmt: skip
_SUITS = {"club": "♣", "diamond": "♦", "heart": "♥", "spade": "♠"}
_WORDS = _RANKS | {"sixes": "6"} | _SUITS


def card_help(word: str) -> str | None:
    """Return a help text with the sign for a word, or None."""
    folded = word.casefold()
    sign = _WORDS.get(folded) or _WORDS.get(folded.removesuffix("s"))
    return f"write `{sign}`" if sign is not None else None
