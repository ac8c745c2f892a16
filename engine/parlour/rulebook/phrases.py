"""What people at the table say in several words, and one word for it that is easy to compare. Knows no game.

A question gets the word in place of the phrase. A passage of the rules with such a phrase has the word too.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import lru_cache

from parlour.documents import document as doc
from parlour.documents.composition import Composition, scalars
from parlour.library.spellings import stem, words_in_order

Phrases = Mapping[str, tuple[tuple[tuple[str, ...], str], ...]]
"""The stems of each phrase with its word, by their first stem, the longest first."""

PHRASES = {
    "unplayable": (
        "can't play", "can't be played", "neither play", "can play nothing", "nothing to play", "nothing that fits",
        "nothing fits", "none of cards fit", "none fit", "no card fits", "no card that fits", "can't go",
        "nobody can go", "doesn't fit",
    ),
    "draw": ("pick up card", "take card from pile", "take card from draw pile"),
    "look": ("ask to see", "have look"),
    "void": ("can't follow suit", "can't follow", "follow suit if can", "none of that suit"),
    "exhausted": (
        "run out", "is empty", "are empty", "used up", "no cards left", "no more cards",
        "has no cards", "have no cards", "without cards", "run out of cards", "out of cards",
    ),
    "starter": ("first card turned up", "first card turned over", "very first card"),
    "blocked": ("nobody can play", "no one can play", "nobody can move", "everybody is stuck", "everyone is stuck"),
    "stock": ("draw pile",),
    "skipped": ("doesn't count as turn", "miss turn", "lose turn", "lose go", "miss go", "skip turn", "sit out"),
    "again": (
        "another go", "another turn", "go again", "play again", "jump back in", "come back in", "get back in",
        "get back into", "go back in", "way back in", "still play", "stay out",
    ),
    "play": ("put down", "lay down", "slap down", "put straight down", "set down", "throw down", "come down"),
    "eliminated": ("kicked out", "knocked out", "thrown out", "out of game", "is out", "are out"),
    "out": ("go out", "get out"),
    "give": ("hand over to", "pass over to"),
    "alone": ("by himself", "by herself", "by myself", "by themselves", "on own"),
    "end": ("hand over", "game over", "round over", "game finished", "hand finished"),
    "left": ("stuck with", "left with", "left over", "still hold", "still have", "still got", "left in hand"),
    "discard": ("throw back", "throw away", "put away", "put one away", "lay one away"),
    "merely": (
        "have only", "only have", "hold only", "only hold", "have nothing else", "nothing else to play",
        "have nothing but", "have no other cards",
    ),
    "pass": ("pass along", "pass on", "hand on"),
    "upturned": ("turn up", "turn over", "flip over"),
    "tie": (
        "several lead", "several share", "share the win", "equal hands", "or the same", "same score", "same points",
        "same number of points", "equal score", "equal points", "several have the fewest",
        "are level", "is a draw",
    ),
    "anytime": ("out of turn", "not my turn", "isn't my turn", "not your turn", "isn't your turn", "at any time"),
    "wrong": ("wrong time", "nothing there"),
}  # fmt: skip
_LITTLE = frozenset({
    "a", "an", "the", "my", "your", "our", "his", "her", "their", "i", "you", "we", "they", "he", "she", "all", "it",
})  # fmt: skip


def phrases_of(mix: Composition) -> Phrases:
    """Return the phrases of English, and those that rulesets give under `other-words`."""
    found: dict[str, list[tuple[tuple[str, ...], str]]] = defaultdict(list)
    for word, phrase in (*((w, each) for w, all_ in PHRASES.items() for each in all_), *_given(mix)):
        stems = tuple(_stems(phrase))
        found[stems[0]].append((stems, word))
    return {first: tuple(sorted(each, key=lambda p: -len(p[0]))) for first, each in found.items()}


def _given(mix: Composition) -> Iterator[tuple[str, str]]:
    for document in mix.documents:
        node = document.node.get("other-words")
        for entry in node.entries if isinstance(node, doc.Mapping) else ():
            said = [entry.key.value, *(other.value for other in scalars(entry.value))]
            yield from ((said[0], phrase) for phrase in said if " " in phrase and phrase != said[0])


def in_words(text: str, phrases: Phrases) -> str:
    """Return a text with one word for each phrase."""
    words, told, at = text.split(), list[str](), 0
    stems = _stems_by_place(text)
    places = [place for place, _ in stems]
    while at < len(words):
        first = places.index(at) if at in places else None
        found = _found([each for _, each in stems[first:]], phrases) if first is not None else None
        if found is None or first is None:
            told.append(words[at])
            at += 1
        else:
            told.append(found[1])
            at = places[first + len(found[0]) - 1] + 1
    return " ".join(told)


def words_for(text: str, phrases: Phrases) -> frozenset[str]:
    """Return the words for the phrases in a text."""
    stems = [each for _, each in _stems_by_place(text)]
    return frozenset(found[1] for at in range(len(stems)) if (found := _found(stems[at:], phrases)) is not None)


def _found(stems: list[str], phrases: Phrases) -> tuple[tuple[str, ...], str] | None:
    """Return the longest phrase that begins some stems."""
    return next((each for each in phrases.get(stems[0], ()) if tuple(stems[: len(each[0])]) == each[0]), None)


@lru_cache(2000)
def _stems_by_place(text: str) -> list[tuple[int, str]]:
    """Return the stems of the words that matter, with their places among the words that spaces separate."""
    return [(place, each) for place, word in enumerate(text.split()) for each in _stems(word)]


def _stems(text: str) -> list[str]:
    return [stem(word) for word in words_in_order(text) if word not in _LITTLE]
