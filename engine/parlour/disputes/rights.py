"""Reads rights in the text of a rule: `You may lie about your cards`. Knows no game."""

from __future__ import annotations

import re

from parlour.disputes.question_words import weighty
from parlour.library.spellings import spoken_words, stem

_SENTENCE = re.compile(r"[.;:] ")
_RIGHT = re.compile(r"(\bnobody )?\b(?:may|can)(n?['’]t| not)?(?: also| still)? ([a-z]+)", re.IGNORECASE)
_EXCEPTED = re.compile(r"\b(?:unless|until|except)\b", re.IGNORECASE)
_FURTHER = re.compile(r"\b(?:from|with|during) (.+)")
_LIMITED = re.compile(r"\b(?<!even )(?:if|when|only|before|once)\b", re.IGNORECASE)


def permits(asked: str, text: str, title: str = "") -> bool | None:
    """Return the answer to `can I lie?` if a sentence with all its words gives or denies that right. The title of the
    rule can have some words that a prohibition for everybody lacks.

    A right with a condition is no answer, nor is a prohibition with an exception if the question has a condition, or
    with further circumstances, as in `You can't discard the card you took from the discard pile`.
    """
    titled = {*map(stem, spoken_words(title))}
    words, verb = {*map(stem, weighty(asked) | _numbers(asked))}, stem(asked.casefold().split(" ", 1)[0])
    for sentence in _SENTENCE.split(text):
        said = {*map(stem, spoken_words(sentence))}
        if not words <= said | titled:
            continue
        for right in _RIGHT.finditer(sentence):
            is_denied = bool(right[1] or right[2])
            if not words <= said and not right[1]:
                continue
            further = _FURTHER.search(sentence, right.end()) if is_denied else None
            if further is not None and not {*map(stem, weighty(further[1]))} <= words:
                continue
            limited = _LIMITED if not is_denied else _EXCEPTED if _LIMITED.search(asked) else None
            if stem(right[3].casefold()) == verb and (limited is None or not limited.search(sentence)):
                return not is_denied
    return None


def _numbers(text: str) -> frozenset[str]:
    return frozenset(word for word in spoken_words(text) if word.isdecimal())
