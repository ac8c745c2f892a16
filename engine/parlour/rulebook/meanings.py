"""The meaning of a ruleset in one line: the beginning of its text, as it reads when nobody sets an option."""

from __future__ import annotations

import re
from collections.abc import Mapping

from parlour.documents import document as doc
from parlour.documents.prose import ShownOption, applying, written_in
from parlour.rulebook.entries import ListedRuleset, chain

Entries = Mapping[str, ListedRuleset]
"""Rulesets by their ids."""

_SENTENCE = re.compile(r".+?[.!?](?=\s+[^\s\da-z]|\s+\d|$)")
_BRACES = re.compile(r"\s*\{[^{}]*\}")
_CUT = "…"


def text_by_default(entry: ListedRuleset, entries: Entries) -> str:
    """Return the text of a ruleset with the defaults of its options, in the smallest mix that has it."""
    if entry.summary is None:
        return ""
    bases = [id for base in (*entry.wanted, entry.id) for id in reversed(chain(entries, base))]
    games = [summary for id in bases if id in entries and (summary := entries[id].summary) is not None]
    documents = dict.fromkeys([*entry.summary.needs, *bases, *(rule for summary in games for rule in summary.uses)])
    options: dict[str, ShownOption] = {}
    for id in documents:
        options |= _defaults(entries[id], id == entry.id) if id in entries else {}
    words = "".join(passage.words for passage in applying(entry.summary.text, options, documents))
    return " ".join(_BRACES.sub("", words).split())


def _defaults(entry: ListedRuleset, own: bool) -> dict[str, ShownOption]:
    """Return the options of a ruleset by the names that a text has for them."""
    declared = entry.summary.options if entry.summary else None
    found: dict[str, ShownOption] = {}
    for option in declared.entries if declared is not None else ():
        default = option.value.get("default") if isinstance(option.value, doc.Mapping) else None
        if default is not None:
            qualified = f"{entry.id}.{option.key.value}" if entry.listed.kind == "rule" else option.key.value
            shown = ShownOption(written_in(default.span), qualified)
            found |= {qualified: shown} | ({option.key.value: shown} if own else {})
    return found


def one_line(text: str, width: int) -> str:
    """Return the first sentence of a text, or if that is short the beginning of the text; cut at the width."""
    sentence = _SENTENCE.match(text)
    if sentence is not None and 3 * len(sentence[0]) >= 2 * width:
        text = sentence[0]
    if len(text) <= width:
        return text
    return text[: width - len(_CUT) + 1].rpartition(" ")[0].rstrip(",;: ") + _CUT
