"""Suggestions for misspelt names of cards: `11♦` probably means `J♦`, and `h6` means `6♥`.

Looks only at the spelling and at the names in a deck, not at the cards of any player.
"""

from __future__ import annotations

import re
from difflib import get_close_matches

from parlour.program import NONE, Design, Face

_USUAL = frozenset(map(str, range(2, 11)))  # numbers on cards nearly everywhere
_LIKE = re.compile(r"\d{1,2}[^\W\d_]|\w{0,3}[♣♦♥♠]\w{0,3}\ufe0f?")  # words that hardly mean anything else


def how(design: Design) -> str:
    """Return the ways to write cards: `write a card as `10♦`, `10D` or `Jk``."""
    suited = [face for face in design.faces if face.suit == min(1, len(design.suits) - 1) != NONE]
    shown = sorted(suited, key=lambda face: -len(design.ranks[face.rank].name))[:1]
    names = [face.name for face in shown]
    letters = design.suits[shown[0].suit].also_called if shown else ()
    if letters and shown[0].name.endswith(design.suits[shown[0].suit].sign):
        names.append(f"{design.ranks[shown[0].rank].name}{letters[0]}")
    names += [face.name for face in design.faces if face.suit == NONE][:1]
    quoted = [f"`{name}`" for name in names]
    return f"write a card as {' or '.join([', '.join(quoted[:-1]), quoted[-1]] if quoted[1:] else quoted)}"


def intended(word: str, design: Design) -> str | None:
    """Return the name of the card that a word probably means; none for a correct name and for other words."""
    if design.face_named(word) is not None:
        return None
    text = word.rstrip("\ufe0f")
    for u, suit in enumerate(design.suits):
        for name in sorted((*suit.names, *suit.words), key=len, reverse=True):
            rank = _rest(text, name)
            if rank is not None and (card := _card(rank, u, design)) is not None:
                return card
    letters = re.sub(r"\d$", "", text).casefold()
    return next((face.name for face in design.faces if face.suit == NONE and _is_meant(letters, face, design)), None)


def is_card_elsewhere(word: str, design: Design) -> bool:
    """True for `2♣` to `10♣` in a deck with this suit and without the rank."""
    ranks = {word.removesuffix(suit) for suit in design.signs if word.endswith(suit)}
    return any(rank in _USUAL and design.rank_named(rank) is None for rank in ranks)


def _is_meant(word: str, face: Face, design: Design) -> bool:
    """True if a word is the beginning of the name of a card of no suit, or close to it."""
    for name in (face.name, design.ranks[face.rank].in_words):
        whole = name.casefold()
        if len(word) > 1 and (whole.startswith(word) or (word[0] == whole[0] and get_close_matches(word, [whole]))):
            return True
    return False


def _rest(text: str, suit: str) -> str | None:
    """Return the part of a word before or after a suit."""
    folded, sign = text.casefold(), suit.casefold()
    if folded.endswith(sign) and len(folded) > len(sign):
        return folded.removesuffix(sign).rstrip("-_/")
    if folded.startswith(sign) and len(folded) > len(sign):
        return folded.removeprefix(sign).lstrip("-_/")
    return None


def _card(rank: str, suit: int, design: Design) -> str | None:
    number = design.rank_named(rank)
    if number is None:
        number = next((r for r, known in enumerate(design.ranks) if rank in known.words), None)
    if number is None and rank.isdecimal():
        number = _counted(rank, design)
    return next((face.name for face in design.faces if (face.rank, face.suit) == (number, suit)), None)


def _counted(number: str, design: Design) -> int | None:
    """Return the rank that a number might mean: by its end (`0` for `10`) or by its pips. In a deck without zeros, one
    above the highest also means the ace."""
    pips = {rank.pips: r for r, rank in enumerate(design.ranks[: design.ordered])}
    high_ace = 0 not in pips and int(number) == max(pips, default=0) + 1
    ending = (r for r, rank in enumerate(design.ranks) if number == "0" and rank.name.endswith("0"))
    return next(ending, pips.get(1 if high_ace else int(number)))


def misspelt(word: str, design: Design) -> str | None:
    """Return a message about a word that looks like a card but isn't one."""
    card = intended(word, design)
    if card is not None:
        return f"`{word}` is not a card; did you mean `{card}`?"
    if _LIKE.fullmatch(word) and design.face_named(word) is None and word not in design.signs:
        return f"`{word}` is not a card; {how(design)}"
    return None
