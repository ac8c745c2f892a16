"""YAML files of the tests themselves, read without Parlour."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml


def data_of(path: Path) -> Any:
    """Return the document as data. libyaml, where it is there, reads it ten times as fast."""
    return yaml.load(path.read_text(encoding="utf-8"), Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))


def strings_of(path: Path) -> Any:
    """Return the document with every scalar as its author wrote it."""
    return strings_in(path.read_text(encoding="utf-8"))


def strings_in(text: str) -> Any:
    return yaml.load(text, Loader=getattr(yaml, "CBaseLoader", yaml.BaseLoader))


def names_of_examples(node: Any) -> Iterator[str]:
    """Yield the names of all examples in a document: those in lists, and those of cases."""
    if isinstance(node, dict):
        examples = node.get("examples")
        for example in examples if isinstance(examples, list) else []:
            yield from example.get("cases", [example.get("name")])
        for inner in node.values():
            yield from names_of_examples(inner)
