"""Recognizes forms that other languages have: a call after a point, and a condition after `with`."""

from __future__ import annotations

from parlour.lang.expectations import expectation
from parlour.lang.failure import ParseFailure
from parlour.lang.syntax_finding import Finding

# Words of other languages at the beginning of a line, and elsewhere.
FOREIGN_STATEMENTS = {
    "break": "to leave a loop, write `stop`",
    "continue": "unknown word `continue`; put the rest of the loop under an `if`",
    "pass": "to do nothing, write `nothing`",
    "return": "a procedure returns nothing; for a value, use a function, which is a single expression",
    "var": "to name a value, write `let x = …`",
    "set": "to set a variable, write `x = …`",
    **dict.fromkeys(("clear", "empty", "reset"), "to empty a set, write `x = []`; to empty a zone, move its cards"),
    "unless": "write `if not` instead of `unless`",
    **dict.fromkeys(("out", "eliminate", "kill"), "to take a player out of the game, write `p leaves game`"),
    "foreach": "write `for` instead of `foreach`",
    "elseif": "write `elif` instead of `elseif`",
    "elsif": "write `elif` instead of `elsif`",
}
FOREIGN_WORDS = {
    "then": "write `:` instead of `then`",
    "do": "write `:` instead of `do`",
    "xor": "write `!=` instead of `xor`",
    "equals": "to compare, write `==`",
}


def foreign_word(f: ParseFailure) -> Finding | None:
    """Report a word of another language: at the beginning of a line, or between values."""
    if f.lexeme.text in FOREIGN_WORDS and f.terminal == "NAME":
        return Finding("syntax-word", FOREIGN_WORDS[f.lexeme.text])
    if f.index <= 1 and f.first in FOREIGN_STATEMENTS and f.line is not None and not f.in_actions:
        return Finding("syntax-word", FOREIGN_STATEMENTS[f.first], lexeme=f.line.lexemes[0])
    return None


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
