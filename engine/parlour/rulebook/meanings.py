"""Gives the meaning of a ruleset in one line, the beginning of its text with the default options, and options in words:
their texts, their possible values, and their usual values."""

from __future__ import annotations

import re
from collections.abc import Mapping

from parlour.base.diagnostics import listing
from parlour.documents import document as doc
from parlour.documents.composition import OptionSetting, OptionType
from parlour.documents.option_types import takes
from parlour.documents.prose import ShownOption, applying, label_of, value_in_words, value_text, written_in
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


def default_of(setting: OptionSetting) -> str:
    """Return the default value of an option, as written."""
    default = setting.spec.get("default")
    return written_in(default.span) if default is not None else value_text(setting)


def about_option(setting: OptionSetting, by: str = "") -> str:
    """Return the text of an option and, in brackets, its values unless they have meanings, and its default."""
    default = default_of(setting)
    usual = f"normally {default or 'empty'}" if default != value_text(setting) else ""
    taken = "" if setting.type.meanings else takes(setting.type)  # the meanings follow, each with its value
    remarks = "; ".join(part for part in (taken, usual, by) if part)
    return f"{label_of(setting)} ({remarks})" if remarks else label_of(setting)


def choices_in_words(type_: OptionType) -> str:
    """Return the values that an option takes as players say them."""
    match type_.kind:
        case "bool":
            words = "yes or no"
        case "word":
            words = listing([value_in_words(word) for word in type_.words], quote="")
        case "int" if type_.low is not None and type_.high is not None:
            words = f"{type_.low} to {type_.high}"
        case _:
            words = takes(type_)
    return words + (" or none" if type_.optional and "none" not in words else "")


def values_in_words(type_: OptionType) -> list[tuple[str, str]]:
    """Return the values of a choice, each with its meaning, if the option gives one."""
    return [(word, type_.meaning(word)) for word in type_.words if type_.meaning(word)]
