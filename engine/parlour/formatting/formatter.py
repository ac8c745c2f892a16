"""Formats a document in the house style, step by step; each step works on the text from the one before.

Compares the result with the original, so that a document keeps its meaning and its comments.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from parlour.base.diagnostics import Diagnostic, RulesetError, has_errors
from parlour.base.source import Source
from parlour.documents import document as doc
from parlour.documents.document import Node, Scalar
from parlour.documents.yaml_text import read_text
from parlour.formatting import filling, spacing, yaml_layout
from parlour.formatting.text_edits import TextEdit, applied
from parlour.schema.roles import roles

FACET = "facet-value"
ONE_LINE = frozenset({"expression", "odds", "function", "result", FACET, "selector", "heading", "hook-heading"})
STEPS = frozenset({"statements", "actions", "body", "prompt", "hook"})
PROSE = frozenset({"prose", "text"})
REQUIRED = "required"


class ChangedError(Exception):
    """The error if formatting would have changed a document's meaning. It is a mistake of this package."""


@dataclass(frozen=True)
class _Draft:
    """A document on its way to the house style. Its node and roles are computed once, however many steps use them."""

    source: Source

    @property
    def text(self) -> str:
        return self.source.text

    @cached_property
    def node(self) -> Node:
        node, problems = read_text(self.source)
        if node is None or has_errors(problems):
            raise RulesetError(problems or (Diagnostic("yaml-empty", "this file is empty"),))
        return node

    @cached_property
    def roles(self) -> tuple[tuple[Scalar, tuple[str, ...]], ...]:
        """Return each scalar with the names of its definitions in the schema."""
        return tuple(roles(self.node))

    @property
    def code(self) -> Iterator[tuple[Scalar, bool]]:
        """Yield the texts in the language, and whether each is on one line."""
        for scalar, names in self.roles:
            if FACET in names and scalar.style == "|":  # the steps of a power
                yield scalar, False
            elif ONE_LINE & set(names):
                yield scalar, True
            elif STEPS & set(names) and scalar.value != REQUIRED:
                yield scalar, False

    def with_text(self, text: str) -> _Draft:
        return self if text == self.text else _Draft(Source(self.source.name, text))


def formatted(source: Source) -> str:
    """Return the text of a document in the house style. Raises RulesetError if it isn't valid YAML."""
    before = _Draft(source)
    after = _cleaned(before.with_text(yaml_layout.unified(source.text)))
    for step in (_blanks, _margins, _words, _lines, _prose):
        after = after.with_text(applied(step(after), after.text))
    after = _cleaned(after)
    if before is not after and (_meaning(before) != _meaning(after) or _comments(before) != _comments(after)):
        raise ChangedError(source.name)
    return after.text


def _cleaned(draft: _Draft) -> _Draft:
    return draft.with_text(yaml_layout.clean(draft.text, (scalar for scalar, _ in draft.roles)))


def _blanks(draft: _Draft) -> Iterable[TextEdit]:
    return yaml_layout.spaced(draft.text)


def _margins(draft: _Draft) -> Iterable[TextEdit]:
    return yaml_layout.indented(draft.node, draft.text)


def _words(draft: _Draft) -> Iterator[TextEdit]:
    for scalar, one_line in draft.code:
        yield from spacing.spaced(scalar, one_line)


def _lines(draft: _Draft) -> Iterator[TextEdit]:
    """Move the lines of steps to their level."""
    for scalar, one_line in draft.code:
        if one_line or scalar.style != "|":
            continue
        for at, shift in spacing.indented(scalar):
            start = scalar.at(at, at + 1).start
            width = len(scalar.value[at:]) - len(scalar.value[at:].lstrip(" "))
            if shift and scalar.value[at : at + 1] not in ("", "\n"):
                yield TextEdit(start, start + width, " " * max(0, width + shift))


def _prose(draft: _Draft) -> Iterator[TextEdit]:
    for scalar, names in draft.roles:
        if PROSE & set(names):
            yield from filling.filled(scalar)


# What must stay


def _meaning(draft: _Draft) -> object:
    """Return the meaning of a document: its nodes without places, and its texts without their blanks."""
    code = {id(scalar): one_line for scalar, one_line in draft.code}
    prosaic = {id(scalar) for scalar, names in draft.roles if PROSE & set(names)}

    def of(node: Node) -> object:
        if isinstance(node, doc.Mapping):
            return {"entries": [(of(entry.key), of(entry.value)) for entry in node.entries]}
        if isinstance(node, doc.Sequence):
            return [of(item) for item in node.items]
        lines = spacing.lines_of(node, code[id(node)]) if id(node) in code else None
        if lines is not None:
            return [(line.level, [(lexeme.kind, lexeme.text) for lexeme in line.lexemes]) for line in lines]
        return " ".join(node.value.split()) if id(node) in prosaic else (node.plain, node.value)

    return of(draft.node)


_COMMENT = re.compile(r"(?:^|(?<=\s))#[^\n]*")


def _comments(draft: _Draft) -> list[str]:
    """Return the comments of a document; those inside strings belong to the strings."""
    taken = sorted((scalar.span.start, scalar.span.end) for scalar, _ in draft.roles)
    inside = 0
    found = []
    for comment in _COMMENT.finditer(draft.text):
        while inside < len(taken) and taken[inside][1] <= comment.start():
            inside += 1
        if inside == len(taken) or comment.start() < taken[inside][0]:
            found.append(comment[0].rstrip())
    return found
