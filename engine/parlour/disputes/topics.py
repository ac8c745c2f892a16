"""The house rules that an input is about which isn't a move: `burn`, `toss in a 5`, `shoot the moon`."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from parlour.disputes.cards import in_ranks
from parlour.game import Game
from parlour.library.library import Library
from parlour.library.spellings import spoken_words
from parlour.program import Design
from parlour.rulebook.entries import ListedRuleset, entries_of
from parlour.views.signs import in_signs

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
    """Return the house rules that an input is about; None if their names don't mention it."""
    design = game.program.deck.design
    wordings = (text, in_signs(in_ranks(text, design), design))
    frames = {document.id for document in game.composition.documents if document.kind == "frame"}
    rules = [e for e in entries_of(Library.standard()) if e.listed.kind == "rule" and frames & {*e.wanted}]
    there = {use.rule.id for use in game.composition.uses}
    for wording in wordings:
        plain = " ".join(word for word in wording.split() if not _is_card(word, design)).casefold()
        words = [word for word in re.findall(r"[\w']+", plain) if not spoken_words(word) <= _LITTLE]
        found = list(_about(rules, words, there))[:MOST_NAMED]
        if found:
            return Topic(tuple(e for e in found if e.id in there), tuple(e for e in found if e.id not in there))
    return None


def _is_card(word: str, design: Design) -> bool:
    return design.face_named(word) is not None or design.rank_named(word) is not None


def _about(rules: Sequence[ListedRuleset], words: Sequence[str], used: Collection[str]) -> Iterator[ListedRuleset]:
    """Yield the rules whose names have all words. If there are none, yield those of the mix whose texts have them."""
    if not words:
        return
    named = [rule for rule in rules if rule.named(words)]
    alike = [rule for rule in rules if rule.mentions(words) and any(rule.named([w]) for w in words)]
    yield from named or [rule for rule in alike if rule.id in used]
