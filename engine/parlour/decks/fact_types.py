"""The facts of cards that a deck defines: their types and values."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from parlour.base.diagnostics import did_you_mean, listing
from parlour.base.source import Span
from parlour.documents import document as doc
from parlour.documents.composition import scalars
from parlour.documents.document import Node, Scalar
from parlour.program import NO_INT, Type

TYPES = {"int": Type("int"), "int or none": Type("int", "", True), "bool": Type("bool")}
TAKEN = frozenset({"rank", "suit", "colour", "face", "place", "size", "first", "top", "bottom"})
Report = Callable[[str, Span, str | None], None]
"""Reports an error with its place and help."""
_NUMBER = re.compile(r"-?\d{1,6}")


@dataclass(frozen=True)
class FactTypes:
    """The type of each fact, and the possible words of facts that are words."""

    types: Mapping[str, Type]
    words: Mapping[str, tuple[str, ...]]

    @classmethod
    def read(cls, id: str, node: Node | None, error: Report) -> FactTypes:
        types: dict[str, Type] = {}
        words: dict[str, tuple[str, ...]] = {}
        for entry in doc.entries_in(node):
            name = entry.key.value
            if name in TAKEN:
                error(f"`{name}` can't be a fact of this deck: the language uses this name", entry.key.span, None)
            elif isinstance(entry.value, Scalar):
                types[name] = TYPES.get(entry.value.value, TYPES["int"])
            else:
                words[f"{id}.{name}"] = tuple(item.value for item in scalars(entry.value))
                types[name] = Type("enum", f"{id}.{name}")
        return cls(types, words)

    def given(self, entry: doc.Mapping, keys: frozenset[str], where: str, error: Report) -> dict[str, int]:
        """Return the facts in an entry about cards. Report wrong values, and names that are neither facts nor keys."""
        values: dict[str, int] = {}
        for pair in entry.entries:
            name = pair.key.value
            if name in keys:
                continue
            if name not in self.types:
                help = did_you_mean(name, sorted([*keys, *self.types])) or "declare a fact of cards under `facts:`"
                error(f"unknown key `{name}` in {where}", pair.key.span, help)
                continue
            value = _plain_value(pair.value, self.types[name], self.words)
            if value is None:
                pips = "for the number of a card's rank, rules write `pips(c.rank)`"
                is_number = self.types[name].kind == "int"
                error(f"`{name}`: expected {self.wanted(name)}", pair.value.span, pips if is_number else None)
            else:
                values[name] = value
        return values

    def wanted(self, name: str) -> str:
        type_ = self.types[name]
        if type_.kind == "enum":
            return listing(list(self.words[type_.name]))
        return "true or false" if type_.kind == "bool" else "a whole number"


def _plain_value(node: Node, type_: Type, words: Mapping[str, tuple[str, ...]]) -> int | None:
    """Return the number for a value, or None if it doesn't fit the type."""
    if not isinstance(node, Scalar):
        return None
    text = node.value
    if type_.kind == "bool":
        return {"true": 1, "false": 0}.get(text)
    if type_.kind == "enum":
        return words[type_.name].index(text) if text in words[type_.name] else None
    if text == "none" and type_.optional:
        return NO_INT
    return int(text) if _NUMBER.fullmatch(text) else None
