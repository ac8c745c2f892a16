"""Excerpts: the marker is below the place, however the text is written."""

import pytest

from parlour.base.diagnostics import LONGEST, excerpt
from parlour.base.source import Source, Span
from parlour.documents.document import Mapping, Scalar
from parlour.documents.yaml_text import read_text


def shown(text: str, word: str) -> tuple[str, str]:
    """The line that is shown, and what is above the marker in it, counted in characters."""
    start = text.index(word)
    line, marker = excerpt(Span(Source("x.yaml", text), start, start + len(word)))
    return line, line[marker.index("^") : marker.rindex("^") + 1]


@pytest.mark.parametrize(
    "text",
    [
        "a: drow(p)\n", 'a: "its \\x41 drow(p)"\n', "a: 'it''s drow(p)'\n", "a: |\n  x = 1\n  drow(p)\n",
        "a: |2\n    x = 1\n    drow(p)\n", "a: >-\n  x and\n  drow(p)\n\n  y\n", "a: x and\n  drow(p)\n",
        'a: "x and\n  drow(p)"\n', "a: {b: [x, drow(p)]}\n", "a: |\r\n  x = 1\r\n  drow(p)\r\n",
    ],
)  # fmt: skip
def test_a_word_of_a_value_is_marked_where_it_is(text: str) -> None:
    """The checker knows offsets in the value of a scalar, not in the file."""
    source = Source("x.yaml", text)
    node, _ = read_text(source)
    assert isinstance(node, Mapping)
    scalars = [e.value for e in node.entries]
    if isinstance(scalars[0], Mapping):
        items = scalars[0].get("b")
        scalars = [items.items[1]]  # type: ignore[union-attr]  # a list, as it is written
    (value,) = scalars
    assert isinstance(value, Scalar)
    at = value.value.index("drow")
    line, marker = excerpt(value.at(at, at + 4))
    assert line[marker.index("^") : marker.rindex("^") + 1] == "drow"
    assert "\r" not in line


def test_tabs_stay_and_the_marker_follows_them() -> None:
    line, marker = excerpt(Span(Source("x.yaml", "a:\tdrow\n"), 3, 7))
    assert (line, marker) == ("    1 | a:\tdrow", "      |   \t^^^^")


def test_wide_characters_take_two_columns_and_accents_none() -> None:
    line, marker = excerpt(Span(Source("x.yaml", "色: drow\n"), 3, 7))
    assert (line, marker) == ("    1 | 色: drow", "      |     ^^^^")
    _, marker = excerpt(Span(Source("x.yaml", "色: 色色\n"), 3, 5))
    assert marker == "      |     ^^^^"
    _, marker = excerpt(Span(Source("x.yaml", "e\u0301: drow\n"), 4, 8))
    assert marker == "      |    ^^^^"


@pytest.mark.parametrize("before", [0, 30, 100, 1000])
@pytest.mark.parametrize("after", [0, 1000])
def test_a_long_line_is_cut_around_the_place(before: int, after: int) -> None:
    text = "x" * before + "drow" + "y" * after
    line, marked = shown(text, "drow")
    assert marked == "drow"
    assert len(line) <= LONGEST + 8
    if len(text) > LONGEST:
        assert line.startswith("    1 | …") == (before > 60)
        assert line.endswith("…") == (after > 0)


def test_a_place_at_the_end_has_a_marker() -> None:
    for text in ("", "a: 1\n", "a: 1"):
        line, marker = excerpt(Span(Source("x.yaml", text), len(text), len(text)))
        assert marker.count("^") == 1, line


def test_characters_that_steer_a_terminal_are_replaced() -> None:
    line, marked = shown("a: \x1b[31m drow\x07\n", "drow")
    assert line == "    1 | a: \ufffd[31m drow\ufffd"
    assert marked == "drow"


def test_text_outside_of_files_has_no_excerpt() -> None:
    assert excerpt(Span(Source("--set x=1", "x=1", outside=True), 0, 1)) == []
