"""Texts read as documents."""

from collections.abc import Iterator

import pytest

from parlour.base.diagnostics import in_order
from parlour.base.source import Source
from parlour.documents.document import Mapping, Node, Scalar, Sequence
from parlour.documents.yaml_text import read_text

RULE = """\
rule: twos            # a whole ruleset, to be damaged
title: 'The dealer''s choice'
uses: [link, "draw"]
text: >
  Twos are links.
  So are \U0001f0a1.

powers:
  2: {kind: power, then: "draw(next(p), 4)"}
  Q: |
    for q in players:
      draw(q, 2)
set: {jokers: 1}
"""

both_parsers = pytest.mark.parametrize("libyaml", [True, False], ids=["libyaml", "pure"])


def read(text: str, libyaml: bool = True) -> Node:
    node, diagnostics = read_text(Source("f", text), libyaml=libyaml)
    assert diagnostics == ()
    assert node is not None
    return node


def value_of(text: str, libyaml: bool = True) -> Scalar:
    """Return the value of the entry `k`."""
    node = read(text, libyaml)
    assert isinstance(node, Mapping)
    value = node.get("k")
    assert isinstance(value, Scalar)
    return value


def scalars_of(node: Node) -> Iterator[Scalar]:
    if isinstance(node, Scalar):
        yield node
    elif isinstance(node, Sequence):
        for item in node.items:
            yield from scalars_of(item)
    else:
        for entry in node.entries:
            yield entry.key
            yield from scalars_of(entry.value)


def found(text: str, libyaml: bool = True) -> list[tuple[str, int, int]]:
    diagnostics = read_text(Source("f", text), libyaml=libyaml)[1]
    return [(d.code, d.span.line, d.span.column) for d in diagnostics if d.span is not None]


def check_places(scalar: Scalar) -> None:
    """Check that every character has its place in the file, or the place of its escape."""
    last = scalar.span.start
    for offset, char in enumerate(scalar.value):
        place = scalar.at(offset, offset + 1)
        written = place.text
        assert place.start >= last, "places go forward"
        last = place.end
        assert (
            written == char
            or (char in " \n" and written in ("\n", "\r\n"))
            or (char == "'" and written == "''")
            or (written.startswith("\\") and scalar.span.text[0] == '"')
        ), (char, written)


def check_anything(text: str, libyaml: bool) -> None:
    """Check the laws for any input."""
    node, diagnostics = read_text(Source("f", text), libyaml=libyaml)
    assert node is not None or diagnostics
    assert diagnostics == in_order(diagnostics)
    for d in diagnostics:
        assert d.span is not None
        assert 0 <= d.span.start <= d.span.end <= len(text)
        assert d.span.line
        assert d.message
    if node is not None and not diagnostics:
        for scalar in scalars_of(node):
            check_places(scalar)
