"""The pages about the language and its findings are complete, and their statements about odd cases hold."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bad_cases import expected
from parlour.lang import types, vocabulary
from parlour.lang.crowding import MANY
from parlour.lang.grammar import keywords
from parlour.schema.validation import ruleset_schema
from parlour.table.faults import STEPS

HERE = Path(__file__).parent
DOCS = HERE.parent / "docs"
PAGE = (DOCS / "language.md").read_text(encoding="utf-8")
FINDINGS = (DOCS / "findings.md").read_text(encoding="utf-8")
FENCES = re.findall(r"^```\w+\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
SPANS = re.findall(r"`([^`\n]+)`", PAGE)
CODE = "\n".join((*FENCES, *SPANS))


def keys(schema: Any) -> Iterator[str]:
    """Return every key that a document can have, at any depth."""
    if isinstance(schema, dict):
        yield from schema.get("properties", {})
        for part in schema.values():
            yield from keys(part)
    elif isinstance(schema, list):
        for part in schema:
            yield from keys(part)


def in_code(word: str) -> bool:
    return re.search(rf"(?<![\w-]){word}(?![\w-])", CODE) is not None


def test_every_key_of_a_document_is_named() -> None:
    assert {key for key in keys(ruleset_schema()) if not in_code(key)} == set()


def test_every_word_and_sign_of_the_grammar_is_named() -> None:
    lacking = {word for word in keywords() if not (in_code(word) if word.isalpha() else word in CODE)}
    assert not lacking, f"docs/language.md shows no use of {lacking}"


def test_every_name_that_always_exists_is_named() -> None:
    assert {name for name in vocabulary.TABLE_NAMES if name not in SPANS} == set()
    lacking = {name for name in vocabulary.FUNCTIONS if not any(s.startswith(f"{name}(") for s in SPANS)}
    assert not lacking, f"docs/language.md doesn't describe {lacking}"
    assert {name for name in types.SIMPLE if name not in SPANS} == set()


def test_every_code_of_an_error_is_explained() -> None:
    cases = [case for folder in (HERE / "bad").iterdir() for case in sorted(folder.iterdir())]
    codes = {mark.code for case in cases for mark in expected(case)}
    assert {code for code in codes if f"`{code}`" not in FINDINGS} == set()


def test_the_limits_are_those_of_the_engine() -> None:
    words = " ".join(PAGE.split())
    assert f"{STEPS:,} steps" in words
    assert f"more than {MANY:,} choices" in words
