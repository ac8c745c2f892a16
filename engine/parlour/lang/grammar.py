"""The grammar with its LALR tables, made from grammar.lark and cached between runs.

Making the tables takes a third of a second, and loading them a few milliseconds. So they are in the user's cache
folder, if there is one. This module knows nothing about the content of the grammar.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from sys import version_info

import lark
from lark.common import LexerConf
from lark.lexer import Lexer, LexerState, PatternStr, Token

STARTS = [
    "expression_text",
    "statements_text",
    "actions_text",
    "odds_text",
    "heading",
    "hook_heading",
    "type",
    "selector",
]


class _NoLexer(Lexer):
    """A placeholder for lark's lexer: lexer.py makes the tokens."""

    def __init__(self, conf: LexerConf) -> None:
        pass

    def lex(self, lexer_state: LexerState, parser_state: object) -> Iterator[Token]:
        return iter(())


@lru_cache
def grammar() -> lark.Lark:
    return make(cache=True)


def make(cache: bool = False, debug: bool = False) -> lark.Lark:
    text = Path(__file__).with_name("grammar.lark").read_text(encoding="utf-8")
    return lark.Lark(
        text,
        parser="lalr",
        lexer=_NoLexer,
        start=STARTS,
        propagate_positions=True,
        debug=debug,
        cache=cache and (_cache_file(text) or False),
    )


@lru_cache
def keywords() -> dict[str, str]:
    """Return the words and signs of the grammar with their terminals."""
    return {t.pattern.value: t.name for t in grammar().terminals if isinstance(t.pattern, PatternStr)}


def _cache_file(text: str) -> str | None:
    """Return the cache file for the tables of this grammar, or None if there is no cache folder."""
    version = f"{lark.__version__}-{version_info.major}.{version_info.minor}"
    digest = sha256(text.encode()).hexdigest()[:16]
    try:
        root = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
        folder = Path(root) / "parlour"
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, RuntimeError):
        return None
    return str(folder / f"grammar-{digest}-{version}")
