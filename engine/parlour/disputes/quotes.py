"""Quotes the rules of a game about an input that is no move: `knock with 12`, `what does a 10 do`."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from itertools import pairwise

from parlour.disputes.question_words import GRAMMAR, begins_with_play, content, modals
from parlour.disputes.readings import CONDITIONS
from parlour.disputes.spoken_cards import cards_in_move
from parlour.disputes.topics import without_cards
from parlour.game import Game
from parlour.library.spellings import spoken_words, stem, words_in_order
from parlour.program import NONE
from parlour.rulebook.other_words import similar_words
from parlour.views.signs import in_signs

CARDS = "The cards"  # the title of the card chart
MOST = 2  # sentences
LONG = 4  # letters of a word whose beginning is enough
ENDING = 3  # letters that can follow such a beginning
PAIR, FORM, IF = 0.5, 0.1, 0.3  # weights of what makes a sentence resemble a question
SIMILAR = 0.6  # the weight of a word with a similar meaning
MODAL = 1.3  # the factor for a sentence about duties or rights, if the question is about them
NUMBER = 1.5  # the factor for a sentence with a number, if the question asks for one
CARD = 0.5  # the weight of a word for a card
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


def quotes(game: Game, text: str, about_rights: bool = False) -> tuple[Quote, ...]:
    """Return what the rule sheet says about an input. The card chart answers questions about the effect of a card.

    For a card that isn't in the chart, the sentences about it count: `Aces are low.` `about_rights` says that the input
    is the rest of a question such as `can I …`.
    """
    if not is_question(text):
        return _sentences(game, f"can {text}" if about_rights else text)
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
    asks = is_question(text) or bool(modals(text))
    words, plain = content(text), content(without_cards(text, game.program.deck.design))
    plain = plain & words or words
    sentences = _all_sentences(game)
    alike = similar_words(game.composition)
    play = begins_with_play(text.removeprefix("can "))
    if play is not None and play in plain:
        alike.append(frozenset({stem(play), "play"}))
    heard = [_heard(f"{quote.title} {quote.text}", words, game, alike) for quote in sentences]
    often = {word: sum(word in each for each in heard) for word in words}
    known = {word for word in plain if often[word]}
    needed = max(len(known) / 2, len(plain) / 3) if asks else len(plain) / 2
    scores = [
        _score(each, plain, often) if each.keys() & plain and len(each.keys() & plain) >= needed else 0
        for each in heard
    ]
    scores = [score * _fitness(text, quote) for quote, score in zip(sentences, scores, strict=True)]
    best = max(scores, default=0)
    found = dict.fromkeys(q for q, score in zip(sentences, scores, strict=True) if score == best > 0)
    stems = {*map(stem, words)}

    def rank(quote: Quote) -> tuple[float, int, int]:
        defined = {stem(word) for term in _TERM.findall(quote.text) for word in spoken_words(term)}
        likeness = _likeness(text, quote) if asks else 0
        return -likeness, -len(stems & {*map(stem, spoken_words(quote.title))}), -len(stems & defined)

    return tuple(sorted(found, key=rank))[:MOST]


def _fitness(text: str, quote: Quote) -> float:
    """Return how well a sentence fits what a question asks for: a duty, a right or a number."""
    asks_number = text.casefold().startswith(("how many", "how much"))
    is_number = asks_number and any(letter.isdecimal() for letter in quote.text)
    is_modal = not modals(text).isdisjoint(words_in_order(quote.text))
    return (NUMBER if is_number else 1) * (MODAL if is_modal else 1)


def _likeness(text: str, quote: Quote) -> float:
    """Return how much a sentence resembles a question: it has neighbouring words of the question, words in the same
    form, and a condition if the question has one."""
    asked, told = ([w for w in words_in_order(each) if w not in GRAMMAR] for each in (text, quote.text))
    pairs = {*pairwise(asked)} & {*pairwise(told)}
    conditional = all(not CONDITIONS.isdisjoint(words_in_order(each)) for each in (text, quote.text))
    return PAIR * len(pairs) + FORM * len({*asked} & {*told}) + (IF if conditional else 0)


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


def _score(heard: Mapping[str, float], plain: Collection[str], often: Mapping[str, int]) -> float:
    """Return a score for the words that a sentence has. Rare ones count more, and those for cards less."""
    return sum(weight / often[word] * (1 if word in plain else CARD) for word, weight in heard.items())


def _heard(
    text: str, words: Collection[str], game: Game, alike: Collection[frozenset[str]]
) -> dict[str, float]:
    """Return the words that a sentence has, in the singular or plural, or as signs, each with its weight. Words with a
    similar meaning weigh less."""
    there = spoken_words(text) | spoken_words(in_signs(text, game.program.deck.design))
    stems = {*map(stem, there)}
    found: dict[str, float] = {}
    for word in words:
        begun = len(word) >= LONG and any(each.startswith(word) and len(each) <= len(word) + ENDING for each in there)
        if stem(word) in stems or begun:
            found[word] = 1
        elif any(stem(word) in group and group & stems for group in alike):
            found[word] = SIMILAR
    return found
