"""Reads orders and lists in the text of a rule: which of two hands is higher, and whether a card belongs to a kind.

Knows no game.
"""

from __future__ import annotations

import re

from parlour.library.spellings import spoken_words, stem

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
