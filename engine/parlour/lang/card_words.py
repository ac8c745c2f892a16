"""Suggests the name for a rank, suit or card that somebody spells out, such as `hearts` or `Ace`. Knows no tables."""

from __future__ import annotations

from parlour.program import Design


def design_help(word: str, design: Design) -> str | None:
    """Return a help text with the name that a word has in a deck, or None."""
    folded = word.casefold()
    names = [rank.name for rank in design.ranks if folded in rank.words]
    names += [suit.sign for suit in design.suits if folded in suit.words]
    return f"write `{names[0]}`" if names and names[0] != word else None
