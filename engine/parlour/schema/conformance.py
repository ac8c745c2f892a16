"""Checking nodes against a JSON schema with the library `jsonschema`, extended to our scalars.

Importing the library is slow, so this module is imported when the first document is checked. This module knows neither
the subject of the schema nor the words of messages.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from jsonschema import Draft202012Validator, TypeChecker, ValidationError, validators

from parlour.documents.document import Node
from parlour.schema.data import Fault, ScalarText, plain_data


class SchemaCheck:
    """Checks nodes against one schema, whose references all lead to its own `$defs`.

    Each definition gets its validator once. The library itself looks up the schema and creates a validator for every
    reference, which makes checking more than 50 % slower.
    """

    def __init__(self, schema: Mapping[str, Any]) -> None:
        parts: dict[str, Any] = {}

        def refer(_: object, reference: str, value: object, __: object) -> Iterator[ValidationError]:
            errors: Iterator[ValidationError] = parts[reference].iter_errors(value)
            return errors

        extend: Any = validators.extend
        meanings = {"$ref": refer, "enum": _enum, "minimum": _minimum}
        validator = extend(Draft202012Validator, meanings, type_checker=_types(Draft202012Validator.TYPE_CHECKER))
        parts |= {f"#/$defs/{name}": validator(definition) for name, definition in schema.get("$defs", {}).items()}
        self._whole = validator(schema)

    def faults(self, node: Node) -> Iterator[Fault]:
        for error in self._whole.iter_errors(plain_data(node)):
            steps = list(error.absolute_schema_path)
            name = str(error.instance) if "propertyNames" in steps[-2:] else None
            yield Fault(tuple(error.absolute_path), error.validator, error.validator_value, error.schema, name)


def _types(checker: TypeChecker) -> TypeChecker:
    def is_text(_: TypeChecker, value: object) -> bool:
        return isinstance(value, str) and not (isinstance(value, ScalarText) and value.absent)

    def is_number(_: TypeChecker, value: object) -> bool:
        return _number(value) is not None

    def is_bool(_: TypeChecker, value: object) -> bool:
        return isinstance(value, ScalarText) and isinstance(value.typed, bool)

    def is_null(_: TypeChecker, value: object) -> bool:
        return isinstance(value, ScalarText) and value.absent

    kinds = {"string": is_text, "integer": is_number, "number": is_number, "boolean": is_bool, "null": is_null}
    return checker.redefine_many(kinds)


def _number(value: object) -> int | None:
    if isinstance(value, ScalarText) and isinstance(value.typed, int) and not isinstance(value.typed, bool):
        return value.typed
    return None


def _enum(_: object, wanted: list[Any], value: object, __: object) -> Iterator[ValidationError]:
    if not any(_is(value, each) for each in wanted):
        yield ValidationError(f"{value!r} is not one of {wanted!r}")


def _is(value: object, wanted: object) -> bool:
    if isinstance(value, ScalarText) and not isinstance(wanted, str):
        return type(value.typed) is type(wanted) and value.typed == wanted
    return value == wanted


def _minimum(_: object, least: int, value: object, __: object) -> Iterator[ValidationError]:
    number = _number(value)
    if number is not None and number < least:
        yield ValidationError(f"{number} is less than {least}")
