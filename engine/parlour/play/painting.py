"""Cards as people read them at a terminal: in the colours of their suits, and in words where a deck has no signs.

Black stays as it is: screens can be dark.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from parlour.program import NONE, Design
from parlour.program.design import Face
from parlour.terminal.console import PAINTS, glued, painted


class CardWords:
    """The names of cards whose suits are words: `7 of swords` for `swords-7`, `red 7` where suits are colours."""

    def __init__(self, design: Design) -> None:
        self._words = {face.name: words for face in design.faces if (words := _in_words(design, face))}
        self._names = {words: name for name, words in self._words.items()}

    def spoken(self, text: str) -> str:
        """Return a text with words for the names of cards, and commas between cards."""
        return _replaced(text, {name: glued(words) for name, words in self._words.items()}, ", ")

    def written(self, text: str) -> str:
        """Return a text with names for the words of cards."""
        return _replaced(text, self._names, " ")


def _replaced(text: str, others: Mapping[str, str], between: str) -> str:
    """Return a text with other words for these, and with a new separator between those that follow each other."""
    if not others:
        return text
    one = "|".join(re.escape(name) for name in sorted(others, key=len, reverse=True))
    some = rf"(?<![\w-])(?:{one})(?:,? (?:{one}))*(?![\w-])"
    return re.sub(some, lambda cards: between.join(others[name] for name in re.findall(one, cards[0])), text)


def _in_words(design: Design, face: Face) -> str:
    """Return the words for a card, or nothing if its name has no word for its suit."""
    if face.suit == NONE or len(design.suits[face.suit].sign) == 1:
        return ""
    suit, rank = design.suits[face.suit], design.ranks[face.rank]
    if rank.pips and suit.colour == NONE:
        return f"{rank.word or rank.name} of {suit.word}"
    return f"{suit.word} {rank.name}"


def painter(design: Design) -> Callable[[str], str]:
    """Return a function that paints the names of cards, and single suits, in a string."""
    paints: dict[str, str] = {}
    for suit in design.suits:
        colour = design.colour_names[suit.colour] if suit.colour != NONE else ""
        if colour not in PAINTS:
            continue
        own = [face for face in design.faces if face.suit >= 0 and design.suits[face.suit] is suit]
        paints |= {name: colour for face in own for name in (face.name, _in_words(design, face)) if name}
        if len(suit.sign) > 1 or not suit.sign.isalnum():  # a single letter can be a word
            paints[suit.sign] = colour
    if not paints:
        return str
    names = "|".join(re.escape(name) for name in sorted(paints, key=len, reverse=True))
    pattern = re.compile(rf"(?<![\w-])(?:{names})(?![\w-])")
    return lambda text: pattern.sub(lambda name: painted(name[0], paints[name[0]]), text)
