"""Writes a mix as a small game: the request, not its result."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

from parlour.base.diagnostics import Diagnostic, has_errors
from parlour.base.source import Source
from parlour.documents.yaml_text import read_text
from parlour.schema.validation import check_structure

WIDTH = 100


def write_mix(
    id: str,
    base: str | Path,
    title: str | None = None,
    with_: Sequence[str | Path] = (),
    without: Sequence[str] = (),
    options: Mapping[str, str | int | bool] = MappingProxyType({}),
) -> tuple[str, tuple[Diagnostic, ...]]:
    """Return the text of a `game:` file, and errors such as an unsuitable id."""
    lines = [
        f"game: {_scalar(id)}",
        f"title: {_scalar(title or id)}",
        f"extends: {_scalar(str(base))}",
        *_list("uses", [_scalar(str(rule)) for rule in with_]),
        *_list("without", [_scalar(rule) for rule in without]),
        *_list("set", [f"{_scalar(name)}: {_value(value)}" for name, value in options.items()], "{}", ""),
    ]
    text = "\n".join(lines) + "\n"
    node, problems = read_text(Source(f"{id}.yaml", text))
    if node is not None and not has_errors(problems):
        problems = (*problems, *check_structure(node))
    return text, problems


def _list(key: str, items: Sequence[str], brackets: str = "[]", dash: str = "- ") -> list[str]:
    if not items:
        return []
    line = f"{key}: {brackets[0]}{', '.join(items)}{brackets[1]}"
    return [line] if len(line) <= WIDTH else [f"{key}:", *(f"  {dash}{item}" for item in items)]


def _value(value: str | int | bool) -> str:
    """Return the value of an option as YAML. Ranks, suits and cards can be several; words of a list have no spaces."""
    if isinstance(value, bool | int):
        return str(value).lower()
    items = re.sub(r"[\[\],]", " ", value).split()
    if len(items) > 1 or value.lstrip().startswith("["):
        return f"[{', '.join(map(_scalar, items))}]"
    return _scalar(value)


_PLAIN = re.compile(r"[\w♠♥♦♣./](?:[\w♠♥♦♣./()'-]| (?=[\w(]))*")


def _scalar(text: str) -> str:
    """Return a string as YAML, with quotes if it needs them."""
    text = " ".join(text.split())
    if _PLAIN.fullmatch(text):
        return text
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
