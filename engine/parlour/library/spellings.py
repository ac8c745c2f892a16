"""Names as people say them: the same name in different spellings, and the beginnings of names."""

from __future__ import annotations

import re


def spelling(name: str) -> str:
    """Return a name without the differences that nobody hears."""
    return "".join(c for c in name.casefold() if c.isalnum())


def has_words(text: str, words: str) -> bool:
    """True if a text contains these words; the last one can be the beginning of a word."""
    heard, said = (" ".join(re.findall(r"\w+", each.casefold())) for each in (text, words))
    return bool(said) and f" {said}" in f" {heard}"
