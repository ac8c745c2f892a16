"""Translates cards from words to the names that the deck gives them: `queen of spades` to `Q♠`, `hearts` to `♥`.

Knows no moves.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from parlour.program import Design
from parlour.states.state import State


def design_of(state: State) -> Design:
    """Return the design of the cards of a table."""
    return state.table.machine.layout.pack.design


def in_signs(text: str, design: Design) -> str:
    """Return the text with signs for the words of cards, ranks and suits, and without blanks in cards (`6 ♦`)."""
    return _translator(design).translated(text)


def red_suits(design: Design) -> frozenset[int]:
    named = enumerate(design.suits)
    return frozenset(u for u, suit in named if design.colour_names[suit.colour : suit.colour + 1] == ("red",))


@lru_cache(64)
def names_of_suits(design: Design, suits: frozenset[int]) -> re.Pattern[str]:
    """Return a pattern for the cards of some suits, and for those of their signs that aren't letters or words."""
    names = {face.name: face.name for face in design.faces if face.suit in suits}
    signs = {design.signs[u]: "" for u in suits if not design.signs[u].isalnum()}
    worded = _one_of({name: "" for name in names if name[-1].isalnum()})
    signed = _one_of({name: "" for name in names if not name[-1].isalnum()} | signs)
    return re.compile(rf"(?<![\w-])(?:{worded})(?![\w-])|{signed}")


@dataclass(frozen=True)
class _Translator:
    ranks: dict[str, str]  # by each name and each word in lower case
    suits: dict[str, str]
    cards: dict[tuple[str, str], str]  # by rank and suit
    spaced: dict[str, str]  # names with hyphens, by what players say: `red draw two`, `red draw 2`
    spoken: re.Pattern[str]  # one of these
    of: re.Pattern[str]  # `queen of spades`
    alone: re.Pattern[str]
    apart: tuple[re.Pattern[str], ...]  # `Q ♠`, `red 7`

    def translated(self, text: str) -> str:
        text = self.spoken.sub(lambda match: self.spaced[match[0].casefold()], " ".join(text.split()))
        text = self.of.sub(lambda match: self._card(match[0], match[1], match[2]), text)
        text = self.alone.sub(lambda match: self._sign(match["word"]) if match["word"] else match[0], text)
        for pattern in self.apart:
            text = pattern.sub(lambda match: self._card(match[0], match["rank"], match["suit"]), text)
        return text

    def _card(self, whole: str, rank: str, suit: str) -> str:
        return self.cards.get((self.ranks[rank.casefold()], self.suits[suit.casefold()]), whole)

    def _sign(self, word: str) -> str:
        return self.suits.get(word.casefold()) or self.ranks[word.casefold()]


@lru_cache(64)
def _translator(design: Design) -> _Translator:
    ordered = design.ranks[: design.ordered]
    ranks = {name.casefold(): rank.name for rank in ordered for name in (*rank.words, *rank.names)}
    words = {word: rank.name for rank in ordered for word in rank.words if word.casefold() != rank.name.casefold()}
    suits = {word: suit.sign for suit in design.suits for word in suit.words}
    signs = {suit.sign.casefold(): suit.sign for suit in design.suits}
    cards = {
        (design.ranks[face.rank].name, design.suits[face.suit].sign): face.name
        for face in design.faces
        if face.suit >= 0
    }
    rank, suit, sign = _one_of(ranks), _one_of({**suits, **signs}), _one_of(signs)
    spaced = dict(_spaced(design, words))
    whole = _one_of({name: name for name in spaced.values()})  # `wild-draw-four` isn't `wild-draw-4`
    apart = [rf"(?<!\S)(?P<rank>{rank}) (?P<suit>{sign})(?![^\s,;])"]
    if any(len(name) > 1 for name in signs):
        apart.append(rf"(?<!\S)(?P<suit>{sign}) (?P<rank>{rank})(?![^\s,;])")
    singular = _one_of({word: "" for word in suits if not word.endswith("s")})
    article = rf"(?:the |(?-i:an?|any|my|your) (?={singular}\b))?"  # an A is an ace
    return _Translator(
        ranks,
        suits | signs,
        cards,
        spaced,
        re.compile(rf"(?<!\S)(?:{_one_of(spaced)})(?![^\s,;])", re.IGNORECASE),
        re.compile(rf"\b(?:the |an? )?({rank}) of ({suit})(?!\w)", re.IGNORECASE),
        re.compile(rf"\b(?:{whole}|{article}(?P<word>{_one_of({**words, **suits})}))\b", re.IGNORECASE),
        tuple(re.compile(pattern, re.IGNORECASE) for pattern in apart),
    )


def _spaced(design: Design, numbers: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield cards and ranks with hyphens in their names, after the words that players say for them."""
    for name in (*(face.name for face in design.faces), *(rank.name for rank in design.ranks)):
        words = name.casefold().split("-")
        if words[1:]:
            yield " ".join(words), name
            yield " ".join(numbers.get(word, word) for word in words), name


def _one_of(words: dict[str, str]) -> str:
    """Return a pattern for one of these words; for no word at all one that matches nothing."""
    return "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True)) or r"(?!)"
