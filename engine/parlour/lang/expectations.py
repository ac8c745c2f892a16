"""Words for texts that the parser refuses: what it expected, as in "expected a zone after `to`,
found `,`", and forms that other languages have.
"""

from __future__ import annotations

from parlour.base.diagnostics import listing
from parlour.base.frozen import frozen
from parlour.lang.failure import ParseFailure
from parlour.lang.lexer import Lexeme


@frozen
class Misread:
    """What is wrong with a text that the parser refuses."""

    code: str
    message: str
    help: str | None = None
    lexeme: Lexeme | None = None  # the place, if it isn't where the parser stopped
    right: tuple[int, int, str] | None = None  # the text to write between two offsets, where that is certain


# ---------------------------------------------------------------- what the parser expected

# What can follow nearly any value, so a message doesn't mention it.
_OPERATORS = frozenset(
    {"+", "-", "*", "//", "mod", "&", "and", "or", "not", "in", "is", "has", "as", "but", "if", ".", "..", ";"}
    | {"==", "!=", "<", "<=", ">", ">=", "where", "with", "=", "+=", "-=", "leaves", "counts"}
)

# The value that a word expects after it, for one verb of the line or for all.
_VALUES = {
    ("move", "move"): "a card or a zone",
    ("move", "from"): "the lowest card to move",
    ("move", "to"): "a zone",
    ("deal", "deal"): "a number of cards",
    ("deal", "from"): "a zone",
    ("deal", "to"): "a zone",
    ("shuffle", "shuffle"): "a zone",
    ("shuffle", "into"): "a zone",
    ("show", "show"): "a card or a zone",
    ("show", "to"): "a player or `everybody`",
    ("turn", "up"): "a card",
    ("turn", "down"): "a card",
    ("ask", "ask"): "a question or a player",
    ("switch", "on"): "a switchable rule",
    ("switch", "off"): "a switchable rule",
}
_VALUES_AFTER = {
    "in": "a set, a zone or a range",
    "of": "a zone or a set of cards",
    "limit": "a number",
    "random": "a set, a zone or a range",
    "from": "a player",
    "after": "a player",
}

_NAMES_AFTER = {
    ".": "the name of a field",
    "play": "the name of a stage",
    "end": "the name of a stage",
    "leaves": "the name of a stage",
}

# The word that continues a step, and what follows it: by the verb of the line, and after some words.
_SEQUELS = {
    ("move", "to"): "`to` and a zone after the cards to move",
    ("deal", "from"): "`from` and a zone after the number of cards",
    ("deal", "to"): "`to` and a zone after the zone to deal from",
    ("show", "to"): "`to` and a player after the cards to show",
    ("turn", "down"): "`up` or `down`, and a card, after `turn`",
    ("resume", "here"): "`here` after `resume`",
    ("switch", "off"): "`on` or `off`, and a rule, after `switch`",
}
_SEQUELS_AFTER = {
    "cards": "`of` and a zone or a set of cards",
    "groups": "`of` and a zone or a set of cards",
    "guises": "`of` and a zone or a set of cards",
    "faces": "`of` and a zone or a set of cards",
    "melds": "`of` and a zone or a set of cards",
    "places": "`of` and a zone",
    "runs": "`of` and a zone or a set of cards",
}


def expectation(f: ParseFailure) -> str:
    wanted = _wanted(f)
    if wanted is None:
        return f"unexpected {_found(f)}{_after(f)}"
    place = "" if " after " in wanted or f.previous is None else _after(f)
    return f"expected {wanted}{place}" + ("" if f.at_end else f", found {_found(f)}")


def _found(f: ParseFailure) -> str:
    return "the end of the line" if f.at_end else f"`{f.lexeme.text}`"


def _after(f: ParseFailure) -> str:
    return "" if f.previous is None else f" after `{f.previous.text}`"


def _wanted(f: ParseFailure) -> str | None:
    if "NUMBER" in f.possible:
        return _value(f)
    if "NAME" in f.possible:
        return _name(f)
    if "CALLEE" in f.possible:
        return "a call such as `play(p, c)`"
    return _sequel(f)


def _value(f: ParseFailure) -> str:
    if f.kind == "selector":
        return "a rank, a suit, a card or a name"
    before = f.previous.text if f.previous else ""
    return _VALUES.get((f.verb, before)) or _VALUES_AFTER.get(before) or "a value"


def _name(f: ParseFailure) -> str:
    if "let" in f.possible:
        return "a step"
    if "include" in f.possible:
        return "an action"
    if f.kind == "type" or "RECORD" in f.possible:
        return "the name of a type"
    return _NAMES_AFTER.get(f.previous.text if f.previous else "", "a name")


def _sequel(f: ParseFailure) -> str | None:
    """Return the words and signs that can continue the step; None if it could also end here."""
    words = sorted(word for word in f.possible - _OPERATORS if not word.isupper())
    if f.possible <= {"in"}:
        return "`in` and a set, a zone or a range"
    if "of" in words and f.previous is not None and f.previous.text in _SEQUELS_AFTER:
        return _SEQUELS_AFTER[f.previous.text]
    if len(f.possible) == 1 and not words:
        words = [word for word in f.possible if word in _OPERATORS]
    if not words or f.possible & {"_NEWLINE", "$END"}:
        return None
    sequels = [_SEQUELS[f.verb, word] for word in words if (f.verb, word) in _SEQUELS]
    return sequels[0] if sequels else listing(words)


# ---------------------------------------------------------------- forms that other languages have

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


def foreign_word(f: ParseFailure) -> Misread | None:
    """Report a word of another language: at the beginning of a line, or between values."""
    if f.lexeme.text in FOREIGN_WORDS and f.terminal == "NAME":
        return Misread("syntax-word", FOREIGN_WORDS[f.lexeme.text])
    if f.index <= 1 and f.first in FOREIGN_STATEMENTS and f.line is not None and not f.in_actions:
        return Misread("syntax-word", FOREIGN_STATEMENTS[f.first], lexeme=f.line.lexemes[0])
    return None


def method(f: ParseFailure) -> Misread | None:
    """Report `p.draw(1)`."""
    words = [lexeme.text for lexeme in f.earlier[-2:]]
    if f.terminal != "CALLEE" or words[1:] != ["."]:
        return None
    help = f"write `{f.lexeme.text}({words[0]}, …)`: everything that it needs comes in the brackets"
    return Misread("syntax-call", f"`{f.lexeme.text}` can't follow a point", help)


def condition_with(f: ParseFailure) -> Misread | None:
    """Report `any c in hand(p) with c.rank == 3`."""
    if f.previous is None or f.previous.text != "with" or not {"least", "most"} <= f.possible:
        return None
    return Misread("syntax", expectation(f), "for a condition, write `where` instead of `with`")


def for_each(f: ParseFailure) -> Misread | None:
    """Report `for each p in players`."""
    words = [lexeme.text for lexeme in f.earlier[-2:]]
    if words not in (["for", "each"], ["for", "every"]):
        return None
    help = f"write `for {f.lexeme.text} in …`"
    return Misread("syntax", f"unexpected `{words[1]}` after `for`", help, lexeme=f.previous)
