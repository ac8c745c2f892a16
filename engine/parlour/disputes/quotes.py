"""Quotes the rules of a game about an input that is no move: `knock with 12`, `slap a sandwich`."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass

from parlour.disputes.topics import LITTLE
from parlour.game import Game
from parlour.library.spellings import spoken_words, stem
from parlour.views.signs import in_signs

MOST = 2  # sentences
LONG = 4  # letters of a word whose beginning is enough
_END = re.compile(r"(?<=[.!?”)]) +(?=[A-Z{“])")


@dataclass(frozen=True)
class Quote:
    """A sentence of the rule sheet, and the title of its rule or part."""

    title: str
    text: str


def quotes(game: Game, text: str) -> tuple[Quote, ...]:
    """Return the sentences of the sheet with most of the words of an input; rare words count more.

    At least half of the words must be there, without little words and numbers.
    """
    from parlour.sheets.assembly import rules_in_words  # slow to import, and needed for this only

    words = {word for word in spoken_words(text) if word not in LITTLE and not word.isdecimal()}
    rules = rules_in_words(game)[1:]  # without the heading
    sentences = [Quote(title, sentence) for title, told in rules for sentence in _END.split(told)]
    heard = [_heard(f"{quote.title} {quote.text}", words, game) for quote in sentences]
    rarity = {word: 1 / max(1, sum(word in each for each in heard)) for word in words}
    scores = [sum(rarity[word] for word in each) if 2 * len(each) >= len(words) else 0 for each in heard]
    best = max(scores, default=0)
    found = dict.fromkeys(q for q, score in zip(sentences, scores, strict=True) if score == best > 0)
    stems = {*map(stem, words)}
    return tuple(sorted(found, key=lambda q: -len(stems & {*map(stem, spoken_words(q.title))})))[:MOST]


def _heard(text: str, words: Collection[str], game: Game) -> frozenset[str]:
    """Return the words that a sentence has, in the singular or plural, or as signs."""
    there = spoken_words(text) | spoken_words(in_signs(text, game.program.deck.design))
    return frozenset(
        word for word in words if any(each == word or (len(word) >= LONG and each.startswith(word)) for each in there)
    )
