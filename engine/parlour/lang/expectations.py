"""Messages that say what the parser expected: "expected a zone after `to`, found `,`"."""

from __future__ import annotations

from parlour.base.diagnostics import listing
from parlour.lang.failure import ParseFailure

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
