"""Nodes as the plain data that a JSON schema describes.

Our scalars are texts. Here a plain `4` counts as a text and as a whole number alike, and the schema says which of
them is wanted; so do `true` and `false`. Nothing here knows what the schema describes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from jsonschema import Draft202012Validator, TypeChecker, ValidationError, validators

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


@dataclass(frozen=True)
class Fault:
    """Something that a schema forbids.

    `path` leads to the value, `keyword` is the part of the schema that forbids it, `wanted` the value of this
    keyword, `schema` what the keyword stands in. `name` is the key at fault where keys are judged.
    """

    path: tuple[str | int, ...]
    keyword: str
    wanted: Any
    schema: Mapping[str, Any]
    name: str | None


class SchemaCheck:
    """Holds nodes against one schema."""

    def __init__(self, schema: Mapping[str, Any]) -> None:
        self._validator = _validator_class()(schema)

    def faults(self, node: Node) -> Iterator[Fault]:
        for error in self._validator.iter_errors(plain_data(node)):
            steps = list(error.absolute_schema_path)
            name = str(error.instance) if "propertyNames" in steps[-2:] else None
            yield Fault(tuple(error.absolute_path), error.validator, error.validator_value, error.schema, name)


@cache
def _validator_class() -> Any:
    """A validator of JSON schemas that understands words."""
    extend: Any = validators.extend
    checks = {"enum": _enum, "const": _const, "minimum": _minimum, "maximum": _maximum}
    return extend(Draft202012Validator, checks, type_checker=_types(Draft202012Validator.TYPE_CHECKER))


def _types(checker: TypeChecker) -> TypeChecker:
    def is_text(_: TypeChecker, value: object) -> bool:
        return isinstance(value, str) and not (isinstance(value, Word) and value.absent)

    def is_number(_: TypeChecker, value: object) -> bool:
        return _number(value) is not None

    def is_bool(_: TypeChecker, value: object) -> bool:
        return isinstance(value, Word) and isinstance(value.typed, bool)

    def is_null(_: TypeChecker, value: object) -> bool:
        return isinstance(value, Word) and value.absent

    kinds = {"string": is_text, "integer": is_number, "number": is_number, "boolean": is_bool, "null": is_null}
    return checker.redefine_many(kinds)


def _number(value: object) -> int | None:
    if isinstance(value, Word) and isinstance(value.typed, int) and not isinstance(value.typed, bool):
        return value.typed
    return None


def _is(value: object, wanted: object) -> bool:
    if isinstance(value, Word) and not isinstance(wanted, str):
        return type(value.typed) is type(wanted) and value.typed == wanted
    return value == wanted


def _enum(_: object, wanted: list[Any], value: object, __: object) -> Iterator[ValidationError]:
    if not any(_is(value, each) for each in wanted):
        yield ValidationError(f"{value!r} is not one of {wanted!r}")


def _const(_: object, wanted: object, value: object, __: object) -> Iterator[ValidationError]:
    if not _is(value, wanted):
        yield ValidationError(f"{value!r} is not {wanted!r}")


def _minimum(_: object, least: int, value: object, __: object) -> Iterator[ValidationError]:
    number = _number(value)
    if number is not None and number < least:
        yield ValidationError(f"{number} is less than {least}")


def _maximum(_: object, most: int, value: object, __: object) -> Iterator[ValidationError]:
    number = _number(value)
    if number is not None and number > most:
        yield ValidationError(f"{number} is more than {most}")
