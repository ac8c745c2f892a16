"""Gives the meaning of a ruleset in one line: the beginning of its text with the default options."""

from __future__ import annotations

import re
from collections.abc import Mapping

from parlour.documents import document as doc
from parlour.documents.prose import ShownOption, applying, written_in
from parlour.library.description import Summary
from parlour.rulebook.entries import ListedRuleset, chain

Entries = Mapping[str, ListedRuleset]
"""Rulesets by their ids."""

_SENTENCE = re.compile(r".+?[.!?](?=\s+[^\s\da-z]|\s+\d|$)")
_BRACES = re.compile(r"\s*\{[^{}]*\}")
_CUT = "…"


def text_by_default(entry: ListedRuleset, entries: Entries) -> str:
    """Return the text of a ruleset in the smallest mix that has it, with the options that this mix sets."""
    if entry.summary is None:
        return ""
    bases = [id for base in (*entry.wanted, entry.id) for id in reversed(chain(entries, base))]
    games = [summary for id in bases if id in entries and (summary := entries[id].summary) is not None]
    documents = dict.fromkeys([*entry.summary.needs, *bases])
    for summary in games:
        documents |= dict.fromkeys(summary.uses)
        for rule in summary.without:
            documents.pop(rule, None)
    options: dict[str, ShownOption] = {}
    for id in documents:
        options |= _defaults(entries[id], id == entry.id) if id in entries else {}
    for summary in games:
        options |= _set_by(summary, options)
    words = "".join(passage.words for passage in applying(entry.summary.text, options, documents))
    return " ".join(_BRACES.sub("", words).split())


def _defaults(entry: ListedRuleset, own: bool) -> dict[str, ShownOption]:
    """Return the options of a ruleset by the names that a text has for them."""
    declared = entry.summary.options if entry.summary else None
    defaults: dict[str, ShownOption] = {}
    for option in declared.entries if declared is not None else ():
        default = doc.node_at(option.value, "default")
        if default is not None:
            qualified = f"{entry.id}.{option.key.value}" if entry.listed.kind == "rule" else option.key.value
            shown = ShownOption(written_in(default.span), qualified)
            defaults |= {qualified: shown} | ({option.key.value: shown} if own else {})
    return defaults


def _set_by(summary: Summary, options: Mapping[str, ShownOption]) -> dict[str, ShownOption]:
    """Return the options that a game sets, with their values there."""
    entries = summary.set.entries if summary.set is not None else ()
    return {
        name: ShownOption(written_in(entry.value.span), shown.full_name)
        for entry in entries
        for name, shown in options.items()
        if shown.full_name == entry.key.value or name == entry.key.value
    }


def one_line(text: str, width: int) -> str:
    """Return the first sentence of some prose. If that is short, more sentences follow; if only a part fits, it is cut.
    """
    whole = 0
    for sentence in _SENTENCE.finditer(text):
        if sentence.end() > width or 3 * whole >= 2 * width:
            break
        whole = sentence.end()
    if len(text) <= width and 3 * whole < 2 * width:
        return text
    if 2 * whole >= width:
        return text[:whole]
    return text[: width - len(_CUT) + 1].rpartition(" ")[0].rstrip(",;: ") + _CUT
