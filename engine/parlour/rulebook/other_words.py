"""Words with similar meanings: English ones, and those that rulesets give under `other-words`. Knows no game."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from parlour.documents import document as doc
from parlour.documents.composition import Composition, scalars
from parlour.library.spellings import spoken_words, stem

_ALIKE = (
    "worth count score point value", "pick take get", "time again twice", "through over", "start begin first",
    "swap exchange change replace", "get deal", "no without", "more above extra", "look see", "all every everything",
    "say call name", "match fit", "same equal identical", "split share divide", "win winner", "own owner belong whose",
)  # fmt: skip


def similar_words(mix: Composition) -> list[frozenset[str]]:
    """Return groups of stems of words with similar meanings."""
    return [frozenset(map(stem, group)) for group in (*(group.split() for group in _ALIKE), *_given(mix))]


def word_in(text: str, word: str, mix: Composition) -> str:
    """Return the word of a text that a ruleset gives as another one for a word; the word itself if there is none."""
    there, groups = spoken_words(text), [{*group} for group in _given(mix) if word in group]
    return next((other for group in groups for other in sorted(group & there)), word)


def _given(mix: Composition) -> Iterator[Collection[str]]:
    for document in mix.documents:
        node = document.node.get("other-words")
        for entry in node.entries if isinstance(node, doc.Mapping) else ():
            said = [entry.key.value, *(other.value for other in scalars(entry.value))]
            yield {word for each in said if " " not in each for word in spoken_words(each)}  # others are phrases
