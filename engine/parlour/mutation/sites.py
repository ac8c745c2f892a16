"""The places of a document that mutants can change: its parsed texts, each with its form."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import Literal

from parlour.documents import document as doc
from parlour.documents.document import Scalar, is_required
from parlour.lang import syntax as s
from parlour.lang.parser import Problems, parse_actions, parse_expression, parse_statements

Form = Literal["expression", "steps", "actions"]

FORMS: dict[str, Form] = {
    "functions": "expression", "may": "expression", "possible": "expression", "outcome": "expression",
    "powers": "expression", "melding": "expression", "state": "expression",
    "procedures": "steps", "stages": "steps", "misplay": "steps", "when": "steps",
    "prompts": "actions",
}  # fmt: skip
"""The form of the texts in each section. A power can also hold steps."""

_NO_TEXT = frozenset((
    "despite", "each", "earlier-than", "group", "later-than", "over", "says", "seen", "text", "type", "unless-stuck",
))  # fmt: skip
_NOT_MUTATED = ("limit", "line", "notation", "wording")  # fields of syntax nodes: limits stop loops, others are prose


@dataclass(frozen=True)
class Site:
    """Some code of the language in a document. `tree` is its syntax: an expression, actions, or a tuple of steps."""

    scalar: Scalar
    section: str
    form: Form
    tree: object


def sites(node: doc.Mapping) -> Iterator[Site]:
    """Yield the texts of a document that parse, in the order of the document."""
    for entry in node.entries:
        if entry.key.value == "with" and isinstance(entry.value, doc.Mapping):
            for rule in entry.value.entries:
                if isinstance(rule.value, doc.Mapping):
                    yield from sites(rule.value)
        elif entry.key.value in FORMS:
            yield from _in_section(entry.value, entry.key.value, FORMS[entry.key.value], "")


def _in_section(node: doc.Node, section: str, form: Form, key: str) -> Iterator[Site]:
    match node:
        case doc.Mapping(entries=entries):
            for entry in entries:
                inner: Form = "expression" if section == "when" and entry.key.value == "if" else form
                yield from _in_section(entry.value, section, inner, entry.key.value)
        case doc.Sequence(items=items):
            for item in items:
                yield from _in_section(item, section, form, key)
        case Scalar():
            if key not in _NO_TEXT and not is_required(node) and (section != "state" or key == "starts"):
                yield from _site(node, section, form)


def _site(scalar: Scalar, section: str, form: Form) -> Iterator[Site]:
    tree = parsed(scalar, form)
    if section == "powers" and (tree is None or isinstance(tree, s.Call)):
        steps = parsed(scalar, "steps")
        form, tree = ("steps", steps) if steps is not None else (form, tree)
    if tree is not None:
        yield Site(scalar, section, form, tree)


def parsed(scalar: Scalar, form: Form) -> object | None:
    """Return the syntax of some code, or None if it has errors."""
    problems: Problems = []
    match form:
        case "expression":
            return parse_expression(scalar, problems)
        case "steps":
            return parse_statements(scalar, problems)
        case "actions":
            return parse_actions(scalar, problems)


def nodes(tree: object) -> Iterator[s.Node]:
    """Yield every syntax node that mutants can change, outer ones first."""
    if isinstance(tree, tuple):
        for item in tree:
            yield from nodes(item)
    elif isinstance(tree, s.Node):
        yield tree
        for field in fields(tree):
            if field.name not in _NOT_MUTATED and not field.name.endswith("span"):
                yield from nodes(getattr(tree, field.name))
