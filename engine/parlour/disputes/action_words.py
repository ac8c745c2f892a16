"""Finds the words of a question for who acts and when, and for counts, which aren't words for the action. Knows no
game."""

from __future__ import annotations

import re

from parlour.disputes.question_words import weighty
from parlour.library.spellings import NUMBER_WORDS

PERSON = (
    r"(?:(?:the )?(?:other|others|opponents)(?: players)?|(?:any|some)(?:body|one) else"
    r"|(?:the|an?|my|your|our|his|her|their) \w+(?:['’]s \w+)?)"
    r"(?: (?:(?:on|to) (?:the|my|your|his|her) (?:\w+['’]s )?(?:left|right)"
    r"|(?:after|before|opposite) (?:the \w+|me|you)))?"
)
"""Matches the words for somebody: `the player on the dealer's left`."""

_SUBJECT = re.compile(
    rf"(?:can|could|may|might|must|do|does|did|is|are|will|would|should|have|has) ({PERSON})\b",
    re.IGNORECASE,
)
_TIME = re.compile(
    r" ((?:on|in|at|to|during|for) (?:the|my|your|his|her|a) (?:very )?(?:first|last|second|third|next|opening) \w+)",
    re.IGNORECASE,
)
_CLAUSE = re.compile(
    r" (?:(?:that|which) )?(?:i|we|they|(?:my|the|your|his|her|an?) \w+) (?:just )?"
    r"(?:left|played|discarded|drew|passed|took|(?:threw|put|laid)(?: down| away)?)\b",
    re.IGNORECASE,
)
_SOLE = re.compile(
    r"\b(?:(?:that|it|those|they)(?:['’]s|['’]re| is| are) )?all (?:that )?(?:i|we|you|they) (?:have|hold)"
    r"(?: got| left)?$",
    re.IGNORECASE,
)


def around(text: str) -> frozenset[str]:
    """Return the words for who acts and when: `the dealer`, `on the first turn`."""
    acting, time = _SUBJECT.match(text), _TIME.search(text)
    return frozenset[str]().union(*(weighty(found[1]) for found in (acting, time) if found is not None))


def subject(text: str) -> str:
    """Return who acts in a question: `the dealer` in `can the dealer go alone`; "" for `I` and for an input without."""
    found = _SUBJECT.match(text)
    return found[1] if found is not None else ""


def without_clause(text: str) -> str:
    """Return `take the discard` for `take the discard my opponent left`."""
    return _CLAUSE.sub("", text)


def with_only(text: str) -> str:
    """Return a question with `if I have only` for `if that's all I have`."""
    return _SOLE.sub("I have only", text)


_COUNT = re.compile(
    r"(?<!\ba )(?<!\ban )(?<!\bthe )(?<!\beach )(?<!\bevery )(?<!\banother )(?<!\bany )"
    rf"\b(?:{NUMBER_WORDS})\b(?! of \w+s\b)",
    re.IGNORECASE,
)
_COUNTED = re.compile(
    rf"\b(?:{NUMBER_WORDS}|\d+) (?!(?:does|is|has|was)\b)(?=[a-z]+s\b)",
    re.IGNORECASE,
)


def without_counts(text: str) -> str:
    """Return a text without the words for numbers that count things."""
    return _COUNT.sub(" ", text)


def without_counts_of_things(text: str) -> str:
    """Return a question without numbers before things, also in digits: `players tie` for `two players tie`."""
    return _COUNTED.sub("", text)
