"""Finds rules whose text names other ranks than their powers."""

from __future__ import annotations

import re
from collections.abc import Iterator

from parlour.base.diagnostics import Diagnostic, listing
from parlour.documents.composition import Document
from parlour.documents.document import Scalar
from parlour.lang.rule_ranks import own_ranks
from parlour.lints.player_texts import BEFORE_RANKS
from parlour.program import Design

_WORD = re.compile(r"[^\W_]+")


def check_ranks(rule: Document, design: Design) -> Iterator[Diagnostic]:
    """Yield a warning for a rule whose text names ranks, but none of those with its powers.

    A rule with classes can speak of its cards by the name of the class.
    """
    own, text = own_ranks(rule, design), rule.node.get("text")
    if rule.kind != "rule" or not own or rule.node.get("classes") is not None or not isinstance(text, Scalar):
        return
    ranks, words = _ranks_by_word(design), [*_WORD.finditer(text.value)]
    if own & {ranks.get(word.casefold()) for word in (*_WORD.findall(rule.title), *(word[0] for word in words))}:
        return
    for number, word in enumerate(words):
        named = ranks.get(word[0].casefold())
        if named is not None and _is_rank(words[number - 1][0] if number else "", word[0], named):
            there = listing([rank for rank in design.rank_names if rank in own], "and")
            help_ = f"write `{named}: …` under `powers`, or correct the text"
            message = f"the text is about `{named}`, but the powers of this rule are for {there}"
            yield Diagnostic("text-rank", message, text.at(*word.span()), "warning", help=help_)
            return


def _ranks_by_word(design: Design) -> dict[str, str]:
    """Return the ranks by the words for them: `six`, `sixes`, `6` and `6s`. A letter can be another word."""
    found = {word.casefold(): rank.name for rank in design.ranks for word in rank.words}
    digits = [rank.name for rank in design.ranks if rank.name.isdecimal()]
    return found | {word: name for name in digits for word in (name, f"{name}s")}


def _is_rank(before: str, word: str, rank: str) -> bool:
    """True if a word certainly names a rank: "queen", "sevens", "a seven", but not "seven cards"."""
    return not rank.isdecimal() or word.endswith("s") or before.lower() in BEFORE_RANKS
