"""The words of a question about the rules: which of them matter, and what they ask for. Knows no game."""

from __future__ import annotations

import re

from parlour.library.spellings import spoken_words, stem

GRAMMAR = frozenset({
    "a", "an", "the", "my", "your", "our", "his", "her", "their", "i", "we", "you", "they", "he", "she", "it", "me",
    "is", "are", "am", "can", "could", "may", "might", "must", "do", "does", "not", "in", "on", "to", "of",
    "off", "with", "for", "and", "or", "if", "after", "before", "at", "up", "be", "did", "has", "have", "had", "there",
    "this", "that", "was", "what", "who", "when", "how", "many", "much", "which", "where", "why", "then", "any", "just",
    "even", "still", "only", "as", "another", "from", "would", "should", "will", "so", "than", "someone",
    "somebody", "nobody", "everybody", "anybody", "everyone", "anyone", "us", "them", "him", "got", "been", "were",
    "allowed", "now", "too", "very", "but", "already", "although", "because", "those", "these", "its",
})  # fmt: skip
COMMON = frozenset({"play", "card", "hand", "game", "move", "turn", "happen", "go", "get", "come"})
"""Words that most rules have. They matter only in a question without other words."""
PUTTING = frozenset({"lay", "lead", "put", "place", "drop", "throw", "use", "go", "slam", "follow", "dump", "toss"})
PLAYING = PUTTING | {"trump", "ruff", "win", "beat", "discard"}
"""Verbs that people use for playing a card; any other new word might be a slip."""
_LITTLE = (GRAMMAR | COMMON | {word for each in GRAMMAR | COMMON for word in spoken_words(each)}) - {"not"}
_COMMON_STEMS = frozenset(map(stem, COMMON))
_GRAMMAR = (GRAMMAR | {word for each in GRAMMAR for word in spoken_words(each)}) - {"not"}
_DUTY = re.compile(r"\b(?:(?:have|has|need|needs|got|forced|obliged|supposed) to|must)\b", re.IGNORECASE)
_RIGHT = re.compile(r"\b(?:can|could|may|might|am i|allowed|permitted|legal)\b", re.IGNORECASE)
_DUTIES = frozenset({"must", "may", "won't", "or", "optional"})
_RIGHTS = frozenset({"can", "may", "only", "any", "must", "never", "nobody", "not"})
EFFECT = re.compile(r"what(?:'s|\b.*\b(?:do|does|did|mean|happens?|effect|special|is|are)\b)", re.IGNORECASE)
"""Matches a question about what a card or a rule does."""

_QUESTION = re.compile(r"(?:what|who|how|when|which|where|why|must|do|does|is|are|has|have)\b", re.IGNORECASE)
SUBJECT = (
    r"(?:n['’]t)? (?:i|you|we|they|he|she|it|that|this|there|those|these|any\w+|some\w+|every\w+|nobody|an?|the|my"
    r"|your|our|his|her|their)\b"
)
"""Matches the beginning of the subject behind the verb of a question."""

_ASKS_RIGHT = re.compile(rf"(?:can|could|may|might|am|was|will|would|should){SUBJECT}", re.IGNORECASE)


def is_question(text: str) -> bool:
    """True for `what does a 10 do` and `is there a bonus`, which ask about more than one move."""
    return _QUESTION.match(text) is not None


def asks_about_right(text: str) -> bool:
    """True for `can I play it`, if it has its subject."""
    return _ASKS_RIGHT.match(text) is not None


def weighty(text: str) -> frozenset[str]:
    """Return the words of an input that aren't grammar: also the common ones."""
    return frozenset(word for word in spoken_words(text) - _GRAMMAR if not word.isdecimal())


def content(text: str) -> frozenset[str]:
    """Return the words of a question that matter; the common ones if there are no others."""
    words = weighty(text)
    return frozenset(word for word in words - _LITTLE if stem(word) not in _COMMON_STEMS) or words


def begins_with_play(text: str) -> str | None:
    """Return the first word of an input that isn't `play`, if it means playing a card: `trump if I have the suit`."""
    first = text.casefold().split(" ", 1)[0]
    return first if first in PLAYING - {"win"} else None


def asks_about_duty(text: str) -> bool:
    """True for `do I have to play it` and `must I play it`."""
    return _DUTY.search(text) is not None


def modals(text: str) -> frozenset[str]:
    """Return the words that an answer has, if a question asks for a duty or a right; otherwise nothing."""
    if asks_about_duty(text):
        return _DUTIES
    return _RIGHTS if _RIGHT.search(text) else frozenset()
