"""Suggestions for misspelt names of cards: `11♦` probably means `J♦`, and `h6` means `6♥`.

Looks only at the spelling, not at the cards of any player.
"""

from __future__ import annotations

import re

from parlour.table.cards import SUIT_NAMES, card_of_name

HOW = "write a card as `10♦`, `10D` or `Jk`"

_RANKS = {"0": "10", "1": "A", "01": "A", "11": "J", "12": "Q", "13": "K", "14": "A"}
_SUIT = r"[cdhs♣♦♥♠]|clubs?|diamonds?|hearts?|spades?"
_RANK = r"\d{1,2}|[tjqka]|ace|jack|queen|king"
_CARD = re.compile(rf"(?:({_RANK})[-_/]?({_SUIT})|({_SUIT})[-_/]?({_RANK}))\ufe0f?", re.IGNORECASE)
_JOKERS = re.compile(r"jo|jok|joke|jokr|jkr|jkoer|joker\d|jk\d", re.IGNORECASE)
_LIKE = re.compile(r"\d{1,2}[^\W\d_]|\w{0,3}[♣♦♥♠]\w{0,3}\ufe0f?")  # words that hardly mean anything else


def intended(word: str) -> str | None:
    """Return the name of the card that a word probably means; none for a correct name and for other words."""
    if card_of_name(word) is not None:
        return None
    if _JOKERS.fullmatch(word):
        return "Jk"
    match = _CARD.fullmatch(word)
    if match is None:
        return None
    rank, suit = match[1] or match[4], match[2] or match[3]
    rank = _RANKS.get(rank, rank if rank.isdecimal() else rank[0])
    card = card_of_name(f"{rank}{suit[0]}")
    return f"{card[0]}{SUIT_NAMES[card[1]]}" if card is not None and card[1] is not None else None


def misspelt(word: str) -> str | None:
    """Return a message about a word that looks like a card but isn't one."""
    card = intended(word)
    if card is not None:
        return f"`{word}` is not a card; did you mean `{card}`?"
    if _LIKE.fullmatch(word) and card_of_name(word) is None and word not in SUIT_NAMES:
        return f"`{word}` is not a card; {HOW}"
    return None
