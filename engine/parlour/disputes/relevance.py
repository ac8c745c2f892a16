"""How well a passage of the rules fits a question. Knows no game."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import chain, pairwise
from math import log, prod

from parlour.disputes.bounds import bounds
from parlour.disputes.passages import RulePassage
from parlour.disputes.question_words import (
    COMMON,
    EFFECT,
    GRAMMAR,
    PUTTING,
    begins_with_play,
    content,
    modals,
    weighty,
)
from parlour.disputes.readings import CONDITIONS, has_condition
from parlour.disputes.spoken_cards import kinds_in, ranks_in
from parlour.disputes.topics import without_cards
from parlour.game import Game
from parlour.library.spellings import spoken_words, stem, words_in_order
from parlour.program import Design
from parlour.rulebook.other_words import similar_words
from parlour.rulebook.phrases import Phrases, in_words, phrases_of, words_for
from parlour.sheets.model import PARTS
from parlour.views.signs import in_signs

LOOSE = frozenset({"put", "place", "move"})  # verbs for too many things to need a further sentence
COUNTS = 10  # larger numbers matter, such as a count of 31
LONG = 5  # letters of a word whose beginning is enough
ENDING = 3  # letters that can follow such a beginning
PAIR = 0.2  # what two neighbouring words of the input add to the factor of a passage
FORM = 0.02  # the same for a word in the form of the question
SIMILAR = 0.6  # the weight of a word with a similar meaning
TITLE = 0.3  # the weight of a word in a title
TERM = 1.5  # the factor for a passage that says a word of the input in quotation marks
IF = 1.1  # the factor for a passage with a condition, if the question has one
SAME_IF = 1.4  # the same for conditions with a word in common
MODAL = 1.4  # the factor for a passage about duties or rights, if the question is about them
NUMBER = 1.5  # the factor for a passage with a number, if the question asks for one
NO_NUMBER = 0.5  # the same for a passage without numbers
PERSON = 1.4  # the factor for a passage about players, if the question asks who begins
CARD = 0.5  # the weight of a word for a card, and of a common word
ASIDE = 0.6  # the weight of a word that is only in the circumstances
ACT_IF = 0.6  # the same as `OTHER_ACT` for a question with circumstances
OTHER_ACT = 0.35  # the factor for a passage without the verb of the question
NO_ACT = 0.4  # the same for how sure such a passage is
OTHER_PLAY = 0.8  # the same for a common verb, such as `play`
FACE = 0.8  # the weight of a card with a name, such as the king
FURTHER_IF = 0.75  # the same as `FURTHER` for a question with circumstances, which has many words
FURTHER = 0.85  # the factor for each further sentence
RESULT = 1.3  # the factor for further sentences with a condition, if the question is what happens then
ADDED = 1.5  # the factor for a house rule that the asker adds to a game
SURE = 0.28  # of the words of a question, by their weight, that an answer has; such a rule needs only one word
BRIEF = 0.005  # what a word of a passage takes from its factor
PART = {PARTS["aim"]: 0.9, PARTS["deal"]: 0.85, "Set for this game": 0.7}
"""Factors for parts of the sheet that people rarely argue about."""
_ASIDE = re.compile(r" (?:if|when|unless|while|although) .*", re.IGNORECASE)
_RESULT = re.compile(r"what (?:happens|if)\b|who (?:gets|takes|wins)\b", re.IGNORECASE)
_NUMBER = re.compile(r"how (?:many|much|often)\b", re.IGNORECASE)
_LIMITED = re.compile(r"\b(?:\d+|no|two|three|four|five|six|seven|eight)(?: cards?| points|$)", re.IGNORECASE)
_TERM = re.compile(r"[\"“]([^\"”]+)[\"”]")
_NUMBERS = re.compile(r"\b(?:\d+|two|three|four|five|six|seven|eight|nine|ten)\b", re.IGNORECASE)
_OF_CARDS = re.compile(r"\b(?:\d+|two|three|four|five|six|seven|eight) cards\b", re.IGNORECASE)
_EITHER = re.compile(r"\bor \d+")
_FIRST = re.compile(r"\b(?:goes?|plays?|moves?) first\b|\bstarts?(?=[ ?]*$)", re.IGNORECASE)
_PERSON = re.compile(r"\b(?:player|dealer|winner|loser|side|partner)s?\b", re.IGNORECASE)
_IF = re.compile(r"\b(?:if|when|after|once|unless|while|although) (.+)", re.IGNORECASE)
_CASE = re.compile(r"\b(?:if|when|after|once|unless|while) ([^,.;:]+)", re.IGNORECASE)
_TIMES = re.compile(r"\b(\w+) times\b", re.IGNORECASE)
_ACT = re.compile(
    r"(?:can(?: (?:the|an?|my|our|his|her|their) \w+)?|(?:do|does) .+? (?:have|need) to"
    r"|must (?:i|we|you|they|he|she|everybody)) ([a-z]+)",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class AskedWords:
    """The words of a question. `plain` are those that matter most, and `faces` those for cards with names, such as the
    king; `words` has common words and ranks as well."""

    text: str
    plain: frozenset[str]
    faces: frozenset[str]
    numbers: frozenset[str]
    words: frozenset[str]
    is_question: bool
    act: str = ""
    """The verb of a question about a right or a duty."""

    aside: frozenset[str] = frozenset()
    """Words that are only in its circumstances: `if I have no hearts`."""

    @property
    def has_condition(self) -> bool:
        return has_condition(self.text)

    def weight(self, word: str) -> float:
        return (ASIDE if word in self.aside else 1) * self._weight(word)

    def _weight(self, word: str) -> float:
        return 1 if word in self.plain else FACE if word in self.faces | self.numbers else CARD

    @property
    def telling(self) -> frozenset[str]:
        """All words but the common ones."""
        return self.plain | self.faces | self.numbers

    @property
    def is_common(self) -> bool:
        """True if there is no verb, or one with many other words for it."""
        return not self.act or self.act in COMMON | PUTTING | GRAMMAR


@dataclass(frozen=True)
class Score:
    """`sure` is the part of the important words that a passage has, by their weights."""

    value: float
    sure: float


def asked_words(game: Game, text: str, is_question: bool) -> AskedWords:
    """Return the words of an input. With `can` before it, it asks about a right."""
    design = game.program.deck.design
    asks, phrases = is_question or bool(modals(text)), phrases_of(game.composition)
    text = in_words(text, phrases)
    text = _FIRST.sub("begins", _TIMES.sub(r"\1", text))
    plain = content(without_cards(text, design)) & content(text) or content(text)
    plain = frozenset(word for word in plain if not word.isdecimal()) or plain
    plain = plain - {"not"} if plain - COMMON - {"not"} else plain
    faces = frozenset(word for word in content(text) - plain if not word.isdecimal())
    told = spoken_words(" ".join(word for word in _OF_CARDS.sub("cards", text).split() if word.isalnum()))
    ranks = {word for word in told if word.isdecimal() and (design.rank_named(word) is not None or int(word) > COUNTS)}
    kinds = weighty(kinds_in(text, design)) if asks else frozenset()
    numbers = frozenset(ranks | kinds)
    words = plain | faces | weighty(text) | numbers
    aside = words - weighty(_ASIDE.sub("", text))
    return AskedWords(text, plain, faces, numbers, words, is_question, _act(text, asks, design), aside)


def _act(text: str, asks: bool, design: Design) -> str:
    """Return the verb of a question about a right or a duty, or of an input such as `pass the queen of spades`."""
    asked = _ACT.match(text)
    if asked is not None or asks:
        return asked[1].casefold() if asked is not None else ""
    first = text.casefold().split()[0]
    return first if first.isalpha() and without_cards(first, design) else ""


def scores(game: Game, asked: AskedWords, passages: Sequence[RulePassage]) -> dict[RulePassage, Score]:
    """Return the scores of the passages that have enough words of a question.

    Rare words count more, those of titles less, and cards least. At least half of the words must be there, without
    little words, numbers and cards. Words of a question that no passage has count less.
    """
    design = game.program.deck.design
    terms = (term.split() for passage in passages if not passage.offered for term in _TERM.findall(passage.text))
    asked = replace(asked, plain=asked.plain | (asked.words & {term[0].casefold() for term in terms if not term[1:]}))
    alike = [*similar_words(game.composition), _suits(design)]
    play = begins_with_play(asked.text.removeprefix("can "))
    if play is not None and play in asked.plain:
        alike.append(frozenset({stem(play), "play"}))
    hear = cache(partial(_words_heard, asked=asked, design=design, alike=alike, phrases=phrases_of(game.composition)))
    said = [[hear(f"{p.about} {each}") for each in p.sentences] for p in passages]
    heard = [_heard(p, asked, _together(each), hear) for p, each in zip(passages, said, strict=True)]
    single = [each for p, each in zip(passages, heard, strict=True) if len(p.sentences) == 1]
    often = {word: number for word in asked.words if (number := sum(word in each for each in single))}
    most = log(1 + len(single))
    rarity = {w: log(1 + len(single) / number) * asked.weight(w) for w, number in often.items()}
    whole = sum(rarity.get(word, most * asked.weight(word)) for word in asked.telling)
    added = {use.rule.title for use in game.composition.uses if use.by is None}
    found: dict[RulePassage, Score] = {}
    for passage, parts, each in zip(passages, said, heard, strict=True):
        if _is_of_other_ranks(asked, passage, design):
            continue
        result = _is_result(asked, passage, parts)
        if each.keys().isdisjoint(asked.plain | asked.faces) or not (result or _are_needed(asked, passage, parts)):
            continue
        value = sum(weight * rarity[word] for word, weight in each.items()) * _fitness(asked, passage, result)
        has_act = not asked.act or any(word in each for word in spoken_words(asked.act))
        other_act = ACT_IF if asked.has_condition else OTHER_ACT
        factor = 1 if has_act else OTHER_PLAY if asked.is_common else other_act
        sure = sum(min(each[word] / SIMILAR, 1) * rarity[word] for word in each.keys() & asked.telling) / whole
        score = Score(value * factor, sure if has_act or asked.is_common else sure * NO_ACT)
        is_named = passage.title in added and not passage.offered
        found[passage] = Score(score.value * ADDED, max(score.sure, SURE)) if is_named else score
    return found


def _are_needed(asked: AskedWords, passage: RulePassage, said: Sequence[Mapping[str, float]]) -> bool:
    """True if each of several sentences has a word of the question, or the number that it asks for, that the others
    don't have."""
    own = [_found(asked, *each) for each in zip(said, passage.sentences, strict=True)]
    others = (frozenset().union(*(other for other in own if other is not each)) for each in own)
    return len(own) == 1 or all(not each <= other for each, other in zip(own, others, strict=True))


def _is_of_other_ranks(asked: AskedWords, passage: RulePassage, design: Design) -> bool:
    """True if a passage is about some ranks, and the question about others: `stack a 2` isn't `Stacking on threes`."""
    own = ranks_in(asked.text, design) | {rank for n in asked.numbers if (rank := design.rank_named(n)) is not None}
    theirs = ranks_in(f"{passage.title}. {passage.about} {passage.text}", design) if own else own
    return bool(theirs) and own.isdisjoint(theirs)


def _is_result(asked: AskedWords, passage: RulePassage, said: Sequence[Mapping[str, float]]) -> bool:
    """True for sentences with a condition after the one that answers `what happens if …`."""
    if _RESULT.match(asked.text) is None or asked.plain <= COMMON | {"not"}:
        return False
    first, *others = passage.sentences
    if asked.telling.isdisjoint(said[0]):
        return False
    last = others[-1] if others else ""
    return last.startswith("If ") and CONDITIONS.isdisjoint(words_in_order(first))


def _suits(design: Design) -> frozenset[str]:
    """Return the stems of the words for suits, and of `suit`."""
    return frozenset({stem("suit"), *(stem(word) for suit in design.suits for word in suit.words)})


def _fitness(asked: AskedWords, passage: RulePassage, is_result: bool) -> float:
    """Return how well a passage fits what a question asks for: a duty, a right, a number, or a condition."""
    text, told = asked.text, passage.text
    words = words_in_order(told)
    asks_number, has_number = _NUMBER.search(text) is not None, _NUMBERS.search(told) is not None
    is_number = asks_number and has_number
    is_number |= _LIMITED.search(text) is not None and any(bounds(told))
    plain = _EITHER.sub("", told)
    is_modal = not modals(text).isdisjoint((*words_in_order(plain), *plain.split()))
    conditional = all(not CONDITIONS.isdisjoint(each) for each in (words_in_order(text), words))
    is_case = not _case(_IF, text).isdisjoint(_case(_CASE, told))
    own = {stem(word) for term in _TERM.findall(told) for word in spoken_words(term)}
    is_defined = not own.isdisjoint(map(stem, content(text))) and EFFECT.match(text) is not None
    factors = (
        (NUMBER, is_number), (MODAL, is_modal), (IF, conditional), (SAME_IF, is_case), (TERM, is_defined),
        (RESULT, is_result), (NO_NUMBER, "how many" in text.casefold() and not has_number),
        (PERSON, text.casefold().startswith("who begins") and _PERSON.search(told) is not None),
    )  # fmt: skip
    further = FURTHER_IF if has_condition(text) else FURTHER
    brief = 1 if is_result else further ** (len(passage.sentences) - 1) / (1 + BRIEF * len(words))
    part = PART.get(passage.title, 1)
    if len(asked.telling) == 1:
        brief = part = 1
    return prod(factor for factor, applies in factors if applies) * (1 + _likeness(asked, told)) * brief * part


def _case(form: re.Pattern[str], text: str) -> frozenset[str]:
    """Return the stems of the words in the conditions of a text, without grammar."""
    return frozenset(stem(word) for case in form.findall(text) for word in weighty(case))


def _likeness(asked: AskedWords, text: str) -> float:
    """Return how much a passage resembles an input: by neighbouring words, and by words in the same form."""
    said, told = ([w for w in words_in_order(each) if w not in GRAMMAR - {"not"}] for each in (asked.text, text))
    same = {*said} & {*told} if asked.is_question else ()
    pairs = {*pairwise(map(stem, said))} & {*pairwise(map(stem, told))}
    return PAIR * len(pairs) + FORM * len(same)


def _heard(
    passage: RulePassage, asked: AskedWords, said: dict[str, float], hear: Callable[[str], dict[str, float]]
) -> dict[str, float]:
    """Return the words that a passage has, in the singular or plural, or as signs, with their weights. Words with a
    similar meaning weigh less, and so do those of the title."""
    title = f"{passage.title} {passage.names}"
    all_ = {*map(stem, asked.telling)}
    whole = len(all_) > 1 and passage.title not in PARTS.values() and all_ <= {*map(stem, spoken_words(title))}
    named = hear(title)
    weight = {word: 1 if whole else TITLE if word not in said else TITLE / 2 for word in named}
    return {w: said.get(w, 0) + named.get(w, 0) * weight.get(w, 0) for w in {*said, *named}}


def _together(said: Sequence[Mapping[str, float]]) -> dict[str, float]:
    return {word: max(each.get(word, 0) for each in said) for word in {*chain.from_iterable(said)}}


def _found(asked: AskedWords, said: Mapping[str, float], sentence: str) -> frozenset[str]:
    """Return the words of the question in a sentence, and `#` for the number that it asks for."""
    is_number = _NUMBER.search(asked.text) is not None and _NUMBERS.search(sentence) is not None
    words = (asked.telling | {asked.act}) - LOOSE
    return (words & said.keys()) | ({"#"} if is_number else frozenset())


def _words_heard(
    text: str, asked: AskedWords, design: Design, alike: Collection[frozenset[str]], phrases: Phrases
) -> dict[str, float]:
    there = spoken_words(text) | spoken_words(in_signs(text, design)) | words_for(text, phrases)
    stems = {*map(stem, there)}
    found: dict[str, float] = {}
    for word in asked.words:
        long = len(word) >= LONG and word not in COMMON
        if stem(word) in stems or (long and any(_begins(each, word) for each in there)):
            found[word] = 1
        elif any(stem(word) in group and group & stems for group in alike):
            found[word] = SIMILAR
    return found


def _begins(word: str, begin: str) -> bool:
    return word.startswith(begin) and len(word) <= len(begin) + ENDING
