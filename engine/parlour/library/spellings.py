"""Compares names as people say them: other spellings, beginnings of names, words in any order."""

from __future__ import annotations

import re


def spelling(name: str) -> str:
    """Return a name without differences of spelling that sound the same."""
    return "".join(c for c in name.casefold() if c.isalnum())


_SIGNS = {word: sign for sign, word in enumerate(
    ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"), 1,
)}  # fmt: skip

_NEGATED = re.compile(r"\b\w+n['’]t\b|\bcannot\b")
_SHORT = re.compile(r"(?<=\w)['’](?:s|ve|ll|re|m|d)\b")
_FORMS = {form: verb for verb, forms in {
    "begin": "began begun", "beat": "beaten", "break": "broke broken", "catch": "caught", "choose": "chose chosen",
    "deal": "dealt", "draw": "drew drawn", "get": "got", "give": "gave given", "go": "goes went gone", "hold": "held",
    "lay": "laid", "lead": "led", "lose": "lost", "pay": "paid", "say": "said", "take": "took taken",
    "throw": "threw thrown", "win": "won",
}.items() for form in forms.split()}  # fmt: skip


def words_in_order(text: str) -> list[str]:
    """Return the words of a string in small letters. `can't` and `don't` are `not`, `king's` is `king`, and
    `I've` is `i`."""
    spelled_out = _NEGATED.sub("not", text.casefold().replace("_", " "))
    return re.findall(r"\w+", _SHORT.sub("", spelled_out))


def spoken_words(text: str) -> frozenset[str]:
    """Return the words of a string in the singular, with numbers as digits: `threes` and `3s` are the same word."""
    return frozenset(map(_plain, words_in_order(text)))


def says(text: str, words: str) -> bool:
    """True if a string has some words one after the other: `four-card draws` has `4 card draw`."""
    heard, wanted = (" ".join(["", *map(_plain, words_in_order(each)), ""]) for each in (text, words))
    return wanted in heard


def _plain(word: str) -> str:
    if word.endswith(("sses", "xes", "ches")):
        word = word[:-2]
    elif word.endswith("s") and not word.endswith("ss") and len(word) > 1:
        word = word[:-1]
    return str(_SIGNS[word]) if word in _SIGNS else word


def stem(word: str) -> str:
    """Return a word without its ending: `burn` for `burning`, `burned` and `burn`, `revers` for `reversing`.

    Irregular forms of a verb have its stem: `tak` for `took`.
    """
    word = _FORMS.get(word, word)
    short = re.sub(r"(?<=\w{3})(?:ing|ed|e)$", "", _plain(word))
    return short[:-1] if short != word and re.search(r"([^lsz])\1$", short) else short
