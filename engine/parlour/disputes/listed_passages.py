"""Passages of the rules as a list shows them: with the sentences around them that a reader needs. Knows no game."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from parlour.disputes.passages import CARDS, RulePassage, of_sheet
from parlour.game import Game
from parlour.sheets.model import PARTS

SHORT = 3  # sentences of a rule that is shown whole
LONGEST = 3  # sentences of several passages in a row of a part of the sheet
LONGEST_RULE = 5  # sentences of a rule of which an excerpt can have several passages
_AFTER = re.compile(r"(?:Then|Otherwise|It|After that)\b")  # begins a sentence that needs the one before it
_FURTHER = re.compile(r"(?:Then|Otherwise|If|It|After that)\b")  # begins a sentence that qualifies the one before it


@dataclass(frozen=True)
class Excerpt:
    """Some sentences in a row of a rule, or of a part of the sheet, with its title."""

    title: str
    sentences: tuple[str, ...]
    """All sentences of the rule."""
    begin: int
    end: int

    @property
    def text(self) -> str:
        return " ".join(self.sentences[self.begin : self.end])

    def has(self, passage: RulePassage) -> bool:
        """True if an excerpt has a sentence of a passage."""
        own = self.sentences[self.begin : self.end]
        return passage.title == self.title and any(sentence in own for sentence in passage.sentences)

    def joined(self, other: Excerpt) -> Excerpt | None:
        """Return one excerpt for two of the same rule, if they are near enough."""
        begin, end = min(self.begin, other.begin), max(self.end, other.end)
        gap = end - begin - (self.end - self.begin) - (other.end - other.begin)
        if (self.title, self.sentences) != (other.title, other.sentences):
            return None
        is_rule = self.title not in PARTS.values()
        near = len(self.sentences) <= LONGEST_RULE if is_rule else gap <= 0 and end - begin <= LONGEST
        return replace(self, begin=begin, end=end) if near else None


def excerpt_of(game: Game, passage: RulePassage) -> Excerpt:
    """Return a passage with its context: a short rule is whole, and no sentence depends on one that isn't there."""
    rule = tuple(p.sentences[0] for p in of_sheet(game) if p.title == passage.title and not p.sentences[1:])
    if passage.title == CARDS or passage.offered or passage.sentences[0] not in rule:
        return Excerpt(passage.title, passage.sentences, 0, len(passage.sentences))
    if len(rule) <= SHORT and passage.title not in PARTS.values():
        return Excerpt(passage.title, rule, 0, len(rule))
    begin = rule.index(passage.sentences[0])
    end = begin + len(passage.sentences)
    begin -= bool(begin and _AFTER.match(rule[begin]))
    end += bool(end < len(rule) and _FURTHER.match(rule[end]))
    return Excerpt(passage.title, rule, begin, end)


def listed(game: Game, ranked: Iterable[RulePassage], most: int) -> list[Excerpt]:
    """Return excerpts for passages, the best first. Passages of the same rule share one if they are near enough."""
    found: list[Excerpt] = []
    for passage in ranked:
        if any(excerpt.has(passage) for excerpt in found):
            continue
        new = excerpt_of(game, passage)
        at, joined = next(((n, j) for n, each in enumerate(found) if (j := each.joined(new))), (None, None))
        if at is not None and joined is not None:
            found[at] = joined
        elif len(found) < most:
            found.append(new)
        else:
            break
    return found
