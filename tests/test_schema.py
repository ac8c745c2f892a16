"""The structure of documents: the schema, and the messages about violations."""

import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from parlour.base.diagnostics import Diagnostic
from parlour.base.place import shipped
from parlour.base.source import Source
from parlour.documents import document as doc
from parlour.documents.document import Node, Scalar
from parlour.documents.yaml_text import read_file, read_text
from parlour.schema.validation import check_structure, ruleset_schema
from scaffold.yaml_files import data_of

RULESETS = sorted(shipped("rulesets").rglob("*.yaml"))


def findings(text: str) -> tuple[Diagnostic, ...]:
    node, problems = read_text(Source("test.yaml", text))
    assert node is not None, problems
    assert not problems
    return check_structure(node)


@pytest.mark.one_in(16)
@pytest.mark.parametrize("path", RULESETS, ids=lambda path: path.stem)
def test_editors_find_nothing_either(path: Path) -> None:
    """An editor reads YAML with its usual types, and compares it with the same schema."""
    data = data_of(path)
    errors = list(Draft202012Validator(ruleset_schema()).iter_errors(_json(data)))
    assert [error.message for error in errors] == []


def _json(data: object) -> object:
    """Return YAML as an editor understands it: keys are strings."""
    if isinstance(data, dict):
        return {str(key): _json(value) for key, value in data.items()}
    return [_json(item) for item in data] if isinstance(data, list) else data


ACCEPTED = {
    "a title may look like a number": "game: g\ntitle: 4\n",
    "a title may look like a truth": "game: g\ntitle: true\n",
    "a title may be the word, in quotes": "game: g\ntitle: 'null'\n",
    "an id may be digits": "game: '21'\ntitle: Twenty-one\n",
    "a number of players": "game: g\ntitle: G\nplayers: 4\n",
    "several numbers of players": "game: g\ntitle: G\nplayers: [2, 4]\n",
    "an option set to none": "game: g\ntitle: G\nset: {two-player-hand: none}\n",
    "an option set to a text that looks like a truth": "game: g\ntitle: G\nset: {pick: no}\n",
    "a rule by its path": "game: g\ntitle: G\nuses: [./mine.yaml, ../other/rule.yml]\n",
    "an empty prompt": "frame: f\ntitle: F\nprompts:\n  act(p): ''\n",
    "a function by its cases": "rule: r\ntitle: R\nfor: f\nfunctions:\n  f(c): {when: c.rank == A, is: 1, over: [q]}\n",
    "a list of hooks": "rule: r\ntitle: R\nfor: f\nwhen:\n  after turn: [nothing, {if: true, do: nothing}]\n",
    "words as a type": "frame: f\ntitle: F\nstate:\n  bonus: {type: [none, kill], each: turn}\n",
    "examples alone": "examples:\n  - {name: n, in: g, deal: 2♣ 3♣, moves: ['1: go'], then: {hand 1: 3♣}}\n",
    "a refusal": "examples:\n  - {name: n, players: 11, refused: no stock}\n",
}


@pytest.mark.parametrize("text", ACCEPTED.values(), ids=ACCEPTED.keys())
def test_accepted(text: str) -> None:
    assert findings(text) == ()


# The schema itself

KEYWORDS_WITH_WORDS = {
    "additionalProperties", "required", "dependentRequired", "oneOf", "type", "enum", "pattern", "minLength", "minimum",
    "uniqueItems", "minItems", "minProperties", "maxProperties", "maxLength",
}  # fmt: skip
KEYWORDS_THAT_LEAD_ON = {"$ref", "properties", "items", "if", "then", "else", "propertyNames", "$defs"}
ANNOTATIONS = {"title", "description", "patternErrorMessage", "$schema", "$id"}


def schemas(schema: Any) -> Iterator[dict[str, Any]]:
    """A schema and all schemas in it."""
    if not isinstance(schema, dict):
        return
    yield schema
    for key in ("items", "if", "then", "else", "propertyNames", "additionalProperties"):
        yield from schemas(schema.get(key))
    for key in ("properties", "$defs"):
        for each in schema.get(key, {}).values():
            yield from schemas(each)


def test_the_schema_is_one() -> None:
    Draft202012Validator.check_schema(ruleset_schema())


def test_there_are_words_for_everything_that_the_schema_can_refuse() -> None:
    used = {key for schema in schemas(ruleset_schema()) for key in schema}
    assert used <= KEYWORDS_WITH_WORDS | KEYWORDS_THAT_LEAD_ON | ANNOTATIONS


def test_references_lead_somewhere_and_definitions_are_used() -> None:
    root = ruleset_schema()
    used = {schema["$ref"].removeprefix("#/$defs/") for schema in schemas(root) if "$ref" in schema}
    assert used == set(root["$defs"])


def test_every_key_has_hover_text() -> None:
    root = ruleset_schema()
    for schema in schemas(root):
        for key, value in schema.get("properties", {}).items():
            if "if" in schema or set(value) == {"type", "pattern"}:
                continue
            target = root["$defs"][value["$ref"].removeprefix("#/$defs/")] if "$ref" in value else {}
            for wanted in ("title", "description"):
                assert wanted in value or wanted in target, (schema.get("title"), key)
            text = value.get("description") or target["description"]
            assert text.endswith((".", "`.")), (key, text)
            assert text[0].isupper() or text[0] == "`", (key, text)


def test_patterns_say_what_is_wanted() -> None:
    for schema in schemas(ruleset_schema()):
        if "pattern" in schema and schema != {"type": "string", "pattern": "^int"}:
            assert schema["patternErrorMessage"].startswith("Expected ")
            re.compile(schema["pattern"])


# Any input


def test_no_document_breaks_the_check() -> None:
    """Rulesets with exchanged, removed and moved parts give findings, and never an exception."""
    chance = random.Random(20)
    nodes = [node for path in RULESETS[::4] if (node := read_file(path)[1]) is not None]
    parts = [part for node in nodes for part in _parts(node)]
    keys = [part for part in parts if isinstance(part, Scalar)]
    for _ in range(100):
        mutated = _mutated(chance.choice(nodes), chance, parts, keys)
        for found in check_structure(mutated):
            assert found.span is not None
            assert found.code.startswith("schema-") or found.code == "syntax-name"  # a keyword as a name
            assert "\n" not in found.message
            assert not re.search("schema|propert|instance|regex|array|object", re.sub("`.*?`", "", found.message))


def _parts(node: Node) -> Iterator[Node]:
    yield node
    if isinstance(node, doc.Mapping):
        for entry in node.entries:
            yield entry.key
            yield from _parts(entry.value)
    elif isinstance(node, doc.Sequence):
        for item in node.items:
            yield from _parts(item)


def _mutated(node: Node, chance: random.Random, parts: list[Node], keys: list[Scalar]) -> Node:
    if chance.random() < 0.04:
        return chance.choice(parts)
    if isinstance(node, doc.Sequence):
        return doc.Sequence(tuple(_mutated(item, chance, parts, keys) for item in node.items), node.span)
    if not isinstance(node, doc.Mapping):
        return node
    entries: dict[str, doc.Pair] = {}
    for entry in node.entries:
        if chance.random() < 0.03:
            continue
        key = chance.choice(keys) if chance.random() < 0.04 else entry.key
        entries[key.value] = doc.Pair(key, _mutated(entry.value, chance, parts, keys))
    return doc.Mapping(tuple(entries.values()), node.span)
