"""Documents: their nodes, the text of their scalars, and where each character is."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from parlour.base.source import Source, Span
from parlour.documents.document import Mapping, Node, Scalar, Sequence, typed
from scaffold.documents import both_parsers, read, scalars_of, value_of


class TestNodes:
    text = "title: Twos\nuses: [link, draw]\npowers:\n  2: {then: pass}\n"

    def test_a_mapping_is_asked_by_key(self) -> None:
        node = read(self.text)
        assert isinstance(node, Mapping)
        assert node.keys() == ("title", "uses", "powers")
        title, uses, powers = map(node.get, node.keys())
        assert isinstance(title, Scalar)
        assert isinstance(uses, Sequence)
        assert isinstance(powers, Mapping)
        assert title.value == "Twos"
        assert [item.value for item in uses.items if isinstance(item, Scalar)] == ["link", "draw"]
        assert powers.keys() == ("2",)
        entry = node.entry("title")
        assert entry is not None
        assert (entry.key.value, entry.value) == ("title", title)
        assert node.entry("text") is None
        assert node.get("text") is None

    @both_parsers
    @pytest.mark.parametrize(
        ("text", "spans"),
        [
            ("a: 1\nb:\n  c: 2\n\n# end\n", ["a: 1\nb:\n  c: 2", "c: 2"]),
            ("- a: 1\n  b: 2\n- c\n", ["- a: 1\n  b: 2\n- c", "a: 1\n  b: 2"]),
            (
                "k: { a: 1 }\nl: [ 2, [ ] ]  # end\n",
                ["k: { a: 1 }\nl: [ 2, [ ] ]", "{ a: 1 }", "[ 2, [ ] ]", "[ ]"],
            ),
            ("k:\n- 1\n- 2\nl: 3\n", ["k:\n- 1\n- 2\nl: 3", "- 1\n- 2"]),
            ("k: [a: 1, b]\n", ["k: [a: 1, b]", "[a: 1, b]", "a: 1"]),
        ],
    )
    def test_collections_know_where_they_stand(self, text: str, spans: list[str], libyaml: bool) -> None:
        def collections(node: Node) -> Iterator[str]:
            if isinstance(node, Mapping):
                yield node.span.text
                for entry in node.entries:
                    yield from collections(entry.value)
            elif isinstance(node, Sequence):
                yield node.span.text
                for item in node.items:
                    yield from collections(item)

        assert list(collections(read(text, libyaml))) == spans

    @both_parsers
    @pytest.mark.parametrize(
        ("text", "span"),
        [
            ("k: two words  # not this", "two words"),
            ("k: two\n  words\nl: 1\n", "two\n  words"),
            ("k: 'it''s'\n", "'it''s'"),
            ('k: "a\\n"   \n', '"a\\n"'),
            ("k: |  # note\n  a\n  b\n\n\nl: 1\n", "|  # note\n  a\n  b"),
            ("k: >-\n  a", ">-\n  a"),
            ("k:\nl: 1\n", ""),
            ("{k: , l: 1}\n", ""),
        ],
    )
    def test_scalars_know_where_they_stand(self, text: str, span: str, libyaml: bool) -> None:
        scalar = value_of(text, libyaml)
        assert scalar.span.text == span
        if span:
            assert scalar.span.start == text.index(span)
        else:
            assert scalar.span.start == text.index(":") + 1

    @both_parsers
    @pytest.mark.parametrize(
        "text", ["k: no", "k: {on: Q}", "k: [011, 4, 1e3, 2001-01-01, 0x1F, ~, 12:30]", "yes: =\n"]
    )
    def test_everything_is_the_text_that_was_written(self, text: str, libyaml: bool) -> None:
        for scalar in scalars_of(read(text, libyaml)):
            assert scalar.value == scalar.span.text
            assert scalar.plain

    def test_a_document_may_be_marked(self) -> None:
        assert value_of("---\nk: 1\n...\n").value == "1"
        assert value_of("--- {k: 1}").value == "1"


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("true", True),
        ("false", False),
        ("null", None),
        ("", None),
        ("0", 0),
        ("7", 7),
        ("-12", -12),
        ("123456789012345", 123456789012345),
        ("1234567890123456", "1234567890123456"),
        ("011", "011"),
        ("-0", "-0"),
        ("-01", "-01"),
        ("+1", "+1"),
        ("1e3", "1e3"),
        ("1.0", "1.0"),
        ("0x1F", "0x1F"),
        ("1_000", "1_000"),
        ("٣", "٣"),
        ("True", "True"),
        ("yes", "yes"),
        ("no", "no"),
        ("on", "on"),
        ("~", "~"),
        ("Null", "Null"),
        ("2001-01-01", "2001-01-01"),
        ("Q", "Q"),
        ("'true'", "true"),
        ('"7"', "7"),
        ("''", ""),
        ("|-\n  7", "7"),
    ],
)
def test_typed(written: str, value: object) -> None:
    result = typed(value_of(f"k: {written}\n"))
    assert (type(result), result) == (type(value), value)


# What a scalar says. Each text is the whole document.
VALUES = [
    ("k: two words", "two words"),
    ("k: two\n   words\n\n\n  more\n", "two words\n\nmore"),
    ("k:\n  below", "below"),
    ("k: a#b # c", "a#b"),
    ("k: 'it''s'", "it's"),
    ("k: 'a  \n  b\n\n c'", "a b\nc"),
    ("k: ' a '", " a "),
    ('k: "\\u2660 \\x41\\t\\"\\\\\\/ \\U0001F0A1"', '♠ A\t"\\/ \U0001f0a1'),
    ('k: "a\n  b\n\n  c"', "a b\nc"),
    ('k: "a\\\n  b"', "ab"),
    ('k: "a \\\n\n  \\ b"', "a \n b"),
    ('k: "a \\n  b"', "a \n  b"),
    ("k: |\n  a\n   b\n\n  c\n\n", "a\n b\n\nc\n"),
    ("k: |-\n  a\n  b\n\n", "a\nb"),
    ("k: |+\n  a\n\n\n", "a\n\n\n"),
    ("k: |2-  # indented\n    a\n  b\n", "  a\nb"),
    ("k: |-2\n    a\n", "  a"),
    ("k: |\n  a\n  \n     \n  b\n", "a\n\n   \nb\n"),
    ("k: |\n\n\n  a\n", "\n\na\n"),
    ("k: |\n  a\tb # c\n", "a\tb # c\n"),
    ("k: |\n  a", "a"),
    ("k: |\n", ""),
    ("k: |+\n\n\n", "\n\n"),
    ("k: >\n  a\n  b\n\n  c\n", "a b\nc\n"),
    ("k: >-\n  a\n    b\n    c\n  d\n", "a\n  b\n  c\nd"),
    ("k: >+\n  a\n\n\n  b\n\n", "a\n\nb\n\n"),
    ("k: >\n\n  a\n\n    b\n\n  c\n", "\na\n\n  b\n\nc\n"),
    ("k: >1\n a\n  b\n", "a\n b\n"),
]


@both_parsers
@pytest.mark.parametrize("ending", ["\n", "\r\n"], ids=["lf", "crlf"])
@pytest.mark.parametrize(("text", "value"), VALUES)
def test_the_text_of_a_scalar(text: str, value: str, ending: str, libyaml: bool) -> None:
    if "\t" in text and not libyaml:
        text, value = text.replace("\tb", "b"), value.replace("\tb", "b")
    scalar = value_of(text.replace("\n", ending), libyaml)
    assert scalar.value == value
    assert scalar.plain == (text[3] not in "'\"|>")


# A word that is to be found where it is written. Each text is the whole document.
PLACES = [
    "k: one HERE two",
    "k: one\n   two\n\n     three HERE\n",
    "k: 'it''s ''HERE'''",
    "k: 'one\n\n    two HERE\n  three'",
    'k: "\\u2660\\t \\x41 HERE"',
    'k: "one\\\n    two HERE \\\n  three"',
    'k: "one\n\n\n  \\ HERE"',
    "k: |\n  one\n  HERE\n",
    "k: |  # a comment with | and >\n\n  one\n     HERE two\n",
    "k: |2-\n    one\n   HERE\n",
    "k: >\n  one\n  two HERE\n  three\n",
    "k: >+1\n  one\n\n   HERE\n\n two\n",
    "k: >-\n  one\n    two\n\n    HERE\n  three",
    "m: [x]\nk: |\n    one\n    \t two\tHERE\n",
    "k: \U0001f0a1\U0001f0b1 HERE",
    "k: |\n  \U0001f0a1\n  ♠ \U0001f0b1 HERE\n",
    "k: '\U0001f0a1 \U0001f0b1''\n\n  HERE'",
    'k: "\U0001f0a1 \\U0001F0A1\n  HERE"',
    "\ufeffk: one HERE",
    "\ufeffk: |\n  one HERE\n",
    "k: |\n  HERE",
]


@both_parsers
@pytest.mark.parametrize("ending", ["\n", "\r\n"], ids=["lf", "crlf"])
@pytest.mark.parametrize("text", PLACES)
def test_a_place_inside_a_text_is_a_place_in_the_file(text: str, ending: str, libyaml: bool) -> None:
    if not libyaml:
        text = text.replace("\t", " ")
    text = text.replace("\n", ending)
    scalar = value_of(text, libyaml)
    start = scalar.value.index("HERE")
    span = scalar.at(start, start + 4)
    lines = text[: text.index("HERE")].split("\n")
    assert (span.line, span.column, span.text) == (len(lines), len(lines[-1]) + 1, "HERE")


class TestPlacesOfSingleCharacters:
    @pytest.mark.parametrize(
        ("text", "offset", "written"),
        [
            ("k: 'it''s'", 2, "''"),
            ('k: "a\\u2660b"', 1, "\\u2660"),
            ('k: "a\\u2660b"', 2, "b"),
            ('k: "\\n"', 0, "\\n"),
            ('k: "\\U0001F0A1"', 0, "\\U0001F0A1"),
            ("k: one\n  two", 3, "\n"),
            ("k: 'one \r\n two'", 3, "\r\n"),
            ("k: |\n  a\n  b\n", 1, "\n"),
            ("k: |\r\n  a\r\n  b\r\n", 3, "\r\n"),
            ("k: >\n  a\n  b\n", 1, "\n"),
        ],
    )
    def test_what_stands_for_it(self, text: str, offset: int, written: str) -> None:
        assert value_of(text).at(offset, offset + 1).text == written

    def test_a_stretch_over_lines_takes_everything_between(self) -> None:
        assert value_of('k: "one \n  t\\x77o"').at(2, 6).text == "e \n  t\\x77"

    @pytest.mark.parametrize(
        ("text", "end"),
        [
            ("k: abc  # x", 6),
            ("k: 'abc'", 7),
            ('k: "ab\\x63"', 10),
            ("k: |-\n  abc\n\n", 11),
            ("k: |\n  abc\n", 11),
        ],
    )
    def test_the_end_of_a_text_is_behind_its_last_character(self, text: str, end: int) -> None:
        scalar = value_of(text)
        length = len(scalar.value)
        for place in (scalar.at(length, length), scalar.at(length + 5, length + 9), scalar.at(length, 0)):
            assert (place.start, place.end) == (end, end)
        assert scalar.at(-3, 1) == scalar.at(0, 1)

    def test_an_empty_place_is_before_its_character(self) -> None:
        scalar = value_of("k: 'ab'")
        assert [scalar.at(i, i).start for i in range(3)] == [4, 5, 6]

    def test_a_text_without_characters_is_its_own_place(self) -> None:
        assert value_of("k: ''").at(0, 0).text == "''"

    def test_a_scalar_that_no_file_holds_is_its_own_place(self) -> None:
        span = Span(Source("f", "abc"), 0, 3)
        assert Scalar("xy", True, span).at(0, 1) == span
