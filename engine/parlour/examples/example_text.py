"""Writes examples in the house style: each part on one line if it fits, otherwise on several."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping

from parlour.base.printable import value_word

WIDTH = 100
_PLAIN = re.compile(r"-\d+|[\w♣♦♥♠][\w♣♦♥♠ +/'’.()-]*")


def quoted(text: str) -> str:
    """Return a string as a YAML scalar in braces or brackets. A mapping in braces stays one."""
    return text if _PLAIN.fullmatch(text) or text.startswith("{") else json.dumps(text, ensure_ascii=False)


def flow(key: str, values: Mapping[str, str]) -> list[str]:
    """A mapping in braces, or on several lines; nothing without entries."""
    if not values:
        return []
    line = f"{key}: {{{', '.join(f'{name}: {value}' for name, value in values.items())}}}"
    return [line] if len(line) <= WIDTH else [f"{key}:", *(f"  {name}: {value}" for name, value in values.items())]


def listed(key: str, items: Iterable[str]) -> list[str]:
    """A list in brackets, or on several lines; nothing without items."""
    items = [*items]
    line = f"{key}: {in_brackets(items)}"
    several = [f"{key}:", *(f"  - {quoted(item)}" for item in items)]
    return [] if not items else [line] if len(line) <= WIDTH else several


def in_brackets(items: Iterable[str]) -> str:
    """A list on one line."""
    return f"[{', '.join(map(quoted, items))}]"


def of_values(key: str, values: Mapping[str, object]) -> list[str]:
    """A mapping whose values aren't written yet, such as `given` or `set`."""
    return flow(key, {name: quoted(value_word(value)) for name, value in values.items()})


def of_changes(with_: Iterable[str], without: Iterable[str], options: Mapping[str, object]) -> list[str]:
    """The lines of an example with the changes to its game."""
    return [*listed("with", with_), *listed("without", without), *of_values("set", options)]


def example(lines: Iterable[str], name: str | None = None) -> str:
    """An item of `examples:`. Without a name, its author still has to choose one."""
    return "\n".join([f"- name: {'…' if name is None else quoted(name)}", *(f"  {line}" for line in lines)])
