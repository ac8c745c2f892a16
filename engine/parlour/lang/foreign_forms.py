"""Recognizes forms that other languages have: a call after a point, and a condition after `with`."""

from __future__ import annotations

from parlour.lang.expectations import expectation
from parlour.lang.failure import ParseFailure
from parlour.lang.syntax_finding import Finding


def method(f: ParseFailure) -> Finding | None:
    """Report `p.draw(1)`."""
    words = [lexeme.text for lexeme in f.earlier[-2:]]
    if f.terminal != "CALLEE" or words[1:] != ["."]:
        return None
    help = f"write `{f.lexeme.text}({words[0]}, …)`: everything that it needs comes in the brackets"
    return Finding("syntax-call", f"`{f.lexeme.text}` can't follow a point", help)


def condition_with(f: ParseFailure) -> Finding | None:
    """Report `any c in hand(p) with c.rank == 3`."""
    if f.previous is None or f.previous.text != "with" or not {"least", "most"} <= f.possible:
        return None
    return Finding("syntax", expectation(f), "for a condition, write `where` instead of `with`")


def for_each(f: ParseFailure) -> Finding | None:
    """Report `for each p in players`."""
    words = [lexeme.text for lexeme in f.earlier[-2:]]
    if words not in (["for", "each"], ["for", "every"]):
        return None
    help = f"write `for {f.lexeme.text} in …`"
    return Finding("syntax", f"unexpected `{words[1]}` after `for`", help, lexeme=f.previous)
