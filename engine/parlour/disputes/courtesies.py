"""Turns a question into the move that it asks about, such as `can I play a 7?` into `play a 7`.

Knows no game.
"""

from __future__ import annotations

import re

_WHO = "i|you|we|they|he|she|anyone|anybody|someone|somebody|a player|the next player"
_OTHER = "|(?:the|my) other player|another player|the others|other players|the other players"
_ADVERB = r"(?:(?:please|then|now|still|also|even|ever|really) )?"
_OPENING = re.compile(
    rf"(?:(?:can|could|may|might) (?:{_WHO}{_OTHER})|do i get to"
    rf"|(?:am i|(?:are|is) (?:{_WHO})|is it) (?:allowed|permitted|legal|ok|okay|fine|all right|alright) to) {_ADVERB}",
    re.IGNORECASE,
)
_PLEASE = re.compile(r"^please,? |,? please$", re.IGNORECASE)
_TOGETHER = re.compile(r" (?:together|at once|at the same time|in one go)$", re.IGNORECASE)
_PLAYERS = re.compile(
    r"(?:can|could|may|might) (?:two|three|four|several|both|all|\d) (?:other )?(?:players|people|play)\b",
    re.IGNORECASE,
)
_FIRST = re.compile(r"(?<=\w) (?:first|at first|right away)$", re.IGNORECASE)
_ANYWHERE = re.compile(r" on (?:anything|any card|everything)$", re.IGNORECASE)
_DOWN = re.compile(r"(?:put|lay|slap|set|throw) down (?=\w)", re.IGNORECASE)
_DOES = re.compile(r"(?:does|will|would|can|could|may|might) ((?:an? |the |my |your )?\S+ \S.*)", re.IGNORECASE)
_FITS = re.compile(
    rf"(?:can|could|may|might|does|do|will|is|are) (.+?) {_ADVERB}"
    r"(?:go|fit|be (?:played|put|laid|placed)|allowed|legal) ((?:on|onto) .+)",
    re.IGNORECASE,
)


def is_about_next(text: str) -> bool:
    """True for `can the next player play after a 2?`."""
    opening = _OPENING.match(" ".join(text.split()))
    return opening is not None and "the next player" in opening[0].casefold()


def without_courtesies(text: str) -> str:
    """Return the move in a question, or the text itself if it isn't a question."""
    plain = _PLEASE.sub("", " ".join(text.split()).rstrip(" ?!"))
    plain = plain if _PLAYERS.match(plain) else _TOGETHER.sub("", plain)
    asked = _asked(plain)
    move = _ANYWHERE.sub("", _DOWN.sub("play ", asked) if asked != plain else asked)
    return _FIRST.sub("", move) if move != plain else move


def _asked(question: str) -> str:
    opening = _OPENING.match(question)
    if opening is not None:
        return question[opening.end() :]
    fits = _FITS.fullmatch(question)
    if fits is not None:
        return f"{fits[1]} {fits[2]}"
    does = _DOES.fullmatch(question)
    return does[1] if does is not None else question
