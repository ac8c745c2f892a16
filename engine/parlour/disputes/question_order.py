"""Puts the question of a long argument before its circumstances: `can I play it if I drew a card`. Knows no game."""

from __future__ import annotations

import re

from parlour.disputes.question_words import SUBJECT

_LEADING = r"(?:(?:so|and|but|or|then|now|well|ok|okay) )*"
_ASKING = (
    r"(?:what|who|which|how|why)\b|(?:(?:when|where) )?"
    rf"(?:can|could|may|might|must|do|does|did|am|is|are|was|will|would|should|have|has){SUBJECT}"
)
_QUESTION = re.compile(_LEADING + rf"((?:{_ASKING}).*)", re.IGNORECASE)
_CONDITION = re.compile(r"(?:if|when|after|before|once|with|without|unless|while|although|because|since|as)\b", re.I)
_END = re.compile(r"(?:[,;.:!?]| [-–—])\s+")


def question_first(text: str) -> str | None:
    """Return an argument with its question first, and its circumstances as a condition. None if nothing comes before
    the question."""
    plain = " ".join(text.split()).rstrip(" ?!.")
    for end in _END.finditer(plain):
        asked = _QUESTION.fullmatch(plain[end.end() :])
        if asked is not None and _QUESTION.match(plain) is None:
            before = plain[: end.start()]
            return f"{asked[1]} {before if _CONDITION.match(before) else f'if {before}'}"
    return None
