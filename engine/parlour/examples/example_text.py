"""Writes examples in the house style: each part on one line if it fits, otherwise on several."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping

WIDTH = 100
_PLAIN = re.compile(r"[\w♣♦♥♠][\w♣♦♥♠ +/'’.()-]*")


def quoted(text: str) -> str:
    """Return a string as a YAML scalar in braces or brackets. A mapping in braces stays one."""
    return text if _PLAIN.fullmatch(text) or text.startswith("{") else json.dumps(text, ensure_ascii=False)


def flow(key: str, values: Mapping[str, str]) -> list[str]:
    """A mapping in braces, or on several lines."""
    line = f"{key}: {{{', '.join(f'{name}: {value}' for name, value in values.items())}}}"
    return [line] if len(line) <= WIDTH else [f"{key}:", *(f"  {name}: {value}" for name, value in values.items())]


def listed(key: str, items: Iterable[str]) -> list[str]:
    """A list in brackets, or on several lines; nothing without items."""
    items = [*map(quoted, items)]
    line = f"{key}: [{', '.join(items)}]"
    return [] if not items else [line] if len(line) <= WIDTH else [f"{key}:", *(f"  - {item}" for item in items)]


def example(lines: Iterable[str], name: str | None = None) -> str:
    """An item of `examples:`. Without a name, its author still has to choose one."""
    return "\n".join([f"- name: {'…' if name is None else quoted(name)}", *(f"  {line}" for line in lines)])
