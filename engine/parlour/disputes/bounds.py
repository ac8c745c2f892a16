"""Reads limits in the text of a rule, such as `up to 3 cards` or `10 points or less`, and compares a number with them.

Knows no game.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from parlour.library.spellings import in_digits, spoken_words, stem

MOST = 1000
_N = r"(\d+|zero|no|one|two|three|four|five|six|seven|eight|nine|ten)"
_THING = r"(?: ([a-z]+(?: [a-z]+)?))?"
_FORMS = tuple(
    (re.compile(form, re.IGNORECASE), low, high)
    for form, low, high in (
        (rf"(?:from |\b){_N} (?:to|or) {_N}{_THING}", 1, 2),
        (rf"\b(?:at most|up to) {_N}{_THING}", 0, 1),
        (rf"\bat least {_N}{_THING}", 1, 0),
        (rf"\b{_N} ([a-z]+)(?: of [a-z]+)? (?:at most|or (?:less|fewer))\b", 0, 1),
        (rf"\b{_N} ([a-z]+)(?: of [a-z]+)? (?:at least|or more)\b", 1, 0),
    )
)
_ASKED = re.compile(
    rf"(?P<verb>[a-z]+)(?: with| for| of)? (?:only |just |as many as )?{_N}(?: (?P<thing>[a-z]+))?", re.IGNORECASE
)


@dataclass(frozen=True)
class Bound:
    """A limit for the number of some things, such as `cards`; "" if the text doesn't say of what."""

    low: int
    high: int
    thing: str


def bounds(text: str) -> Iterator[Bound]:
    """Yield the limits in a text."""
    for form, low, high in _FORMS:
        for found in form.finditer(text):
            numbers = [_number(word) for word in found.groups()[: max(low, high)]]
            thing = found.groups()[max(low, high)] or ""
            yield Bound(numbers[low - 1] if low else 0, numbers[high - 1] if high else MOST, thing)


def allows(asked: str, text: str) -> bool | None:
    """Return whether the only limit in a text allows the number in an input: `knock with 11`. None if that isn't clear.

    The limit is about the things that the input counts, or about what its verb does: `raise four times` and `3 raises`.
    """
    said, limits = _ASKED.fullmatch(" ".join(asked.split()).rstrip("?")), list(bounds(text))
    if said is None or len(limits) != 1:
        return None
    (limit,) = limits
    thing, verb = said["thing"] or "", said["verb"]
    things = {stem(word) for word in spoken_words(thing)}
    own = {stem(word) for word in spoken_words(limit.thing)}
    named = {stem(word) for word in spoken_words(text)}
    if not ({stem(verb)} <= named | own and (not thing or things & own or thing == "times")):
        return None
    if not (things & own or stem(verb) in own or not limit.thing or thing == ""):
        return None
    return limit.low <= _number(said[2]) <= limit.high


def _number(word: str) -> int:
    return 0 if word.casefold() == "no" else int(in_digits(word) or word)
