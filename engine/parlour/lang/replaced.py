"""Finds actions of a question that another document has replaced.

A frame that gives an action a permission or a preference can't know that a rule will replace its question. This module
knows neither permissions nor preferences.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from parlour.documents.composition import Member
from parlour.lang.declarations import members
from parlour.lang.symbols import Tables


def was_replaced(tables: Tables, id: str) -> bool:
    """True if a replaced body has this action."""
    word = re.compile(rf"(?<![\w-]){re.escape(id)}(?![\w-])")
    return any(word.search(old.value.span.text) for old in _replaced(tables))


def _replaced(tables: Tables) -> Iterator[Member]:
    for section in ("prompts", "procedures", "stages", "when"):
        for member in members(tables, section):
            yield from member.over
