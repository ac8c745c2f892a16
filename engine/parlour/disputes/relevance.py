"""How well a passage of the rules fits a question. Knows no game."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import chain, pairwise
from math import log, prod

from parlour.disputes.action_words import without_counts
from parlour.disputes.asked_words import AskedWords
from parlour.disputes.bounds import bounds
from parlour.disputes.passages import RulePassage
from parlour.disputes.question_words import (
    COMMON,
    EFFECT,
    GRAMMAR,
    asks_about_duty,
    begins_with_play,
    content,
    modals,
    weighty,
)
from parlour.disputes.readings import CONDITIONS, has_condition
from parlour.disputes.rights import forbids_less, is_must
from parlour.disputes.spoken_cards import ranks_in
from parlour.game import Game
from parlour.library.spellings import spoken_words, stem, words_in_order
from parlour.program import Design
from parlour.rulebook.other_words import similar_words
from parlour.rulebook.phrases import Phrases, phrases_of, words_for
from parlour.sheets.model import PARTS
from parlour.views.signs import in_signs

LOOSE = frozenset({"put", "place", "move"})  # verbs for too many things to need a further sentence
BEATING = frozenset({"beat", "trump", "ruff"})  # verbs for a play, in a question about a duty
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
ORDINARY = 1.35  # the factor for a passage that begins with `In a play`, if a question asks about a normal play
EXCEPTION = 6.0  # the factor for a passage that says what doesn't count in a part of play, as `in a melee`
NUMBER = 1.5  # the factor for a passage with a number, if the question asks for one
NO_NUMBER = 0.5  # the same for a passage without numbers
PERSON = 1.4  # the factor for a passage about players, if the question asks who begins
WHO = 1.3  # the factor for a passage about somebody's right or duty, if the question asks who has it
ACT_IF = 0.6  # the same as `OTHER_ACT` for a question with circumstances
OTHER_ACT = 0.35  # the factor for a passage without the verb of the question
NO_CARD = 0.5  # the same for a passage without the played card, if the question is what happens then
NO_ACT = 0.4  # the same for how sure such a passage is
BARE = 0.25  # the same for a passage with only common words of a question
OTHER_PLAY = 0.8  # the same for a common verb, such as `play`
FURTHER_IF = 0.75  # the same as `FURTHER` for a question with circumstances, which has many words
FURTHER = 0.85  # the factor for each further sentence
RESULT = 1.3  # the factor for further sentences with a condition, if the question is what happens then
ADDED = 1.5  # the factor for a house rule that the asker adds to a game
SURE = 0.28  # of the words of a question, by their weight, that an answer has; such a rule needs only one word
BRIEF = 0.005  # what a word of a passage takes from its factor
PART = {PARTS["aim"]: 0.9, PARTS["deal"]: 0.85, "Set for this game": 0.7}
"""Factors for parts of the sheet that people rarely argue about."""
_ELLIPSIS = re.compile(r"\b(?:if|when) (?:i|you|we|they) (?:can|could)(?:n['’]t|not| not)?$", re.IGNORECASE)
ASKS_RESULT = re.compile(r"what (?:happens|if)\b|who (?:gets|takes|wins)\b", re.IGNORECASE)
_NUMBER = re.compile(r"how (?:many|much|often)\b", re.IGNORECASE)
_LIMITED = re.compile(
    r"\b(?:(?:\d+|no|two|three|four|five|six|seven|eight)(?: cards?| points|$)"
    r"|an? (?:fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh) \w+)",
    re.IGNORECASE,
)
_TERM = re.compile(r"[\"“]([^\"”]+)[\"”]")
_NUMBERS = re.compile(r"\b(?:\d+|two|three|four|five|six|seven|eight|nine|ten)\b", re.IGNORECASE)
_EITHER = re.compile(r"\bor \d+")
_WHO = re.compile(r"who (?:else )?(?:may|can|must|has to|is allowed to)\b", re.IGNORECASE)
_SOMEBODY = re.compile(r"\b(?!there |it |that |which |who |count )[a-z]+ (?:can|may|must)\b", re.IGNORECASE)
_PLACE = re.compile(r"\b(?:in|during) (?:an?|the) (\w+)", re.IGNORECASE)
_USUAL = re.compile(r" (?:normal|usual|ordinary|regular|plain)\b", re.IGNORECASE)
_COMMON_PLACES = frozenset(map(stem, (*COMMON, "rule", "end", "first", "last", "same", "second", "next")))
_NOTHING = re.compile(r"\b(?:no|none|nothing|never|don['’]t|doesn['’]t)\b", re.IGNORECASE)
_NOBODY = re.compile(r"\bnobody\b(?! (?:can|may|must))", re.IGNORECASE)
_PERSON = re.compile(r"\b(?:player|dealer|winner|loser|side|partner)s?\b", re.IGNORECASE)
_IF = re.compile(r"\b(?:if|when|after|once|unless|while|although) (.+)", re.IGNORECASE)
_CASE = re.compile(r"\b(?:if|when|after|once|unless|while) ([^,.;:]+)", re.IGNORECASE)
_MODAL = re.compile(r"\b(?:can|may|must)(?:n?['’]t| not)?(?: or won['’]t)? (\w+)", re.IGNORECASE)


@dataclass(frozen=True)
class Score:
    """`sure` is the part of the important words that a passage has, by their weights."""

    value: float
    sure: float
    words: frozenset[str]
    """The words of the question that the passage has."""


def scores(game: Game, asked: AskedWords, passages: Sequence[RulePassage]) -> dict[RulePassage, Score]:
    """Return the scores of the passages that have enough words of a question.

    Rare words count more, those of titles less, and cards least. At least half of the words must be there, without
    little words, numbers and cards. Words of a question that no passage has count less.
    """
    design = game.program.deck.design
    terms = (term.split() for passage in passages if not passage.offered for term in _TERM.findall(passage.text))
    asked = replace(asked, plain=asked.plain | (asked.words & {term[0].casefold() for term in terms if not term[1:]}))
    alike = [*similar_words(game.composition), _suits(design)]
    first = begins_with_play(asked.text.removeprefix("can "))
    play = first if first is not None and first not in BEATING else _unsaid(first or asked.act, passages)
    if play is not None and play in asked.plain:
        alike.append(frozenset({stem(play), "play"}))
    zones = _zones_of_act(asked, game)
    hear = cache(partial(_words_heard, asked=asked, design=design, alike=alike, phrases=phrases_of(game.composition)))
    said = [[hear(f"{p.about} {zones.sub('pile', each)}") for each in p.sentences] for p in passages]
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
        if each.keys().isdisjoint(asked.needed(passage.title, design)):
            continue
        if not (result or _are_needed(asked, passage, parts)):
            continue
        value = sum(weight * rarity[word] for word, weight in each.items()) * _fitness(asked, passage, result)
        has_act = not asked.act or any(word in each for word in spoken_words(asked.act))
        has_act |= beats(asked.text.removeprefix("can "), passage.text) is not None  # an order needs no verb
        other_act = ACT_IF if asked.has_condition else OTHER_ACT
        if _asks_for_result_of_card(asked) and each.keys().isdisjoint(asked.faces | asked.numbers):
            value *= NO_CARD
        factor = 1 if has_act else OTHER_PLAY if asked.is_common else other_act
        sure = sum(min(each[word] / SIMILAR, 1) * rarity[word] for word in each.keys() & asked.telling) / whole
        there = frozenset(word for word, weight in each.items() if weight)
        sure *= 1 if has_act or asked.is_common else NO_ACT
        sure = max(sure, SURE) if is_exception_there(asked.text, passage.text) else sure
        sure *= BARE if asked.is_bare and not _is_about_it(asked, passage.text) else 1
        score = Score(value * factor, sure, there)
        is_named = passage.title in added and not passage.offered
        found[passage] = Score(score.value * ADDED, max(score.sure, SURE), there) if is_named else score
    return found


def _zones_of_act(asked: AskedWords, game: Game) -> re.Pattern[str]:
    """Return a pattern for zones that are called like the verb of a question: a `draw pile` is no draw."""
    names = {name for zone in game.program.zones for name in (zone.text, *zone.also_called) if " " in name}
    own = [name for name in names if asked.act in name.split() and name not in asked.text]
    return re.compile("|".join(map(re.escape, own)) or r"(?!)")


def _unsaid(act: str, passages: Sequence[RulePassage]) -> str | None:
    """Return a verb for winning a trick if the rules of the mix don't use it: then they only say what people play."""
    said = (spoken_words(p.text) for p in passages if not p.offered and not p.sentences[1:])
    return act if act in BEATING and not any(stem(act) in map(stem, each) for each in said) else None


def _are_needed(asked: AskedWords, passage: RulePassage, said: Sequence[Mapping[str, float]]) -> bool:
    """True if each of several sentences has a word of the question, or the number that it asks for, that the others
    don't have."""
    own = [_found(asked, *each) for each in zip(said, passage.sentences, strict=True)]
    others = (frozenset().union(*(other for other in own if other is not each)) for each in own)
    return len(own) == 1 or all(not each <= other for each, other in zip(own, others, strict=True))


def lacks_number(asked: AskedWords, passage: RulePassage) -> bool:
    """True for a passage without numbers, if the question asks for one."""
    return _NUMBER.search(asked.text) is not None and _NUMBERS.search(passage.text) is None


def _is_of_other_ranks(asked: AskedWords, passage: RulePassage, design: Design) -> bool:
    """True if a passage is about some ranks, and the question about others: `stack a 2` isn't `Stacking on threes`."""
    own = ranks_in(asked.text, design, any_=True)
    faces = asked.faces if _asks_for_result_of_card(asked) else frozenset()
    named = (in_signs(word, design) for word in asked.numbers | faces)
    own |= {rank for word in named if (rank := design.rank_named(word)) is not None}
    theirs = ranks_in(f"{passage.title}. {passage.about} {passage.text}", design) if own else own
    return bool(theirs) and own.isdisjoint(theirs) and not is_exception_there(asked.text, passage.text)


def _is_result(asked: AskedWords, passage: RulePassage, said: Sequence[Mapping[str, float]]) -> bool:
    """True for sentences with a condition after the one that answers `what happens if …`."""
    if ASKS_RESULT.match(asked.text) is None or asked.plain <= COMMON | {"not"}:
        return False
    first, *others = passage.sentences
    if asked.telling.isdisjoint(said[0]):
        return False
    last = others[-1] if others else ""
    return last.startswith("If ") and CONDITIONS.isdisjoint(words_in_order(first))


def _asks_for_result_of_card(asked: AskedWords) -> bool:
    """True for `what happens if I play a joker`."""
    return ASKS_RESULT.match(asked.text) is not None and asked.plays_card


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
    plain = _NOBODY.sub("", _EITHER.sub("", told))
    is_modal = not modals(text).isdisjoint((*words_in_order(plain), *plain.split()))
    is_modal = is_modal and not _is_of_other(asked.act, told) and not forbids_less(asked.act, asked.words, told)
    conditional = all(not CONDITIONS.isdisjoint(each) for each in (words_in_order(text), words))
    is_case = _has_same_case(text, told)
    own = {stem(word) for term in _TERM.findall(told) for word in spoken_words(term)}
    is_defined = not own.isdisjoint(map(stem, content(text))) and EFFECT.match(text) is not None
    factors = (
        (NUMBER, is_number), (MODAL, is_modal), (IF, conditional), (SAME_IF, is_case), (TERM, is_defined),
        (ORDINARY, _is_about_ordinary(text, told)), (EXCEPTION, is_exception_there(text, told)),
        (WHO, _WHO.match(text) is not None and _SOMEBODY.search(told) is not None),
        (RESULT, is_result), (NO_NUMBER, "how many" in text.casefold() and not has_number),
        (PERSON, text.casefold().startswith("who begins") and _PERSON.search(told) is not None),
    )  # fmt: skip
    further = FURTHER_IF if has_condition(text) else FURTHER
    brief = 1 if is_result else further ** (len(passage.sentences) - 1) / (1 + BRIEF * len(words))
    part = PART.get(passage.title, 1)
    if len(asked.telling) == 1:
        brief = part = 1
    return prod(factor for factor, applies in factors if applies) * (1 + _likeness(asked, told)) * brief * part


def _is_of_other(act: str, text: str) -> bool:
    """True if a text has the verb of a question, and its rights and duties are about other verbs only."""
    verbs = {stem(verb.casefold()) for verb in _MODAL.findall(text)}
    return bool(act and verbs) and stem(act) not in verbs and stem(act) in {*map(stem, spoken_words(text))}


def _is_about_it(asked: AskedWords, told: str) -> bool:
    """True if a passage has the duty of a question, or the same condition, as in `do I have to play if I can`."""
    is_duty = asks_about_duty(asked.text) and is_must(told, asked.act)
    return is_duty or _has_same_case(_ELLIPSIS.sub(rf"\g<0> {asked.act}", asked.text), told)


def _has_same_case(text: str, told: str) -> bool:
    """True if the conditions of two texts have a word in common."""
    return not _case(_IF, text).isdisjoint(_case(_CASE, told))


def _case(form: re.Pattern[str], text: str) -> frozenset[str]:
    """Return the stems of the words in the conditions of a text, without grammar."""
    return frozenset(stem(word) for case in form.findall(text) for word in weighty(case))


def is_exception_there(text: str, told: str) -> bool:
    """True if a passage says what doesn't count in the part of play that a question names."""
    return not _places(text).isdisjoint(_places(told)) and _NOTHING.search(told) is not None


def _is_about_ordinary(text: str, told: str) -> bool:
    """True if a passage begins with `In a play`, and the question has `in a normal play`."""
    opening, plain = _PLACE.match(told), _USUAL.sub("", text)
    return opening is not None and plain != text and opening[0].casefold() in plain.casefold()


def _places(text: str) -> frozenset[str]:
    """Return the stems of the parts of play that a text names, as `in a melee`."""
    return frozenset(stem(word.casefold()) for word in _PLACE.findall(text)) - _COMMON_PLACES


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
    counts = {word for word in spoken_words(text) - spoken_words(without_counts(text)) if word.isdecimal()}
    there -= counts & asked.numbers
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


_ORDER = re.compile(r"\bfrom the (highest|lowest)\b[^:,]*[:,] ([^.]+)\.", re.IGNORECASE)
_BETWEEN = re.compile(r",? and (?:an? )?|, (?:an? )?")
_HIGHER = re.compile(
    r"(?:(?:does|do|is|are|can|will|would) )?(?:an? |the |my )?(.+?) (beats?|higher than|better than|worth more than|"
    r"above|lower than|worse than|below|lose to|loses to) (?:an? |the |my )?(.+)",
    re.IGNORECASE,
)
_BEATING = re.compile(r"beat (?:an? |the )?(.+) with (?:an? |the )?(.+)", re.IGNORECASE)
_LOWER = ("lower", "worse", "below", "lose", "loses")
_LIST = re.compile(r"([\w ]+): ([^.:]+)\.")
_IS = re.compile(
    r"(?:is|are|does|do) (?:an? |the )?(\S+?)'?s? (?:an? |the |count as an? |among the )?(.+)", re.IGNORECASE
)


def beats(asked: str, text: str) -> bool | None:
    """Return the answer to `does a flush beat a straight` if a text has both in an order; None if it hasn't."""
    asked = _BEATING.sub(r"\2 beats \1", " ".join(asked.split()))
    said, order = _HIGHER.fullmatch(asked), _ORDER.search(text)
    if said is None or order is None:
        return None
    items = [frozenset(_stems(item.rpartition(" are ")[2])) for item in _BETWEEN.split(order[2])]
    first, second = _place(said[1], items), _place(said[3], items)
    if first is None or second is None or first == second:
        return None
    is_above = (first < second) == (order[1].casefold() == "highest")
    return is_above != (said[2].split()[0].casefold() in _LOWER)


def _place(words: str, items: list[frozenset[str]]) -> int | None:
    """Return the place of the item with these words and the fewest others."""
    own = _stems(words)
    found = [(len(item - own), at) for at, item in enumerate(items) if own <= item]
    return min(found)[1] if own and found else None


def _stems(words: str) -> frozenset[str]:
    return frozenset(stem(word) for word in spoken_words(words) if word not in ("a", "an"))


def belongs(asked: str, text: str) -> bool | None:
    """Return the answer to `is a 10 a power card` from `Power cards: 2 3 8.`; None if a text is no such list."""
    said, found = _IS.fullmatch(" ".join(asked.split())), _LIST.fullmatch(text)
    if said is None or found is None or _stems(said[2]) != _stems(found[1]):
        return None
    return bool(_stems(said[1]) & _stems(found[2]))
