"""Quotes the rules of a game about an input that is no move: `knock with 12`, `what does a 10 do`."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import log, prod

from parlour.disputes.question_words import COMMON, GRAMMAR, begins_with_play, content, modals, weighty
from parlour.disputes.readings import CONDITIONS
from parlour.disputes.spoken_cards import cards_in_move, kinds_in
from parlour.disputes.topics import without_cards
from parlour.game import Game
from parlour.library.spellings import spoken_words, stem, words_in_order
from parlour.program import NONE, Design
from parlour.rulebook.other_words import similar_words
from parlour.views.signs import in_signs

CARDS = "The cards"  # the title of the card chart
MOST = 2  # sentences
LONG = 4  # letters of a word whose beginning is enough
ENDING = 3  # letters that can follow such a beginning
NEAR = 0.99  # of the best score, for a second passage
PAIR = 0.2  # what two neighbouring words of the input add to the factor of a passage
FORM = 0.02  # the same for a word in the form of the question
SIMILAR = 0.6  # the weight of a word with a similar meaning
TITLE = 0.3  # the weight of a word in a title
TERM = 1.5  # the factor for a passage that says a word of the input in quotation marks
IF = 1.1  # the factor for a passage with a condition, if the question has one
MODAL = 1.3  # the factor for a passage about duties or rights, if the question is about them
NUMBER = 1.5  # the factor for a passage with a number, if the question asks for one
CARD = 0.5  # the weight of a word for a card
_EFFECT = re.compile(r"what(?:'s|\b.*\b(?:do|does|did|mean|happens?|effect|special|is|are)\b)", re.IGNORECASE)
_QUESTION = re.compile(r"(?:what|who|how|when|which|where|why|must|do|does|is|are|has|have)\b", re.IGNORECASE)
_NUMBER = re.compile(r"how (?:many|much)\b|\b(?:\d+|two|three|four|five|six|seven|eight) cards", re.IGNORECASE)
_TERM = re.compile(r"[\"“]([^\"”]+)[\"”]")
_NUMBERS = re.compile(r"\b(?:\d+|two|three|four|five|six|seven|eight|nine|ten)\b", re.IGNORECASE)
_REFERRING = re.compile(r"(?:That|It|They|This|These|Those|But|Otherwise)\b")
_END = re.compile(r"(?<=[.!?”)]) +(?=[A-Z{“])")


@dataclass(frozen=True)
class Quote:
    """A sentence of the rule sheet, and the title of its rule or part."""

    title: str
    text: str


def is_question(text: str) -> bool:
    """True for `what does a 10 do` and `is there a bonus`, which ask about more than one move."""
    return _QUESTION.match(text) is not None


def quotes(
    game: Game, text: str, about_rights: bool = False, titles: Collection[str] = ()
) -> tuple[Quote, ...]:
    """Return what the rule sheet says about an input. The card chart answers questions about the effect of a card.

    For a card that isn't in the chart, the sentences about it count: `Aces are low.` `about_rights` says that the input
    is the rest of a question such as `can I …`. With `titles`, only rules with these titles count.
    """
    if titles or not is_question(text):
        return _best(game, f"can {text}" if about_rights else text, titles=titles)
    from parlour.play.rule_lookup import cards_in_words, without_rule  # slow to import, and needed for this only

    pack = game.table(game.players[0]).machine.layout.pack
    asked = dict.fromkeys(card.text for card in cards_in_move(text, pack))
    charted = [Quote(CARDS, told) for card in asked for told in cards_in_words(card, game)]
    if _EFFECT.match(text) is None or not any(quote.text.endswith(".") for quote in charted):
        charted = [*dict.fromkeys((*_best(game, text, charted), *charted))]  # only values of a card say too little
    plain = [Quote(CARDS, without_rule(card, pack)) for card in asked]
    return tuple(charted[:MOST]) or _about_cards(game, tuple(asked)) or tuple(plain[:MOST])


def _passages(game: Game) -> list[Quote]:
    """Return the sentences of the sheet. A sentence that refers to the one before it is one passage with it."""
    from parlour.sheets.assembly import rules_in_words  # slow to import, and needed for this only

    rules = rules_in_words(game)[1:]  # without the heading
    return [Quote(title, passage) for title, told in rules for passage in _split(told)]


def _split(text: str) -> list[str]:
    found: list[str] = []
    for sentence in _END.split(text):
        if found and _REFERRING.match(sentence):
            found[-1] = f"{found[-1]} {sentence}"
        else:
            found.append(sentence)
    return found


def _best(
    game: Game, text: str, rows: Sequence[Quote] = (), titles: Collection[str] = ()
) -> tuple[Quote, ...]:
    """Return the passages of the sheet, or the rows of its chart, with most of the words of an input.

    Rare words count more, those of titles less, and cards least. At least half of the words must be there, without
    little words, numbers and cards. Words of a question that the sheet doesn't have count less.
    """
    asks = is_question(text) or bool(modals(text))
    design = game.program.deck.design
    text = f"{text} {kinds_in(text, design)}".strip() if asks else text
    plain = content(without_cards(text, design)) & content(text) or content(text)
    ranks = {word for word in spoken_words(text) if word.isdecimal() and design.rank_named(word) is not None}
    words = plain | weighty(text) | ranks
    passages = [quote for quote in (*_passages(game), *rows) if not titles or quote.title in titles]
    alike = [*similar_words(game.composition), _suits(design)]
    play = begins_with_play(text.removeprefix("can "))
    if play is not None and play in plain:
        alike.append(frozenset({stem(play), "play"}))
    heard = [_heard(quote, words, game, alike) for quote in passages]
    often = {word: number for word in words if (number := sum(word in each for each in heard))}
    needed = max(len(plain & often.keys()) / 2, len(plain) / 3) if asks else len(plain) / 2
    rarity = {w: log(1 + len(passages) / number) * (1 if w in plain else CARD) for w, number in often.items()}
    scores = {
        quote: sum(weight * rarity[word] for word, weight in each.items()) * _fitness(text, quote)
        for quote, each in zip(passages, heard, strict=True)
        if each.keys() & plain and len(each.keys() & plain) >= needed
    }
    best = max(scores.values(), default=0)
    return tuple(sorted((q for q in scores if scores[q] > NEAR * best), key=lambda q: -scores[q]))[:MOST]


def _suits(design: Design) -> frozenset[str]:
    """Return the stems of the words for suits, and of `suit`."""
    return frozenset({stem("suit"), *(stem(word) for suit in design.suits for word in suit.words)})


def _fitness(text: str, quote: Quote) -> float:
    """Return how well a passage fits what a question asks for: a duty, a right, a number, or a condition."""
    asks_number = _NUMBER.search(text) is not None
    is_number = asks_number and _NUMBERS.search(quote.text) is not None
    is_modal = not modals(text).isdisjoint((*words_in_order(quote.text), *quote.text.split()))
    conditional = all(not CONDITIONS.isdisjoint(words_in_order(each)) for each in (text, quote.text))
    own = {stem(word) for term in _TERM.findall(quote.text) for word in spoken_words(term)}
    defines = not own.isdisjoint(map(stem, content(text)))
    is_defined = defines and _EFFECT.match(text) is not None
    factors = ((NUMBER, is_number), (MODAL, is_modal), (IF, conditional), (TERM, is_defined))
    return prod(factor for factor, applies in factors if applies) * (1 + _likeness(text, quote))


def _likeness(text: str, quote: Quote) -> float:
    """Return how much a passage resembles an input: by neighbouring words, and by words in the same form."""
    asked, told = ([w for w in words_in_order(each) if w not in GRAMMAR] for each in (text, quote.text))
    same = {*asked} & {*told} if is_question(text) else ()
    pairs = {*pairwise(map(stem, asked))} & {*pairwise(map(stem, told))}
    return PAIR * len(pairs) + FORM * len(same)


def _about_cards(game: Game, cards: Collection[str]) -> tuple[Quote, ...]:
    """Return the sentences that name a card, its suit or its rank. Digits are ranks only in sentences about ranks."""
    design = game.program.deck.design
    found: list[Quote] = []
    for quote in _passages(game):
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


def _heard(
    quote: Quote, words: Collection[str], game: Game, alike: Collection[frozenset[str]]
) -> dict[str, float]:
    """Return the words that a passage has, in the singular or plural, or as signs, each with its weight. Words with a
    similar meaning weigh less, and so do those of the title."""
    found: dict[str, float] = {}
    for text, weight in ((quote.text, 1), (quote.title, TITLE)):
        there = spoken_words(text) | spoken_words(in_signs(text, game.program.deck.design))
        stems = {*map(stem, there)}
        for word in words:
            long = len(word) >= LONG and word not in COMMON
            begun = stem(word) in stems or (
                long and any(each.startswith(word) and len(each) <= len(word) + ENDING for each in there)
            )
            alike_ = not begun and any(stem(word) in group and group & stems for group in alike)
            if begun or alike_:
                found[word] = found.get(word, 0) + (SIMILAR if alike_ else 1) * weight
    return found
