"""A document in the house style, step by step: each step reads the text that the one before it made.

Compares the result with the original, so that a document keeps its meaning and its comments.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from parlour.base.diagnostics import Diagnostic, RulesetError, has_errors
from parlour.base.source import Source
from parlour.documents import document as doc
from parlour.documents.document import Node, Scalar
from parlour.documents.yaml_text import read_text
from parlour.formatting import filling, spacing, yaml_layout
from parlour.formatting.text_edits import TextEdit, applied
from parlour.schema.roles import roles

ONE_LINE = frozenset({"expression", "odds", "function", "result", "facet-value", "selector", "heading", "hook-heading"})
STEPS = frozenset({"statements", "actions", "body", "prompt", "hook"})
PROSE = frozenset({"prose", "text"})
REQUIRED = "required"


class ChangedError(Exception):
    """Formatting would have changed a document's meaning. It is a mistake of this package."""


def formatted(source: Source) -> str:
    """Return the text of a document in the house style. Raises RulesetError if it isn't valid YAML."""
    before = _read(source)
    text = _cleaned(Source(source.name, yaml_layout.unified(source.text)))
    for step in (_blanks, _margins, _words, _lines, _prose):
        node = _read(Source(source.name, text))
        text = applied(step(node, text), text)
    text = _cleaned(Source(source.name, text))
    after = _read(Source(source.name, text))
    if _meaning(before) != _meaning(after) or _comments(before, source.text) != _comments(after, text):
        raise ChangedError(source.name)
    return text


def _cleaned(source: Source) -> str:
    return yaml_layout.clean(source.text, (scalar for scalar, _ in roles(_read(source))))


def _read(source: Source) -> Node:
    node, problems = read_text(source)
    if node is None or has_errors(problems):
        raise RulesetError(problems or (Diagnostic("yaml-empty", "this file is empty"),))
    return node


def _blanks(node: Node, text: str) -> Iterable[TextEdit]:
    return yaml_layout.spaced(text)


def _margins(node: Node, text: str) -> Iterable[TextEdit]:
    return yaml_layout.indented(node, text)


def _words(node: Node, text: str) -> Iterator[TextEdit]:
    for scalar, one_line in _code(node):
        yield from spacing.spaced(scalar, one_line)


def _lines(node: Node, text: str) -> Iterator[TextEdit]:
    """Move the lines of steps to their level."""
    for scalar, one_line in _code(node):
        if one_line or scalar.style != "|":
            continue
        for at, shift in spacing.indented(scalar):
            start = scalar.at(at, at + 1).start
            width = len(scalar.value[at:]) - len(scalar.value[at:].lstrip(" "))
            if shift and scalar.value[at : at + 1] not in ("", "\n"):
                yield TextEdit(start, start + width, " " * max(0, width + shift))


def _prose(node: Node, text: str) -> Iterator[TextEdit]:
    for scalar, names in roles(node):
        if PROSE & set(names):
            yield from filling.filled(scalar)


def _code(node: Node) -> Iterator[tuple[Scalar, bool]]:
    """The texts in the language, and whether each is on one line."""
    for scalar, names in roles(node):
        if ONE_LINE & set(names):
            yield scalar, True
        elif STEPS & set(names) and scalar.value != REQUIRED:
            yield scalar, False


# What must stay


def _meaning(root: Node) -> object:
    """The meaning of a document: its nodes without places, and its texts without their blanks."""
    code = {id(scalar): one_line for scalar, one_line in _code(root)}
    prosaic = {id(scalar) for scalar, names in roles(root) if PROSE & set(names)}

    def of(node: Node) -> object:
        if isinstance(node, doc.Mapping):
            return {"entries": [(of(entry.key), of(entry.value)) for entry in node.entries]}
        if isinstance(node, doc.Sequence):
            return [of(item) for item in node.items]
        lines = spacing.lines_of(node, code[id(node)]) if id(node) in code else None
        if lines is not None:
            return [(line.level, [(lexeme.kind, lexeme.text) for lexeme in line.lexemes]) for line in lines]
        return " ".join(node.value.split()) if id(node) in prosaic else (node.plain, node.value)

    return of(root)


_COMMENT = re.compile(r"(?:^|(?<=\s))#[^\n]*")


def _comments(root: Node, text: str) -> list[str]:
    """The comments of a document; those inside texts belong to the texts."""
    taken = sorted((scalar.span.start, scalar.span.end) for scalar, _ in roles(root))
    inside = 0
    found = []
    for comment in _COMMENT.finditer(text):
        while inside < len(taken) and taken[inside][1] <= comment.start():
            inside += 1
        if inside == len(taken) or comment.start() < taken[inside][0]:
            found.append(comment[0].rstrip())
    return found
