"""What is read in the place of a line that can't be read, so that the lines after it still can.

Nothing that comes of it is ever used: a text with a bad line yields no tree. It only lets the parser find the
next mistake, and so must never look like one itself.
"""

from __future__ import annotations

from collections.abc import Collection

from parlour.lang.lexer import RESERVED, Lexeme, Line

_HEADS = {
    "if": "if true",
    "elif": "elif true",
    "else": "else",
    "for": "for x in x",
    "while": "while true limit 0",
    "otherwise": "otherwise",
}
_HEADS_OF_ACTIONS = ("ask", "poll")


def stand_in(line: Line, has_block: bool, has_until: bool, possible: Collection[str]) -> list[Lexeme]:
    """Lexemes for a bad line, which may have a block or an `until` below it. `possible` is what may begin it."""
    words = _words(line.lexemes[0].text, has_block, has_until, possible)
    return [_lexeme(word, line.start) for word in words.split()]


def keeps_block(line: Line, in_actions: bool) -> bool:
    """Is it clear of what kind the block below a bad line is?"""
    if line.lexemes[-1].text != ":":
        return False
    return in_actions or line.begins(*_HEADS, *_HEADS_OF_ACTIONS, "repeat")


def _words(first: str, has_block: bool, has_until: bool, possible: Collection[str]) -> str:
    body = " :" if has_block else " : nothing"
    if first in _HEADS and first in possible:
        return _HEADS[first] + body
    if "include" in possible:
        return "x" + body
    if first == "until":
        return "until true limit 0"
    if has_until:
        return "repeat" + body
    if not has_block:
        return "nothing"
    return "ask x :" if first in _HEADS_OF_ACTIONS else "if true :"


def _lexeme(word: str, start: int) -> Lexeme:
    kind = "NUMBER" if word == "0" else "SIGN" if word == ":" else "RESERVED" if word in RESERVED else "WORD"
    return Lexeme(kind, word, start, start)
