"""Translates cards from words to signs: `queen of spades` to `Q♠`, `hearts` to `♥`. Knows no moves."""

from __future__ import annotations

import re

_RANKS = {
    "ace": "A", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8",
    "nine": "9", "ten": "10", "jack": "J", "queen": "Q", "king": "K",
}  # fmt: skip
RANK_WORDS = (*_RANKS,)
_RANKS |= {f"{word}{'es' if word == 'six' else 's'}": sign for word, sign in _RANKS.items()}
_SUITS = {"club": "♣", "diamond": "♦", "heart": "♥", "spade": "♠"}
_SUITS |= {f"{word}s": sign for word, sign in _SUITS.items()}
_RANK = rf"({'|'.join(_RANKS)}|[2-9tjqka]|10)"
_CARD = re.compile(rf"\b(?:the |an? )?{_RANK} of ({'|'.join(_SUITS)})\b", re.IGNORECASE)
_ALONE = re.compile(rf"\b(?:the )?({'|'.join([*_RANKS, *_SUITS])})\b", re.IGNORECASE)

_APART = re.compile(r"(?<!\S)(10|[2-9tjqka]) ([♣♦♥♠])(?!\S)", re.IGNORECASE)


def in_signs(text: str) -> str:
    """Return the text with signs for the words of cards, ranks and suits, and without blanks in cards (`6 ♦`)."""
    text = _CARD.sub(lambda found: _rank(found[1]) + _SUITS[found[2].casefold()], " ".join(text.split()))
    text = _ALONE.sub(lambda found: _RANKS.get(found[1].casefold()) or _SUITS[found[1].casefold()], text)
    return _APART.sub(lambda found: _rank(found[1]) + found[2], text)


def _rank(word: str) -> str:
    return _RANKS.get(word.casefold(), word.upper().replace("T", "10"))
