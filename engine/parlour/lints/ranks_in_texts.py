"""Finds rules whose text names other ranks than their powers, or ranks that an option decides."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from parlour.base.diagnostics import Diagnostic, listing
from parlour.documents import document as doc
from parlour.documents.composition import Document, scalars
from parlour.documents.document import Scalar
from parlour.lang.rule_ranks import own_ranks, ranks_named
from parlour.lints.player_texts import BEFORE_RANKS
from parlour.program import Design

_WORD = re.compile(r"[^\W_]+")


def check_ranks(rule: Document, design: Design) -> Iterator[Diagnostic]:
    """Yield a warning for a rule whose text names ranks, but none of those with its powers; and for each rank in the
    text that an option decides.

    A rule with classes can speak of its cards by the name of the class.
    """
    own, optional, text = own_ranks(rule, design), _ranks_of_options(rule, design), rule.node.get("text")
    if rule.kind != "rule" or not isinstance(text, Scalar):
        return
    named = [*_named(text.value, _ranks_by_word(design))]
    for option, ranks in optional.items():
        place = next((word.span() for rank, word in named if rank in ranks - own), None)
        if place is not None and f"options.{option}" not in text.value:
            message = f"this rank is the default of the option `{option}`, but the text doesn't show the option"
            help_ = f"write `{{options.{option}}}`"
            yield Diagnostic("text-constant", message, text.at(*place), "warning", help=help_)
    everything = own.union(*optional.values())
    if everything and all(optional.values()) and rule.node.get("classes") is None:
        yield from _other_ranks(rule, text, everything, design)


def _other_ranks(rule: Document, text: Scalar, own: frozenset[str], design: Design) -> Iterator[Diagnostic]:
    ranks = _ranks_by_word(design)
    if own & {ranks.get(word.casefold()) for word in _WORD.findall(f"{rule.title} {text.value}")}:
        return
    for named, word in _named(text.value, ranks):
        there = listing([rank for rank in design.rank_names if rank in own], "and")
        help_ = f"write `{named}: …` under `powers`, or correct the text"
        message = f"the text is about `{named}`, but the powers of this rule are for {there}"
        yield Diagnostic("text-rank", message, text.at(*word.span()), "warning", help=help_)
        return


def _named(text: str, ranks: Mapping[str, str]) -> Iterator[tuple[str, re.Match[str]]]:
    """Yield the ranks that a text certainly names, each with its word."""
    words = [*_WORD.finditer(text)]
    for number, word in enumerate(words):
        named = ranks.get(word[0].casefold())
        if named is not None and _is_rank(words[number - 1][0] if number else "", word[0], named):
            yield named, word


def _ranks_of_options(rule: Document, design: Design) -> dict[str, frozenset[str]]:
    """Return the options of powers, each with the ranks of its default: none if another document declares it."""
    ranks: dict[str, frozenset[str]] = {}
    for entry in doc.entries_in(rule.node.get("powers")):
        for word in entry.key.value.split():
            if word.startswith("options."):
                name = word.removeprefix("options.")
                default = doc.node_at(doc.node_at(rule.node.get("options"), name), "default")
                ranks[name] = ranks_named([item.value for item in scalars(default)], design)
    return ranks


def _ranks_by_word(design: Design) -> dict[str, str]:
    """Return the ranks by the words for them: `six`, `sixes`, `6` and `6s`. A letter can be another word."""
    by_word = {word.casefold(): rank.name for rank in design.ranks for word in rank.words}
    digits = [rank.name for rank in design.ranks if rank.name.isdecimal()]
    return by_word | {word: name for name in digits for word in (name, f"{name}s")}


def _is_rank(before: str, word: str, rank: str) -> bool:
    """True if a word certainly names a rank: "queen", "sevens", "a seven", but not "seven cards"."""
    return not rank.isdecimal() or word.endswith("s") or before.lower() in BEFORE_RANKS
