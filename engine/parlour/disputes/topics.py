"""The house rules that a text is about which isn't a move: `burn`, `toss in a 5`, `shoot the moon`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from parlour.game import Game
from parlour.library.library import Library
from parlour.library.spellings import spoken_words
from parlour.rulebook.entries import ListedRuleset, entries_of

MOST_NAMED = 3
_LITTLE = frozenset({
    "a", "an", "the", "my", "your", "our", "his", "her", "their", "i", "we", "you", "they", "he", "she", "it",
    "is", "are", "can", "could", "may", "might", "must", "do", "does", "don't", "not", "in", "on", "to", "of",
    "off", "with", "for", "and", "or", "if", "after", "before", "at", "up", "play", "card", "hand", "game",
    "move", "turn",
})  # fmt: skip


@dataclass(frozen=True)
class Topic:
    """House rules about something. `used` are those of the mix, `others` the rest of the family's."""

    used: tuple[ListedRuleset, ...]
    others: tuple[ListedRuleset, ...]


def topic(game: Game, text: str) -> Topic | None:
    """Return the house rules that a text is about; None if their names don't mention it."""
    words = [word for word in re.findall(r"[\w']+", text.casefold()) if not spoken_words(word) <= _LITTLE]
    frames = {document.id for document in game.composition.documents if document.kind == "frame"}
    rules = [e for e in entries_of(Library.standard()) if e.listed.kind == "rule" and frames & {*e.wanted}]
    there = {use.rule.id for use in game.composition.uses}
    has_cards = any(sign in text for sign in game.program.deck.design.signs)
    for some in (words, [] if has_cards else [word for word in words if not word.isdecimal()]):
        found = list(_about(rules, some))[:MOST_NAMED]
        if found:
            return Topic(tuple(e for e in found if e.id in there), tuple(e for e in found if e.id not in there))
    return None


def _about(rules: Sequence[ListedRuleset], words: Sequence[str]) -> Iterator[ListedRuleset]:
    """Yield the rules whose names have all words; if there are none, those whose names and texts have them."""
    if not words:
        return
    named = [rule for rule in rules if rule.named(words)]
    yield from named or [rule for rule in rules if rule.mentions(words) and any(rule.named([w]) for w in words)]
