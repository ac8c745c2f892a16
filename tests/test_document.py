"""Documents: their nodes, the text of their scalars, and where each character is."""

from collections.abc import Iterator

import pytest

from parlour.base.source import Source, Span
from parlour.documents.document import Mapping, Node, Scalar, Sequence, typed
from scaffold.documents import both_parsers, read, value_of


class TestNodes:
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
            ("k: two words  # not this", "two words"), ("k: two\n  words\nl: 1\n", "two\n  words"),
            ("k: 'it''s'\n", "'it''s'"), ('k: "a\\n"   \n', '"a\\n"'),
            ("k: |  # note\n  a\n  b\n\n\nl: 1\n", "|  # note\n  a\n  b"), ("k: >-\n  a", ">-\n  a"),
            ("k:\nl: 1\n", ""), ("{k: , l: 1}\n", ""),
        ],
    )  # fmt: skip
    def test_scalars_know_where_they_stand(self, text: str, span: str, libyaml: bool) -> None:
        scalar = value_of(text, libyaml)
        assert scalar.span.text == span
        if span:
            assert scalar.span.start == text.index(span)
        else:
            assert scalar.span.start == text.index(":") + 1


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("true", True), ("false", False), ("null", None), ("", None), ("0", 0), ("7", 7), ("-12", -12),
        ("123456789012345", 123456789012345), ("1234567890123456", "1234567890123456"), ("011", "011"), ("-0", "-0"),
        ("-01", "-01"), ("+1", "+1"), ("1e3", "1e3"), ("1.0", "1.0"), ("0x1F", "0x1F"), ("1_000", "1_000"), ("٣", "٣"),
        ("True", "True"), ("yes", "yes"), ("no", "no"), ("on", "on"), ("~", "~"), ("Null", "Null"),
        ("2001-01-01", "2001-01-01"), ("Q", "Q"), ("'true'", "true"), ('"7"', "7"), ("''", ""), ("|-\n  7", "7"),
    ],
)  # fmt: skip
def test_typed(written: str, value: object) -> None:
    result = typed(value_of(f"k: {written}\n"))
    assert (type(result), result) == (type(value), value)


class TestPlacesOfSingleCharacters:
    @pytest.mark.parametrize(
        ("text", "end"),
        [
            ("k: abc  # x", 6), ("k: 'abc'", 7), ('k: "ab\\x63"', 10), ("k: |-\n  abc\n\n", 11), ("k: |\n  abc\n", 11),
        ],
    )  # fmt: skip
    def test_the_end_of_a_text_is_behind_its_last_character(self, text: str, end: int) -> None:
        scalar = value_of(text)
        length = len(scalar.value)
        for place in (scalar.at(length, length), scalar.at(length + 5, length + 9), scalar.at(length, 0)):
            assert (place.start, place.end) == (end, end)
        assert scalar.at(-3, 1) == scalar.at(0, 1)

    def test_a_scalar_that_no_file_holds_is_its_own_place(self) -> None:
        span = Span(Source("f", "abc"), 0, 3)
        assert Scalar("xy", True, span).at(0, 1) == span
