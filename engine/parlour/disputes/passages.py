"""The sentences in which a game says its rules: those of the rule sheet, and those of house rules outside the mix."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from parlour.game import Game
from parlour.library.library import Library
from parlour.rulebook.entries import ListedRuleset, entries_of
from parlour.rulebook.meanings import text_by_default
from parlour.storage.cache_entries import CacheEntry

CARDS = "The cards"  # the title of the card chart
LONGEST = 3  # sentences of a passage
_REFERRING = re.compile(r"(?:That|It|Its|They|Their|This|These|Those|But|Otherwise|Instead|Play (?:it|them))\b")
_END = re.compile(r"(?<=[.!?”)]) +(?=[A-Z{“])")


@dataclass(frozen=True)
class RulePassage:
    """Some sentences in a row, and the title of their rule or part of the sheet."""

    title: str
    sentences: tuple[str, ...]
    """One sentence or more; one that refers to the sentence before it is part of that one."""
    offered: str = ""
    """The id of the rule, if it isn't in the mix."""
    names: str = ""
    """The other names of such a rule."""
    about: str = ""
    """Words for the card of a row of the chart."""

    @property
    def text(self) -> str:
        return " ".join(self.sentences)


@lru_cache(2)
def of_sheet(game: Game) -> tuple[RulePassage, ...]:
    """Return the passages of the sheet, in order, without its heading. The cache has those of the last mixes: working
    out the words of a mix takes as long as compiling it."""
    texts = (document.source.text.encode("utf-8", "surrogatepass") for document in game.composition.documents)
    entry = CacheEntry("passages", game.program.digest.encode(), *texts)
    return entry.kept(tuple, lambda: tuple(_worked_out(game)))


def _worked_out(game: Game) -> list[RulePassage]:
    from parlour.sheets.assembly import rules_in_words  # slow to import, and needed for this only
    from parlour.sheets.chart import kinds

    rules = rules_in_words(game)[1:]
    found = [RulePassage(title, each) for title, told in rules for each in _in_order(_sentences(told))]
    return found + [RulePassage(CARDS, (kind.text,)) for kind in kinds(game)]


@lru_cache(2)
def of_heading(game: Game) -> tuple[RulePassage, ...]:
    """Return the sentences in which a game introduces itself. The rules of the sheet answer before them."""
    return tuple(RulePassage(game.title, (sentence,)) for sentence in _sentences(game.text))


@lru_cache(2)
def known(game: Game) -> dict[str, ListedRuleset]:
    """Return the rulesets of the library by their ids."""
    return {entry.id: entry for entry in entries_of(Library.standard())}


def family_rules(game: Game) -> list[ListedRuleset]:
    """Return the house rules of the family, also those that aren't in the mix."""
    frames = {document.id for document in game.composition.documents if document.kind == "frame"}
    return [entry for entry in known(game).values() if entry.listed.kind == "rule" and frames & {*entry.wanted}]


@lru_cache(2)
def of_other_rules(game: Game) -> list[RulePassage]:
    """Return the passages of the house rules of the family that aren't in the mix."""
    there = {use.rule.id for use in game.composition.uses}
    others = (rule for rule in family_rules(game) if rule.id not in there)
    return [passage for rule in others for passage in _of_rule(rule, known(game))]


def _of_rule(rule: ListedRuleset, entries: dict[str, ListedRuleset]) -> Iterator[RulePassage]:
    names = " ".join(rule.other_names)
    for sentences in _in_order(_sentences(text_by_default(rule, entries))):
        yield RulePassage(rule.title, sentences, rule.id, names)


def _sentences(text: str) -> list[str]:
    """Return the sentences of a text. One that refers to the sentence before it belongs to that one."""
    found: list[str] = []
    for sentence in _END.split(text):
        if found and _REFERRING.match(sentence):
            found[-1] = f"{found[-1]} {sentence}"
        else:
            found.append(sentence)
    return found


def _in_order(sentences: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Yield one or more sentences in a row."""
    for size in range(1, LONGEST + 1):
        for at in range(len(sentences) - size + 1):
            yield tuple(sentences[at : at + size])
