"""Quotes the rules of a game about an input that is no move: `knock with 12`, `what does a 10 do`."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from itertools import pairwise

from parlour.disputes.spoken_cards import cards_in_move
from parlour.disputes.topics import LITTLE, without_cards
from parlour.game import Game
from parlour.library.spellings import spoken_words, stem
from parlour.program import NONE
from parlour.views.signs import in_signs

CARDS = "The cards"  # the title of the card chart
MOST = 2  # sentences
LONG = 4  # letters of a word whose beginning is enough
ENDING = 3  # letters that can follow such a beginning
PAIR, FORM, NUMBER = 0.5, 0.1, 1.0  # weights of what makes a sentence resemble a question
SIMILAR = 0.6  # the weight of a word with a similar meaning
_ALIKE = [
    frozenset(map(stem, group.split()))
    for group in (
        "worth count score point value", "challenge doubt accuse", "pick take get", "time again once twice",
        "flush suit", "through over", "foundation home",
    )
]  # fmt: skip
"""Words that players use for those of a rule sheet."""
_NOT = "t"  # what `can't` and `don't` leave beside `can` and `don`
_LITTLE = LITTLE | spoken_words(" ".join(LITTLE)) - {_NOT}
_EFFECT = re.compile(r"what(?:'s|\b.*\b(?:do|does|did|mean|happens?|effect|special|is|are)\b)", re.IGNORECASE)
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
    """Return what the rule sheet says about an input. The card chart answers questions about the effect of a card.

    For a card that isn't in the chart, the sentences about it count: `Aces are low.`
    """
    if not is_question(text):
        return _sentences(game, text)
    from parlour.play.rule_lookup import cards_in_words, without_rule  # slow to import, and needed for this only

    pack = game.table(game.players[0]).machine.layout.pack
    asked = dict.fromkeys(card.text for card in cards_in_move(text, pack))
    charted = [Quote(CARDS, told) for card in asked for told in cards_in_words(card, game)]
    if _EFFECT.match(text) is None or not any(quote.text.endswith(".") for quote in charted):
        charted = [*_sentences(game, text), *charted]  # a chart with only the values of a card says too little
    plain = [Quote(CARDS, without_rule(card, pack)) for card in asked]
    return tuple(charted[:MOST]) or _about_cards(game, tuple(asked)) or tuple(plain[:MOST])


def _all_sentences(game: Game) -> list[Quote]:
    from parlour.sheets.assembly import rules_in_words  # slow to import, and needed for this only

    rules = rules_in_words(game)[1:]  # without the heading
    return [Quote(title, sentence) for title, told in rules for sentence in _END.split(told)]


def _sentences(game: Game, text: str) -> tuple[Quote, ...]:
    """Return the sentences of the sheet with most of the words of an input; rare words count more, and cards least.

    At least half of the words must be there, without little words, numbers and cards. Words of a question that the
    sheet doesn't have count less.
    """
    words, plain = _content(text), _content(without_cards(text, game.program.deck.design))
    plain = plain & words or words
    sentences = _all_sentences(game)
    heard = [_heard(f"{quote.title} {quote.text}", words, game) for quote in sentences]
    often = {word: sum(word in each for each in heard) for word in words}
    known = {word for word in plain if often[word]}
    needed = max(len(known) / 2, len(plain) / 3) if is_question(text) else len(plain) / 2
    scores = [
        _score(each, plain, often) if len(each.keys() & plain) >= needed else (0, 0) for each in heard
    ]
    best = max(scores, default=(0, 0))
    found = dict.fromkeys(q for q, score in zip(sentences, scores, strict=True) if score == best > (0, 0))
    stems = {*map(stem, words)}

    def rank(quote: Quote) -> tuple[float, int, int]:
        defined = {stem(word) for term in _TERM.findall(quote.text) for word in spoken_words(term)}
        likeness = _likeness(text, quote) if is_question(text) else 0
        return -likeness, -len(stems & {*map(stem, spoken_words(quote.title))}), -len(stems & defined)

    return tuple(sorted(found, key=rank))[:MOST]


def _likeness(text: str, quote: Quote) -> float:
    """Return how much a sentence resembles a question: it has neighbouring words of the question, words in the same
    form, and a number if the question asks for one."""
    asked, told = ([w for w in re.findall(r"\w+", each.casefold()) if w not in LITTLE] for each in (text, quote.text))
    pairs = {*pairwise(asked)} & {*pairwise(told)}
    is_number = any(letter.isdecimal() for letter in quote.text)
    counts = text.casefold().startswith(("how many", "how much")) and is_number
    return PAIR * len(pairs) + FORM * len({*asked} & {*told}) + (NUMBER if counts else 0)


def _about_cards(game: Game, cards: Collection[str]) -> tuple[Quote, ...]:
    """Return the sentences that name a card, its suit or its rank. Digits are ranks only in sentences about ranks."""
    design = game.program.deck.design
    found: list[Quote] = []
    for quote in _all_sentences(game):
        signs = {word.strip(".,;:()") for word in in_signs(quote.text, design).split()}
        about_ranks = "rank" in {*map(stem, spoken_words(quote.text))}
        for card in cards:
            face = design.face_named(card)
            rank = design.rank_named(card) if face is None else design.rank_of(face)
            suit = design.suit_of(face) if face is not None else NONE
            own = {design.faces[face].name if face is not None else "", design.signs[suit] if suit != NONE else ""}
            name = design.rank_names[rank] if rank is not None else ""
            if own & signs or (name in signs and (about_ranks or not name.isdecimal())):
                found.append(quote)
    return tuple(dict.fromkeys(found))[:MOST]


def _content(text: str) -> frozenset[str]:
    return frozenset(word for word in spoken_words(text) if word not in _LITTLE and not word.isdecimal())


def _score(heard: Mapping[str, float], plain: Collection[str], often: Mapping[str, int]) -> tuple[float, float]:
    """Return a score for the words that a sentence has: first for those that aren't cards, then for all."""
    weights = {word: weight / often[word] for word, weight in heard.items()}
    named = sum(weight for word, weight in weights.items() if word in plain)
    return named, sum(weights.values())


def _heard(text: str, words: Collection[str], game: Game) -> dict[str, float]:
    """Return the words that a sentence has, in the singular or plural, or as signs, each with its weight. Words with a
    similar meaning weigh less."""
    there = spoken_words(text) | spoken_words(in_signs(text, game.program.deck.design))
    stems = {*map(stem, there)}
    found: dict[str, float] = {}
    for word in words:
        begun = len(word) >= LONG and any(each.startswith(word) and len(each) <= len(word) + ENDING for each in there)
        if stem(word) in stems or begun:
            found[word] = 1
        elif any(stem(word) in group and group & stems for group in _ALIKE):
            found[word] = SIMILAR
    return found
