"""Formats a document in the house style, step by step; each step works on the text from the one before.

Compares the result with the original, so that a document keeps its meaning and its comments.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from parlour.base.diagnostics import Diagnostic, RulesetError, has_errors
from parlour.base.source import Source
from parlour.documents import document as doc
from parlour.documents.document import Node, Scalar
from parlour.documents.yaml_text import read_text
from parlour.formatting import yaml_layout
from parlour.formatting.yaml_layout import STEP, TextEdit, applied
from parlour.lang.lexer import Lexeme, LogicalLine, read_lines
from parlour.lang.text_to_parse import TextProblems
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
        yield from spaced(scalar, one_line)


def _lines(draft: _Draft) -> Iterator[TextEdit]:
    """Move the lines of steps to their level."""
    for scalar, one_line in draft.code:
        if one_line or scalar.style != "|":
            continue
        for at, shift in indented(scalar):
            start = scalar.at(at, at + 1).start
            width = len(scalar.value[at:]) - len(scalar.value[at:].lstrip(" "))
            if shift and scalar.value[at : at + 1] not in ("", "\n"):
                yield TextEdit(start, start + width, " " * max(0, width + shift))


def _prose(draft: _Draft) -> Iterator[TextEdit]:
    for scalar, names in draft.roles:
        if PROSE & set(names):
            yield from filled(scalar)


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
        lines = lines_of(node, code[id(node)]) if id(node) in code else None
        if lines is not None:
            return [(line.level, [(lexeme.kind, lexeme.text) for lexeme in line.lexemes]) for line in lines]
        return " ".join(node.value.split()) if id(node) in prosaic else (node.plain, node.value)

    return of(draft.node)


_COMMENT = re.compile(r"(?:^|(?<=\s))#[^\n]*")


def _comments(draft: _Draft) -> list[str]:
    """Return the comments of a document; those inside strings belong to the strings."""
    taken = sorted((scalar.span.start, scalar.span.end) for scalar, _ in draft.roles)
    inside = 0
    comments = []
    for comment in _COMMENT.finditer(draft.text):
        while inside < len(taken) and taken[inside][1] <= comment.start():
            inside += 1
        if inside == len(taken) or comment.start() < taken[inside][0]:
            comments.append(comment[0].rstrip())
    return comments


WIDTH = 120


def filled(scalar: Scalar) -> Iterator[TextEdit]:
    """Yield an edit that wraps prose again if it has an overlong line. Narrower prose keeps its lines."""
    text, start, end = scalar.source.text, scalar.span.start, scalar.span.end
    begin = text.rfind("\n", 0, start) + 1
    lines = (text[begin:end] + text[end:].partition("\n")[0]).split("\n")
    if all(len(line) <= WIDTH for line in lines):
        return
    if scalar.plain and len(lines) == 1 and _stands_alone(text, begin, start, end):
        key = lines[0][: start - begin]
        margin = len(key) - len(key.lstrip(" -")) + STEP
        yield TextEdit(start, end, ">-\n" + _wrapped(scalar.value.split(), margin))
    elif scalar.style == ">" and lines[0].rstrip().endswith((">", ">-")):
        margin = len(lines[1]) - len(lines[1].lstrip(" "))
        if all(line.strip() and len(line) - len(line.lstrip(" ")) == margin for line in lines[1:]):
            yield TextEdit(begin + len(lines[0]) + 1, end, _wrapped(" ".join(lines[1:]).split(), margin))


def _stands_alone(text: str, begin: int, start: int, end: int) -> bool:
    """True if a plain value is all that follows its key, outside of brackets and without a comment."""
    return not text[end:].partition("\n")[0].strip() and not any(sign in text[begin:start] for sign in "{[")


def _wrapped(words: list[str], margin: int) -> str:
    lines = textwrap.wrap(" ".join(words), WIDTH - margin, break_long_words=False, break_on_hyphens=False)
    return "\n".join(" " * margin + line for line in lines)


_TIGHT_BEFORE = frozenset({",", ":", ";", ")", "]", ".", ".."})
_TIGHT_AFTER = frozenset({"(", "[", ".", ".."})
_CALLED = frozenset({"CALLEE", "RECORD"})


def lines_of(scalar: Scalar, one_line: bool) -> list[LogicalLine] | None:
    """Return the lines of some code, or None if it has an error."""
    problems: list[Diagnostic] = []
    lines = read_lines(TextProblems(scalar, problems), one_line)
    return None if problems or lines is None or any(line.bad for line in lines) else lines


def spaced(scalar: Scalar, one_line: bool) -> Iterator[TextEdit]:
    """Yield the edits that space the words of some code. Breaks between lines and comments stay."""
    for line in lines_of(scalar, one_line) or ():
        for at, (one, other) in enumerate(pairwise(line.lexemes)):
            if "\n" in scalar.value[one.end : other.start] or "#" in scalar.value[one.end : other.start]:
                continue
            start, end = scalar.at(one.start, one.end).end, scalar.at(other.start, other.end).start
            between = scalar.source.text[start:end]
            wanted = _between(line.lexemes, at)
            if between != wanted and not between.strip(" "):
                yield TextEdit(start, end, wanted)


def _between(lexemes: Sequence[Lexeme], at: int) -> str:
    """The blank between a lexeme and the next one."""
    one, other = lexemes[at], lexemes[at + 1]
    if (one.kind == "SIGN" and one.text in _TIGHT_AFTER) or (other.kind == "SIGN" and other.text in _TIGHT_BEFORE):
        return ""
    if other.text == "(" and other.kind == "SIGN":
        return "" if one.kind in _CALLED else " "
    return "" if one.text == "-" and one.kind == "SIGN" and _is_prefix(lexemes, at) else " "


def _is_prefix(lexemes: Sequence[Lexeme], at: int) -> bool:
    """True for a minus before a number or value, rather than between two."""
    if at == 0:
        return True
    before = lexemes[at - 1]
    return before.kind == "RESERVED" or (before.kind == "SIGN" and before.text not in (")", "]"))


def indented(scalar: Scalar) -> Iterator[tuple[int, int]]:
    """Yield the lines of some code by their offsets in its value, each with its distance to move to the right.

    A line that continues the one before moves with it.
    """
    for line in lines_of(scalar, one_line=False) or ():
        begin = scalar.value.rfind("\n", 0, line.start) + 1
        shift = STEP * line.level - (line.start - begin)
        stop = scalar.value.find("\n", line.end)
        at = begin
        while 0 <= at < (len(scalar.value) if stop < 0 else stop):
            yield at, shift
            after = scalar.value.find("\n", at)
            if after < 0:
                break
            at = after + 1
