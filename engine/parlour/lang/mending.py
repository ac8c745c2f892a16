"""Replaces a bad line by one that the parser can read, so that it finds the errors of the following lines too.

The result is never used: code with a bad line has no tree. The replacement must never cause an error itself.
"""

from __future__ import annotations

from collections.abc import Collection

from parlour.lang.lexer import RESERVED, Lexeme, LogicalLine

_HEADS = ("if", "elif", "else", "for", "while", "repeated", "otherwise", "repeat")
_HEADS_OF_ACTIONS = ("ask", "poll")
_SECOND_PARTS = {"elif": "elif true", "else": "else", "repeated": "repeated", "otherwise": "otherwise"}
_LOOP = "while true limit 0"
_FIRST_PARTS = {"elif": "if true", "else": "if true", "repeated": _LOOP, "otherwise": _LOOP, "until": "repeat"}


def stand_in(line: LogicalLine, has_block: bool, following: str, possible: Collection[str]) -> list[Lexeme]:
    """Return lexemes for a bad line: `following` is the first word after it and its block, `possible` what can begin
    it."""
    words = _words(line.lexemes[0].text, has_block, following, possible)
    return [_lexeme(word, line.start) for word in words.split()]


def keeps_block(line: LogicalLine, in_actions: bool) -> bool:
    """True if the kind of the block below a bad line is known."""
    if line.lexemes[-1].text != ":":
        return False
    if in_actions:
        return not line.begins(*_HEADS_OF_ACTIONS)
    return line.begins(*_HEADS, *_HEADS_OF_ACTIONS)


def _words(first: str, has_block: bool, following: str, possible: Collection[str]) -> str:
    body = " :" if has_block else " : nothing"
    if "until" in possible:
        return "until true limit 0"
    if first in _SECOND_PARTS and first in possible:
        return _SECOND_PARTS[first] + body
    if "include" in possible:
        return "x" + body
    if following in _FIRST_PARTS:
        return _FIRST_PARTS[following] + body
    if first in _HEADS_OF_ACTIONS and has_block:
        return "ask x :"
    return "if true :" if has_block else "nothing"


def _lexeme(word: str, start: int) -> Lexeme:
    kind = "NUMBER" if word == "0" else "SIGN" if word == ":" else "RESERVED" if word in RESERVED else "WORD"
    return Lexeme(kind, word, start, start)
