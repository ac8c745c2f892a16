"""What is wrong with a text that the parser refuses, in words."""

from __future__ import annotations

from parlour.base.frozen import frozen
from parlour.lang.lexer import Lexeme


@frozen
class Finding:
    code: str
    message: str
    help: str | None = None
    lexeme: Lexeme | None = None  # the place, if it isn't where the parser stopped
    right: tuple[int, int, str] | None = None  # the text to write between two offsets, where that is certain
