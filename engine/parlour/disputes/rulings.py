"""A rule as the answer to a question: with a verdict if its text has one, or with a remark if it isn't in the mix."""

from __future__ import annotations

from parlour.base.printable import capitalised
from parlour.disputes.passages import CARDS
from parlour.disputes.quotes import Quote

NEAREST = "The rules say, nearest first:"
NOTHING = "Parlour finds no rule about that."


def ruling(*quotes: Quote) -> str:
    """Return the sentence that answers a question with passages of the rules, the best first."""
    quote = quotes[0]
    if quote.offered:
        return f"Not in this game. The house rule “{quote.title}” (--with {quote.offered}) says: {quote.text}"
    if not quote.is_sure:
        return NOTHING
    if not quote.is_alone:
        return " ".join((NEAREST, *map(in_quotes, quotes)))
    return f"{quote.verdict.told} {in_quotes(quote)}" if quote.verdict is not None else in_quotes(quote)


def in_quotes(quote: Quote) -> str:
    """Return a passage with its title; one of the card chart needs none."""
    return quote.text if quote.title == CARDS else f"“{quote.title}” says: {as_told(quote)}"


def as_told(quote: Quote) -> str:
    """Return the text of a passage as the beginning of a sentence, because nobody reads what comes before."""
    return capitalised(quote.text.removeprefix("Then "))
