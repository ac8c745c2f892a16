"""Nodes as the plain data that a JSON schema describes, and what of the schema they don't fulfil.

Our scalars are texts. Here a plain `4` counts as a text and as a whole number alike, and the schema says which of
them is wanted; so do `true` and `false`. This is as much of JSON Schema as ours uses, and quick, since every document
goes through it whenever a command begins. Nothing here knows what the schema describes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from parlour import document as doc
from parlour.document import Node, Scalar, typed

NOTHING = ("", "null", "~")  # unquoted: no text, not even an empty one


class Word(str):
    """A scalar: its text, and what it says besides."""

    __slots__ = ("absent", "typed")

    absent: bool
    typed: str | int | bool | None

    @classmethod
    def of(cls, scalar: Scalar) -> Word:
        word = cls(scalar.value)
        word.typed = typed(scalar)
        word.absent = scalar.plain and scalar.value in NOTHING
        return word


def plain_data(node: Node) -> object:
    if isinstance(node, Scalar):
        return Word.of(node)
    if isinstance(node, doc.Sequence):
        return [plain_data(item) for item in node.items]
    return {entry.key.value: plain_data(entry.value) for entry in node.entries}


Schema = Mapping[str, Any]
Path = tuple[str | int, ...]


@dataclass(frozen=True)
class Fault:
    """Something that a schema forbids.

    `path` leads to the value, `keyword` is the part of the schema that forbids it, `wanted` the value of this
    keyword, `schema` what the keyword stands in. `name` is the key at fault where keys are judged.
    """

    path: Path
    keyword: str
    wanted: Any
    schema: Schema
    name: str | None


class SchemaCheck:
    """Holds nodes against one schema, whose references all lead to its own `$defs`."""

    def __init__(self, schema: Schema) -> None:
        self.schema = schema

    def faults(self, node: Node) -> list[Fault]:
        found: list[Fault] = []
        self._look(self.schema, plain_data(node), (), None, found)
        return found

    def _look(self, schema: Schema, value: object, path: Path, name: str | None, found: list[Fault]) -> None:
        for keyword, wanted in schema.items():
            test = _TESTS.get(keyword)
            if test is not None:
                if not test(value, wanted):
                    found.append(Fault(path, keyword, wanted, schema, name))
            elif keyword == "$ref":
                self._look(self.schema["$defs"][wanted.removeprefix("#/$defs/")], value, path, name, found)
            elif keyword == "if":
                branch = schema.get("then" if self._holds(wanted, value) else "else", {})
                self._look(branch, value, path, name, found)
            elif keyword == "oneOf":
                if sum(self._holds(choice, value) for choice in wanted) != 1:
                    found.append(Fault(path, keyword, wanted, schema, name))
            elif isinstance(value, dict):
                self._look_inside(keyword, wanted, schema, value, path, found)
            elif keyword == "items" and isinstance(value, list):
                for number, item in enumerate(value):
                    self._look(wanted, item, (*path, number), None, found)

    def _look_inside(
        self, keyword: str, wanted: Any, schema: Schema, value: dict[str, object], path: Path, found: list[Fault]
    ) -> None:
        if keyword == "properties":
            for key, part in value.items():
                if key in wanted:
                    self._look(wanted[key], part, (*path, key), None, found)
        elif keyword == "additionalProperties":
            known = schema.get("properties", ())
            others = [key for key in value if key not in known]
            if wanted is False:
                if others:
                    found.append(Fault(path, keyword, wanted, schema, None))
                return
            for key in others:
                self._look(wanted, value[key], (*path, key), None, found)
        elif keyword == "propertyNames":
            for key in value:
                self._look(wanted, key, path, key, found)

    def _holds(self, schema: Schema, value: object) -> bool:
        found: list[Fault] = []
        self._look(schema, value, (), None, found)
        return not found


# ---------------------------------------------------------------- single values


def _is_text(value: object) -> bool:
    return isinstance(value, str) and not (isinstance(value, Word) and value.absent)


def _number(value: object) -> int | None:
    if isinstance(value, Word) and isinstance(value.typed, int) and not isinstance(value.typed, bool):
        return value.typed
    return None


def _is_number(value: object) -> bool:
    return _number(value) is not None


_TYPES: Mapping[str, Callable[[object], bool]] = {
    "string": _is_text,
    "integer": _is_number,
    "number": _is_number,
    "boolean": lambda value: isinstance(value, Word) and isinstance(value.typed, bool),
    "null": lambda value: isinstance(value, Word) and value.absent,
    "array": lambda value: isinstance(value, list),
    "object": lambda value: isinstance(value, dict),
}


def _has_type(value: object, wanted: Any) -> bool:
    return _TYPES[wanted](value) if isinstance(wanted, str) else any(_TYPES[kind](value) for kind in wanted)


def _is_among(value: object, wanted: Any) -> bool:
    if isinstance(value, Word):
        return any(
            value == each if isinstance(each, str) else type(value.typed) is type(each) and value.typed == each
            for each in wanted
        )
    return value in wanted


def _are_unique(value: object, wanted: Any) -> bool:
    return not isinstance(value, list) or all(item not in value[:number] for number, item in enumerate(value))


def _needs_others(value: object, wanted: Any) -> bool:
    if not isinstance(value, dict):
        return True
    return all(other in value for key, others in wanted.items() if key in value for other in others)


_TESTS: Mapping[str, Callable[[Any, Any], bool]] = {
    "type": _has_type,
    "enum": _is_among,
    "pattern": lambda value, wanted: not _is_text(value) or re.search(wanted, value) is not None,
    "minLength": lambda value, wanted: not _is_text(value) or len(value) >= wanted,
    "minimum": lambda value, wanted: (number := _number(value)) is None or number >= wanted,
    "uniqueItems": _are_unique,
    "minItems": lambda value, wanted: not isinstance(value, list) or len(value) >= wanted,
    "minProperties": lambda value, wanted: not isinstance(value, dict) or len(value) >= wanted,
    "maxProperties": lambda value, wanted: not isinstance(value, dict) or len(value) <= wanted,
    "required": lambda value, wanted: not isinstance(value, dict) or all(key in value for key in wanted),
    "dependentRequired": _needs_others,
}
