"""Finds the role of each scalar of a document in the schema: an expression, steps, prose and so on. Knows the shape
of a JSON schema, not what Parlour's schema describes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from parlour.documents import document as doc
from parlour.documents.document import Node, Scalar
from parlour.schema.validation import ruleset_schema

Schema = Mapping[str, Any]


def roles(root: Node) -> Iterator[tuple[Scalar, tuple[str, ...]]]:
    """Yield each scalar, keys included, with the names of the definitions that it must conform to."""
    whole: Schema = ruleset_schema()
    yield from _roles(root, (whole,), whole["$defs"])


def _roles(
    node: Node, schemas: tuple[Schema, ...], known: Mapping[str, Schema]
) -> Iterator[tuple[Scalar, tuple[str, ...]]]:
    names: list[str] = []
    parts = [part for one in schemas for part in _resolved(one, node, known, names)]
    if isinstance(node, Scalar):
        yield node, tuple(names)
    elif isinstance(node, doc.Sequence):
        items = tuple(part["items"] for part in parts if "items" in part)
        for item in node.items:
            yield from _roles(item, items, known)
    else:
        keys = tuple(part["propertyNames"] for part in parts if "propertyNames" in part)
        for entry in node.entries:
            yield from _roles(entry.key, keys, known)
            yield from _roles(entry.value, tuple(_of_key(entry.key.value, parts)), known)


def _resolved(one: object, node: Node, known: Mapping[str, Schema], names: list[str]) -> Iterator[Schema]:
    """Yield a schema and those that it refers to and that apply to a node of this kind."""
    if not isinstance(one, Mapping):
        return
    yield one
    if "$ref" in one:
        name = one["$ref"].rpartition("/")[2]
        names.append(name)
        yield from _resolved(known[name], node, known, names)
    if "if" in one:
        branch = one.get("then" if _holds(one["if"], node) else "else")
        yield from _resolved(branch, node, known, names)
    for part in (*one.get("allOf", ()), *one.get("anyOf", ()), *one.get("oneOf", ())):
        yield from _resolved(part, node, known, names)


def _holds(test: Schema, node: Node) -> bool:
    """Evaluate the tests that the schema has: on the type, and on keys."""
    kinds = {"array": doc.Sequence, "object": doc.Mapping, "string": Scalar}
    if "type" in test and not isinstance(node, kinds[test["type"]]):
        return False
    required = test.get("required", ())
    return not required or (isinstance(node, doc.Mapping) and all(node.entry(key) is not None for key in required))


def _of_key(key: str, parts: list[Schema]) -> Iterator[Schema]:
    for part in parts:
        if key in part.get("properties", ()):
            yield part["properties"][key]
        elif isinstance(part.get("additionalProperties"), Mapping):
            yield part["additionalProperties"]
