"""The grammar with its LALR tables, made from grammar.lark.

Making the tables takes half a second, and loading them a few hundredths. So they come with Parlour, in grammar.tables;
`python tests/grammar_tables.py` writes that file. With another version of lark, or after a change of the grammar, they
are in the user's cache. This module knows nothing about the content of the grammar.
"""

from __future__ import annotations

import io
import zlib
from collections.abc import Iterator
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

import lark
from lark.common import LexerConf
from lark.lexer import Lexer, LexerState, PatternStr, Token

from parlour.base.whole_files import put
from parlour.storage.cache_entries import CacheEntry

FILE = Path(__file__).with_name("grammar.tables")
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
_DIGEST_SIZE = sha256().digest_size


class _NoLexer(Lexer):
    """A placeholder for lark's lexer: lexer.py makes the tokens."""

    def __init__(self, conf: LexerConf) -> None:
        pass

    def lex(self, lexer_state: LexerState, parser_state: object) -> Iterator[Token]:
        return iter(())


@lru_cache
def grammar() -> lark.Lark:
    entry = CacheEntry("grammar", _made_from())
    tables = _shipped() or entry.read(list)
    if isinstance(tables, bytes):
        return lark.Lark.load(io.BytesIO(tables))
    made = make()
    entry.write(_tables(made), [])
    return made


def make(debug: bool = False) -> lark.Lark:
    return lark.Lark(_text(), parser="lalr", lexer=_NoLexer, start=STARTS, propagate_positions=True, debug=debug)


@lru_cache
def keywords() -> dict[str, str]:
    """Return the words and signs of the grammar with their terminals."""
    return {t.pattern.value: t.name for t in grammar().terminals if isinstance(t.pattern, PatternStr)}


def _text() -> str:
    return Path(__file__).with_name("grammar.lark").read_text(encoding="utf-8")


def _made_from() -> bytes:
    """Return everything that decides the tables."""
    return f"{lark.__version__} {STARTS} {_text()}".encode()


def _tables(made: lark.Lark) -> bytes:
    saved = io.BytesIO()
    made.save(saved)
    return saved.getvalue()


# ---------------------------------------------------------------- the tables that come with Parlour


def write(path: Path = FILE) -> None:
    """Write the file of tables for the current grammar and version of lark."""
    data = zlib.compress(_tables(make()), 9)
    put(path, _digest(data) + data)


def _shipped() -> bytes | None:
    """Return the tables from the file, or None if they were made from something else, or the file is damaged."""
    try:
        content = FILE.read_bytes()
    except OSError:
        return None
    data = content[_DIGEST_SIZE:]
    return zlib.decompress(data) if content[:_DIGEST_SIZE] == _digest(data) else None


def _digest(data: bytes) -> bytes:
    return sha256(_made_from() + data).digest()
