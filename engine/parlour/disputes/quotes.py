"""Quotes the rules of a game about an input that is no move: `knock with 12`, `what does a 10 do`."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from parlour.disputes.cards import cards_in_move
from parlour.disputes.topics import LITTLE, without_cards
from parlour.game import Game
from parlour.library.spellings import spoken_words, stem
from parlour.views.signs import in_signs

CARDS = "The cards"  # the title of the card chart
MOST = 2  # sentences
LONG = 4  # letters of a word whose beginning is enough
_QUESTION = re.compile(r"(?:what|who|how|when|which|where|why|must|do|does|is|are|has|have)\b", re.IGNORECASE)
_TERM = re.compile(r"[\"“]([^\"”]+)[\"”]")
_END = re.compile(r"(?<=[.!?”)]) +(?=[A-Z{“])")


@dataclass(frozen=True)
class Quote:
    """A sentence of the rule sheet, and the title of its rule or part."""

    title: str
    text: str


def is_question(text: str) -> bool:
    """True for `what does a 10 do` and `is there a bonus`, which ask about more than one move."""
    return _QUESTION.match(text) is not None


def quotes(game: Game, text: str) -> tuple[Quote, ...]:
    """Return what the rule sheet says about an input. Questions about cards are answered by the card chart.

    For a card that isn't in the chart, the sentences about it count: `Aces are low.`
    """
    if not is_question(text):
        return _sentences(game, text)
    from parlour.play.rule_lookup import cards_in_words, without_rule  # slow to import, and needed for this only

    pack = game.table(game.players[0]).machine.layout.pack
    asked = dict.fromkeys(card.text for card in cards_in_move(text, pack))
    charted = [Quote(CARDS, told) for card in asked for told in cards_in_words(card, game)]
    plain = [Quote(CARDS, without_rule(card, pack)) for card in asked]
    return tuple(charted[:MOST]) or _sentences(game, text) or tuple(plain[:MOST])


def _sentences(game: Game, text: str) -> tuple[Quote, ...]:
    """Return the sentences of the sheet with most of the words of an input; rare words count more, and cards least.

    At least half of the words must be there, without little words, numbers and cards.
    """
    from parlour.sheets.assembly import rules_in_words  # slow to import, and needed for this only

    words, plain = _content(text), _content(without_cards(text, game.program.deck.design))
    plain = plain & words or words
    rules = rules_in_words(game)[1:]  # without the heading
    sentences = [Quote(title, sentence) for title, told in rules for sentence in _END.split(told)]
    heard = [_heard(f"{quote.title} {quote.text}", words, game) for quote in sentences]
    rarity = {word: 1 / max(1, sum(word in each for each in heard)) for word in words}
    scores = [_score(each, plain, rarity) if 2 * len(each & plain) >= len(plain) else (0, 0) for each in heard]
    best = max(scores, default=(0, 0))
    found = dict.fromkeys(q for q, score in zip(sentences, scores, strict=True) if score == best > (0, 0))
    stems = {*map(stem, words)}
    counts = text.casefold().startswith(("how many", "how much"))

    def rank(quote: Quote) -> tuple[bool, int, int]:
        is_number = any(letter.isdecimal() for letter in quote.text)
        defined = {stem(word) for term in _TERM.findall(quote.text) for word in spoken_words(term)}
        return counts and not is_number, -len(stems & {*map(stem, spoken_words(quote.title))}), -len(stems & defined)

    return tuple(sorted(found, key=rank))[:MOST]


def _content(text: str) -> frozenset[str]:
    return frozenset(word for word in spoken_words(text) if word not in LITTLE and not word.isdecimal())


def _score(heard: Collection[str], plain: Collection[str], rarity: Mapping[str, float]) -> tuple[float, float]:
    """Return a score for the words that a sentence has: first for those that aren't cards, then for all."""
    return sum(rarity[word] for word in heard if word in plain), sum(rarity[word] for word in heard)


def _heard(text: str, words: Collection[str], game: Game) -> frozenset[str]:
    """Return the words that a sentence has, in the singular or plural, or as signs."""
    there = spoken_words(text) | spoken_words(in_signs(text, game.program.deck.design))
    stems = {*map(stem, there)}
    return frozenset(
        word
        for word in words
        if stem(word) in stems or (len(word) >= LONG and any(each.startswith(word) for each in there))
    )
