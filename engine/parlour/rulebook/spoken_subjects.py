"""Finds the ruleset that several words name: `last card call`, `zeros rotate hands`."""

from __future__ import annotations

from collections.abc import Sequence

from parlour.documents.composition import KINDS
from parlour.library.library import Library
from parlour.rulebook.entries import ListedRuleset, entries_of


def joined(library: Library, words: Sequence[str]) -> tuple[str, Sequence[str]]:
    """Return the name that most of the first words make, and the others. If several make no name, the first one is it.
    """
    for number in range(len(words), 1, -1):
        name = "-".join(words[:number]).casefold()
        if _known(library, name):
            return name, words[number:]
    return words[0], words[1:]


def _known(library: Library, name: str) -> bool:
    found, findings = library.find(name, KINDS)
    return found is not None or not any(finding.code == "library-unknown" for finding in findings)


def meant(library: Library, words: Sequence[str]) -> tuple[ListedRuleset, ...]:
    """Return the rulesets whose names have all these words, or else those whose texts do, or whose rule sheets do."""
    entries = entries_of(library)
    named = tuple(entry for entry in entries if entry.named(words))
    told = named or tuple(entry for entry in entries if entry.mentions(words) or entry.mentions_stems(words))
    on_sheets = frozenset() if told else frozenset(entry.id for entry in entries if entry.sheet_has(words))
    return told or tuple(entry for entry in entries if entry.id in on_sheets or entry.extended & on_sheets)
