"""The library `jsonschema`, taught that our scalars are texts and numbers at once. Our own check is held against it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from jsonschema import Draft202012Validator, TypeChecker, ValidationError, validators

from parlour.document import Node
from parlour.schema_data import Word, plain_data

Found = tuple[tuple[str | int, ...], str, str | None]


def faults(schema: Mapping[str, Any], node: Node) -> set[Found]:
    """Path, keyword and the key at fault of everything that the schema forbids."""
    found = set()
    for error in _VALIDATOR(schema).iter_errors(plain_data(node)):
        name = str(error.instance) if "propertyNames" in list(error.absolute_schema_path)[-2:] else None
        found.add((tuple(error.absolute_path), str(error.validator), name))
    return found


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


def _enum(_: object, wanted: list[Any], value: object, __: object) -> Iterator[ValidationError]:
    typed = value.typed if isinstance(value, Word) else None
    if not any(value == each if isinstance(each, str) else typed is each for each in wanted):
        yield ValidationError("not among them")


def _minimum(_: object, least: int, value: object, __: object) -> Iterator[ValidationError]:
    number = _number(value)
    if number is not None and number < least:
        yield ValidationError("too little")


_VALIDATOR: Any = validators.extend(
    Draft202012Validator,
    {"enum": _enum, "minimum": _minimum},
    type_checker=_types(Draft202012Validator.TYPE_CHECKER),
)
