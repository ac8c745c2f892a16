"""Reads rights in the text of a rule: `You may lie about your cards`. Knows no game."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Literal

from parlour.disputes.question_words import weighty
from parlour.library.spellings import spoken_words, stem

_SENTENCE = re.compile(r"[.;:] ")
_RIGHT = re.compile(
    r"(?:\b(?P<who>[a-z]+) )?\b(?P<modal>may|can|does(?=n['’]t| not)|do(?=n['’]t| not))(?P<no>n?['’]t| not)?"
    r"(?: also| still)? (?P<verb>[a-z]+)",
    re.IGNORECASE,
)
_ANYBODY = frozenset({"you", "nobody", "anybody", "everybody", "player", "players", "they", "people"})
_EXCEPTED = re.compile(r"\b(?:unless|until|except)\b", re.IGNORECASE)
_UNLESS = re.compile(r"\bunless ([^.]+)", re.IGNORECASE)
_FURTHER = re.compile(r"\b(?:from|with|during) (.+)")
_LIMITED = re.compile(r"\b(?<!even )(?:if|when|only|before|once)\b", re.IGNORECASE)
_DUTY = re.compile(
    r"(?:(?:do|does|would|will) (?:i|we|you|they|he|she|everybody|(?:the|my|an?) \w+)|am i|are we)"
    r" (?:have|need|forced|obliged|supposed) to (.+?)[ ?]*|must (?:i|we|you|they|he|she|everybody) (.+?)[ ?]*",
    re.IGNORECASE,
)
_MUST = re.compile(r"\b(?:must|(?:have|has) to)(?: also)? (?!not\b)([a-z]+)", re.IGNORECASE)
_ON_CONDITION = re.compile(r"\b(?:if|when|after|unless|until|except|before|once)\b", re.IGNORECASE)
_CONDITIONS = re.compile(
    r",|\b(?:if|when|after|unless|until|except|before|once|from|with|during|while|as|and|or|but)\b", re.IGNORECASE
)
_LITTLE = frozenset(map(stem, ("card", "one", "just", "also", "own", "later", "yourself", "game", "play")))
_OR = re.compile(r"\bor\b", re.IGNORECASE)
_OBJECT = re.compile(r"\b(?:me|us|him|them)\b", re.IGNORECASE)
_OTHER = re.compile(r"\b(?:(?:an)?other|different|wrong|else)\b", re.IGNORECASE)
_USING = re.compile(r"use (.+?) to (.+)", re.IGNORECASE)
_CIRCUMSTANCES = re.compile(r"(.+?),? (?:even )?(if|when|while|before|although|though) (.+)", re.IGNORECASE)
_IF = re.compile(r"(?:if|when) ([^,]+), (.+)|(.+?),? (?:only )?(?:if|when) (.+)", re.IGNORECASE)
_ALL_BUT = re.compile(
    r"\b(?P<all>everybody|everyone|anybody|anyone|all|(?:all|any) players?|nobody|no player) (?:but|except|other than)"
    r" (?P<but>.+?),?(?= (?:may|can)(?:n['’]t|not)?\b)",
    re.IGNORECASE,
)
_ONLY_YOU = re.compile(r"\bonly (?:you|the owner|their owner|its owner) $", re.IGNORECASE)
_YOURS = re.compile(r"\byour\b", re.IGNORECASE)
_OTHERS = frozenset(map(stem, ("other", "else", "opponent", "neighbour")))
_IN_CLAUSE = re.compile(
    r"\b(?:who|that|which|what|(?:if|when|while|unless|until|once|whether|as)"
    r"(?: (?:the|an?|your|their|all|both|any|no))?(?: (?:other )?[a-z]+)?) $",
    re.IGNORECASE,
)
_SPECIAL = re.compile(
    r"\b(?:the|a|your|their|one|only)(?: \w+ of the)? (first|last|top|next|bottom|previous)\b", re.IGNORECASE
)
_SEVERAL = re.compile(r"(play|lay|use) (?:two|three|four|several|both|2|3|4) (\w+ \w+)", re.IGNORECASE)
_BRACKETS = re.compile(r" \([^)]*\)")
_ALONE = re.compile(r"\b([a-z]+) [^.;:,]{1,30}\balone\b", re.IGNORECASE)
_NOT = re.compile(r"\b(?:can't|cannot|can’t|don't|don’t|not|no|none|nothing|never)\b", re.IGNORECASE)


@dataclass(frozen=True)
class RightsVerdict:
    """An answer in a word for programs, and at the beginning of a sentence. `is_firm`: no other rule changes it."""

    word: Literal["yes", "no", "depends"]
    told: str
    is_firm: bool = True


YES, NO = RightsVerdict("yes", "Yes."), RightsVerdict("no", "No.")
CONDITIONAL = RightsVerdict("yes", "Yes, on a condition.", is_firm=False)
SOMETIMES = RightsVerdict("depends", "Not always.", is_firm=False)


def permits(asked: str, text: str, title: str = "", who: str = "") -> RightsVerdict | None:
    """Return the answer to `can I lie?` if a sentence with all its words gives or denies that right. The title of the
    rule can have some words that a prohibition for everybody lacks. `who` are the people that it asks about.

    A right with a condition is an answer only to a question with the same condition, or with the opposite one.
    """
    titled = _stems(title)
    if who and _OBJECT.search(asked):
        return None
    using = _USING.fullmatch(asked)
    if using is not None:
        return permits(using[2], text, title, who) if _stems(using[1]) <= _stems(text) | titled | {"an", "a"} else None
    found = None
    for sentence in _SENTENCE.split(text):
        verdict = _in_sentence(asked, sentence, titled, _asked(who))
        if verdict is not None and verdict.is_firm:
            return verdict
        found = found or verdict
    return found


def demands(text: str, rule: str, title: str = "") -> RightsVerdict | None:
    """Return the answer to `do I have to overtrump?` if a sentence with all its words makes that a duty. The title of
    the rule can have some of the words.

    There is no answer from a sentence with an alternative. A question with circumstances has one only if a sentence has
    the same condition, or the opposite one.
    """
    asked = _DUTY.fullmatch(text)
    duty = (asked[1] or asked[2]) if asked is not None else ""
    circumstances = _CIRCUMSTANCES.fullmatch(duty)
    if circumstances is not None and not _OR.search(duty):
        answers = (_on_condition(circumstances, sentence) for sentence in _SENTENCE.split(rule))
        return next((answer for answer in answers if answer is not None), None)
    if not duty or _LIMITED.search(duty) or _OR.search(duty):
        return None
    words, titled, verb = _asked(duty), _stems(title), stem(duty.casefold().split(" ", 1)[0])
    for sentence in _SENTENCE.split(rule):
        said = _stems(sentence)
        if words <= said | titled and _is_duty(sentence, verb, verb not in said) and not _OR.search(sentence):
            return CONDITIONAL if _ON_CONDITION.search(sentence) else YES
    return None


def forbids_less(act: str, words: Collection[str], text: str) -> bool:
    """True if a text forbids something only for a part of what a question is about, as `You can't lead a heart`."""
    stems = frozenset(map(stem, words))
    bans = [ban for ban in _RIGHT.finditer(text) if ban["no"] and stem(ban["verb"].casefold()) == stem(act)]
    return bool(bans) and all(_is_about_less(ban, text, stems) for ban in bans)


def allows_one(text: str, rule: str, title: str = "") -> RightsVerdict | None:
    """Return the answer to `can I play two cancel cards` if a rule says that such a card is played alone."""
    several = _SEVERAL.fullmatch(text)
    things = _asked(several[2]) - _LITTLE if several is not None else frozenset()
    if several is None or not things or not things <= _stems(rule) | _stems(title):
        return None
    plain = _BRACKETS.sub("", rule)
    return NO if any(stem(each[1].casefold()) == stem(several[1]) for each in _ALONE.finditer(plain)) else None


def is_must(text: str, act: str) -> bool:
    """True for a text that says that somebody must do this."""
    return any(stem(must[1].casefold()) == stem(act) for must in _MUST.finditer(text))


def has_duty(text: str, act: str) -> bool:
    """True for a text that says that somebody must do something, or that has the verb of an action as an imperative."""
    return _MUST.search(text) is not None or any(_is_duty(each, stem(act), False) for each in _SENTENCE.split(text))


def _is_duty(sentence: str, verb: str, is_titled: bool) -> bool:
    """True for a sentence with `must` before a verb, or with the verb as an imperative: `If you can't play, draw.` If
    only the title has the verb, `must` is enough."""
    imperative = any(stem(part.casefold().split(" ", 1)[0]) == verb for part in sentence.split(", "))
    return imperative or any(is_titled or stem(must[1].casefold()) == verb for must in _MUST.finditer(sentence))


def _in_sentence(
    asked: str, sentence: str, titled: frozenset[str], who: frozenset[str] = frozenset()
) -> RightsVerdict | None:
    verb, said = stem(asked.casefold().split(" ", 1)[0]), _stems(sentence)
    circumstances = _CIRCUMSTANCES.fullmatch(asked)
    words = _asked(asked) if circumstances is None else _without_negation(asked)
    if who and who <= said and len(words) > 1:
        words -= {"card"} - said
    if not words <= said | titled:
        return _on_condition(circumstances, sentence) if circumstances is not None else None
    if _OTHER.search(asked) and not _OTHER.search(sentence):
        return None
    found = None
    for right in _RIGHT.finditer(sentence):
        if stem(right["verb"].casefold()) != verb or _IN_CLAUSE.search(sentence[: right.start("modal")]):
            continue
        excepted = _excepting(right, sentence, who)
        if excepted is not None:
            return excepted
        if not _has_right(right, sentence, who):
            continue
        is_less = _is_about_less(right, sentence, words)
        is_all = (right["who"] or "").casefold() == "nobody"
        if is_less and not right["no"]:
            return SOMETIMES
        if is_less:
            continue
        if not (is_all or right["no"]):
            if not _LIMITED.search(sentence):
                return YES
            found = CONDITIONAL if circumstances is None else None
        elif circumstances is None and (words <= said or is_all):
            further = _FURTHER.search(sentence, right.end())
            is_more = further is not None and not _asked(further[1]) <= words
            return SOMETIMES if is_more or _EXCEPTED.search(sentence) else NO
        elif circumstances is not None and (_asked(circumstances[1]) <= said or is_all):
            return _denied(circumstances, sentence)
    if circumstances is not None:
        return _on_condition(circumstances, sentence)
    is_imperative = stem(sentence.casefold().split(" ", 1)[0]) == verb and not _LIMITED.search(sentence)
    return found or (replace(YES, is_firm=False) if is_imperative and not who else None)


def _excepting(right: re.Match[str], sentence: str, who: frozenset[str]) -> RightsVerdict | None:
    """Return the answer from a right of everybody but some, or of nobody but some: those are the opposite."""
    if who & _OTHERS and _ONLY_YOU.search(sentence[: right.start("modal")]):
        return YES if right["no"] else NO
    found = next((each for each in _ALL_BUT.finditer(sentence) if each.end() + 1 == right.start("modal")), None)
    if found is None or _LIMITED.search(sentence):
        return None
    is_given = found["all"].casefold().startswith("no") != bool(right["no"])
    if who and who <= _stems(found["but"]):
        return YES if is_given else NO
    return SOMETIMES if is_given else CONDITIONAL  # the dealer might be the defender


def _is_about_less(right: re.Match[str], sentence: str, words: frozenset[str]) -> bool:
    """True if a right or a prohibition is about less than a question, as `You can't lead a heart` for `can I lead`."""
    about = _CONDITIONS.split(sentence[right.end() :], 1)[0]
    if right["modal"].casefold().startswith("do"):
        return False
    if right["no"]:
        return not _asked(about) - _LITTLE <= words
    special = _SPECIAL.search(about)
    return special is not None and stem(special[1].casefold()) not in words


def _has_right(right: re.Match[str], sentence: str, who: frozenset[str]) -> bool:
    """True if a right, or what somebody doesn't do, is about these people, and if no condition limits what they don't
    do."""
    named = who <= _stems(sentence[: right.start("modal")])
    if who & _OTHERS and _YOURS.search(sentence):
        return named
    if right["modal"].casefold().startswith("do"):
        return bool(who) and named and not _ON_CONDITION.search(sentence)
    return named or (right["who"] or "").casefold() in _ANYBODY


def _denied(circumstances: re.Match[str], sentence: str) -> RightsVerdict | None:
    """Return the answer to a question with circumstances from a prohibition that can have an exception."""
    if not _EXCEPTED.search(sentence):
        return NO
    exception = _UNLESS.search(sentence)
    if circumstances[2].casefold() != "before" or exception is None:
        return None
    is_asked = _asked(circumstances[3]) <= _stems(exception[1])
    return None if is_asked else RightsVerdict("no", f"No, unless {exception[1].strip()}.")


def _on_condition(circumstances: re.Match[str], sentence: str) -> RightsVerdict | None:
    """Return the answer if a sentence gives a right on the same condition, or on the opposite one: `If you can't play,
    pick up`."""
    given = _IF.fullmatch(sentence.strip(" ."))
    if given is None:
        return None
    condition, right = (given[1], given[2]) if given[1] else (given[4], given[3])
    there = _without_negation(condition)
    same = bool(there) and there <= _without_negation(circumstances[3])
    is_opposite = bool(_NOT.search(condition)) != bool(_NOT.search(circumstances[3]))
    if not same or not _asked(circumstances[1]) <= _stems(right):
        return None
    return replace(NO if is_opposite else YES, is_firm=False)


def _without_negation(text: str) -> frozenset[str]:
    return _asked(_NOT.sub(" ", text))


def _asked(text: str) -> frozenset[str]:
    numbers = {word for word in spoken_words(text) if word.isdecimal()}
    return frozenset(map(stem, weighty(text) | numbers))


def _stems(text: str) -> frozenset[str]:
    return frozenset(map(stem, spoken_words(text)))
