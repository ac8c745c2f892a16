"""Finds the rulesets that words name or mention: `last card call`, `zeros rotate hands`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from parlour.documents.composition import KINDS
from parlour.library.library import Library, is_path
from parlour.rulebook.entries import ListedRuleset, entries_of

Told = Mapping[str, list[tuple[str, str]]]
"""Options and what they mean, by the id of their ruleset."""


def joined(library: Library, words: Sequence[str]) -> tuple[str, Sequence[str]]:
    """Return the name that most of the first words make, and the others. If several make no name, or the first one is a
    file, it is the name."""
    for number in range(len(words), 1, -1) if not is_path(words[0]) else ():
        name = "-".join(words[:number]).casefold()
        if _known(library, name):
            return name, words[number:]
    return words[0], words[1:]


def _known(library: Library, name: str) -> bool:
    document, findings = library.find(name, KINDS)
    return document is not None or not any(finding.code == "library-unknown" for finding in findings)


def meant(library: Library, words: Sequence[str]) -> Sequence[ListedRuleset]:
    """Return the rulesets whose names have all these words, or else those that mention them."""
    entries = entries_of(library)
    return [entry for entry in entries if entry.named(words)] or mentioning(words, entries, entries)[0]


def mentioning(
    words: Sequence[str], known: Sequence[ListedRuleset], of_kind: Sequence[ListedRuleset]
) -> tuple[list[ListedRuleset], Told]:
    """Return the rulesets of a kind that mention all these words, and the options that mention them.

    Looks in names and texts first. Only if nothing is there, in the texts of options; then for other endings of the
    words, in the texts for the rule sheet, and at last inside of words.
    """
    matches = [entry for entry in of_kind if entry.mentions(words)]
    about = {} if matches else {entry.id: options for entry in of_kind if (options := [*entry.options_about(words)])}
    matches = matches or [entry for entry in of_kind if entry.id in about]
    matches = matches or [entry for entry in of_kind if entry.mentions_stems(words)]
    matches = matches or _with_sheets(words, known, of_kind)
    return matches or [entry for entry in of_kind if entry.mentions(words, inside=True)], about


def _with_sheets(
    words: Sequence[str], known: Sequence[ListedRuleset], of_kind: Sequence[ListedRuleset]
) -> list[ListedRuleset]:
    """Return the rulesets whose texts for the rule sheet have all the words, and the games that extend them."""
    ids = {entry.id for entry in known if entry.sheet_has(words)}
    return [entry for entry in of_kind if entry.id in ids or entry.extended & ids]
