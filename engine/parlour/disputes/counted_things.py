"""Numbers in a text that count things, as in `four players`, and aren't ranks, as in `a four`. Knows no game."""

from __future__ import annotations

import re

from parlour.library.spellings import NUMBER_WORDS

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
