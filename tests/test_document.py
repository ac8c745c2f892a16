"""Documents: what is read, where it stands, and that nothing whatever makes the reader fall over.

Broken documents have files of their own, see `test_bad_documents.py`; here are those that can't be files.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parlour.contents import MAX_BYTES
from parlour.diagnostics import Diagnostic, in_order
from parlour.document import Mapping, Node, Scalar, Sequence, typed
from parlour.source import Source, Span
from parlour.yaml_text import MAX_DEPTH, MAX_FINDINGS, read_file, read_text

both_parsers = pytest.mark.parametrize("libyaml", [True, False], ids=["libyaml", "pure"])


def read(text: str, libyaml: bool = True) -> Node:
    node, diagnostics = read_text(Source("f", text), libyaml=libyaml)
    assert diagnostics == ()
    assert node is not None
    return node


def value_of(text: str, libyaml: bool = True) -> Scalar:
    """The value of the entry `k`."""
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


# Laws

WORDS = st.permutations("abcdefghij♠\U0001f0a1\U0001f0b1é").map("".join)


def check_places(scalar: Scalar) -> None:
    """Every character stands where the file has it, or something that is written instead of it."""
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


@st.composite
def double_quoted(draw: st.DrawFn) -> tuple[str, dict[str, str]]:
    """A document, and how each character of its scalar is written."""
    forms = {}
    for char in draw(WORDS):
        escapes = [f"\\U{ord(char):08X}"]
        escapes += [f"\\u{ord(char):04x}"] if ord(char) < 0x10000 else []
        escapes += [f"\\x{ord(char):02x}"] if ord(char) < 0x100 else []
        forms[char] = draw(st.sampled_from([char, char, *escapes]))
    between = st.sampled_from(["", " ", "\\n", "\\\n  ", "\\\r\n", "\n ", "\n\n\n", " \r\n\t", "\\ ", '\\"'])
    return 'k: "' + "".join(form + draw(between) for form in forms.values()) + '"\n', forms


@given(double_quoted())
@settings(max_examples=60, deadline=None)
def test_escapes_and_folds_keep_their_places(case: tuple[str, dict[str, str]]) -> None:
    text, forms = case
    scalar = value_of(text)
    for char, form in forms.items():
        offset = scalar.value.index(char)
        place = scalar.at(offset, offset + 1)
        assert place.text == form
        assert text.count(form) > 1 or place.start == text.index(form)


@st.composite
def over_lines(draw: st.DrawFn) -> tuple[str, str]:
    """A document whose scalar is broken into lines, and the characters to look for."""
    word = draw(WORDS)
    style = draw(st.sampled_from(["", "'", '"', "|", "|-", ">+", "|2", ">2-", ">", "> # 0"]))
    ending = draw(st.sampled_from(["\n", "\r\n"]))
    block = style[:1] in ("|", ">")
    breaks = [ending + "  ", ending * 2 + "  ", ending * 3 + "  ", " "]
    breaks += [ending + "     ", ending + "      " + ending + "  "] if block else [" " + ending + "   "]
    text = "".join(char + draw(st.sampled_from(["", "", *breaks])) for char in word[:-1]) + word[-1]
    if block:
        return f"m:\n- x\nk: {style}{ending}  {text}{draw(st.sampled_from(['', ending, ending * 3]))}", word
    return f"m: [x]\nk: {style}{text}{style}{ending}", word


@both_parsers
@given(case=over_lines())
@settings(max_examples=80, deadline=None)
def test_lines_keep_their_places(case: tuple[str, str], libyaml: bool) -> None:
    text, word = case
    scalar = value_of(text, libyaml)
    start = text.index("k:")
    for char in word:
        offset = scalar.value.index(char)
        assert scalar.at(offset, offset + 1).start == text.index(char, start)
    check_places(scalar)


PIECES = [
    *"ab0é'\"|>:-,()[]{}#&?~@%\t\r\n \x07\0\x85\u2028\ufeff\ud800\U0001f0a1",
    *("cd", "'x'", "''", "|2-", ">+", "|-", "*x", "!t", "<<", "---", "...", "!%ED%A0%80", "%YAML 1.1\n"),
    *('\\"', "\\n", "\\\n", "\\u2660", "\\ud800", "\\UFFFFFFFF", "\r\n", "\n\n", "  ", ": ", ": ", " # c\n"),
    *("\n- ", "\n  k: ", "\nk: |\n  ", "\nk: >\n    ", "x: 'a\n b'\n"),
]
BEGINNINGS = ["", "", "k: |\n  ", "k: >\n  ", "k: 'a", 'k: "a', "k: a", "k: |2\n   ", "k: {a: b", "k: [(a"]


@st.composite
def scraps(draw: st.DrawFn) -> str:
    beginning = draw(st.sampled_from(BEGINNINGS))
    return beginning + "".join(draw(st.lists(st.sampled_from(PIECES), max_size=15)))


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


@st.composite
def damaged(draw: st.DrawFn) -> str:
    """A document with pieces cut out, doubled, exchanged or put in."""
    random = Random(draw(st.integers(0, 2**32)))
    text = RULE
    for _ in range(draw(st.integers(1, 4))):
        a, b = sorted(random.choices(range(len(text) + 1), k=2))
        b = min(b, a + random.choice([0, 1, 1, 3, 20]))
        text = text[:a] + random.choice(["", text[a:b] * 2, random.choice(PIECES)]) + text[b:]
    return text


def check_anything(text: str, libyaml: bool) -> None:
    """What holds for any input whatever."""
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


@both_parsers
@given(text=st.one_of(scraps(), damaged(), st.text(), st.text(alphabet=st.characters(codec=None))))
@settings(max_examples=250, deadline=None)
def test_anything_at_all_has_an_answer(text: str, libyaml: bool) -> None:
    check_anything(text, libyaml)


@given(text=damaged())
@settings(max_examples=100, deadline=None)
def test_both_parsers_give_the_same_nodes(text: str) -> None:
    fast, slow = (read_text(Source("f", text), libyaml=libyaml) for libyaml in (True, False))
    if not fast[1] and not slow[1]:
        assert fast == slow


# What can't be a file


@both_parsers
@pytest.mark.parametrize(
    ("text", "column"),
    [
        ("[" * 100_000, 65),
        ("{" * 100_000, 65),
        ("- " * 50_000, 129),
        ("? " * 50_000, 129),
        ("[" * 70 + "]" * 70, 65),
    ],
    ids=["brackets", "braces", "dashes", "questions", "closed"],
)
def test_a_bomb_is_too_deep(text: str, column: int, libyaml: bool) -> None:
    assert found(text, libyaml) == [("yaml-too-deep", 1, column)]


@both_parsers
def test_the_deepest_nesting(libyaml: bool) -> None:
    node = read("[" * MAX_DEPTH + "x" + "]" * MAX_DEPTH, libyaml)
    assert [s.value for s in scalars_of(node)] == ["x"]


@pytest.mark.parametrize(
    "text",
    [
        "'" * 100_000,
        "&a " * 30_000,
        "!" * 100_000,
        "k: a" + " " * 100_000 + "b",
        "x\n" * 20_000,
        "(,[" * 30_000,
    ],
    ids=["quotes", "anchors", "tags", "spaces", "lines", "mixed"],
)
def test_long_nonsense_is_read_in_time(text: str) -> None:
    check_anything(text, True)


def test_a_text_may_have_a_mebibyte() -> None:
    text = "k: " + "x" * (MAX_BYTES - 3)
    assert len(value_of(text).value) == MAX_BYTES - 3
    assert found(text + "x") == [("yaml-too-large", 1, 1)]
    assert found("k: " + "♠" * (MAX_BYTES // 3)) == [("yaml-too-large", 1, 1)], "bytes count, not characters"


def test_there_is_an_end_to_complaining() -> None:
    assert len(found("k: 1\n" * 1000)) == MAX_FINDINGS


@both_parsers
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", [("yaml-empty", 1, 1)]),
        ("---\n", [("yaml-empty", 1, 1)]),
        ("\ufeff", [("yaml-empty", 1, 1)]),
        ("k: \0\0", [("yaml-control-character", 1, 4), ("yaml-control-character", 1, 5)]),
        ("k: a\ud800b", [("yaml-control-character", 1, 5)]),
        ("k: a\ufffe", [("yaml-control-character", 1, 5)]),
        ("\ufeff\ufeffk: a", [("yaml-control-character", 1, 2)]),
        ("k: a\u2029\nl: &x b", [("yaml-line-separator", 1, 5), ("yaml-anchor", 2, 4)]),
        ("k: &x b\x7f", [("yaml-anchor", 1, 4), ("yaml-control-character", 1, 8)]),
        # A syntax error is kept back as long as an odd character may have caused it.
        ("a: 1\rb: 2\rc: [", [("yaml-line-separator", 1, 5), ("yaml-line-separator", 1, 10)]),
        ("a: \u20282: 3: 4", [("yaml-line-separator", 1, 4)]),
        ("k: \"\\UFFFFFFFF\"", [("yaml-syntax", 1, 5)]),
        ("k: \"\\U00110000\"", [("yaml-syntax", 1, 5)]),
        ("k: " + "x" * 2000 + ": y", [("yaml-syntax", 1, 2004)]),
        ("a: 1\n" + "x" * 2000 + ": y", [("yaml-syntax", 2, 1)]),
        ("- a\n  ", []),
    ],
)  # fmt: skip
def test_diagnostics(text: str, expected: list[tuple[str, int, int]], libyaml: bool) -> None:
    assert found(text, libyaml) == expected


class TestDiagnosticsSayMore:
    def only(self, text: str) -> Diagnostic:
        (diagnostic,) = read_text(Source("f", text))[1]
        return diagnostic

    def test_a_repeated_key_points_at_the_first(self) -> None:
        d = self.only("a: 1\nb: 2\n'a': 3\n")
        assert d.span is not None
        assert (d.span.line, d.span.text) == (3, "'a'")
        assert [(r.span.line, r.span.text) for r in d.related] == [(1, "a")]

    @pytest.mark.parametrize(
        ("text", "whole", "quoted"),
        [
            ("k: {then: draw(next(p), 4)}", "draw(next(p), 4)", '"draw(next(p), 4)"'),
            ("k: {then: say(p, ((a, b), c)), else: d}", "say(p, ((a, b), c))", '"say(p, ((a, b), c))"'),
            ("k: {then: draw(p, if: x), else: d}", "draw(p, if: x)", '"draw(p, if: x)"'),
            ("k: {then: discard c, draw d, else: e}", "discard c, draw d", '"discard c, draw d"'),
            ("k: {then: f(p,\n  4)}", "f(p,\n  4)", '"f(p, 4)"'),
            ('k: {then: say(p, c"d)}', 'say(p, c"d)', "'say(p, c\"d)'"),
            ("k: [a, draw(p, 4), b]", "draw(p, 4)", '"draw(p, 4)"'),
            ("k: [a: f(p, 4), b]", "f(p, 4)", '"f(p, 4)"'),
            ("k: {lay(p, c): d}", "lay(p, c)", '"lay(p, c)"'),
        ],
    )
    def test_a_cut_text_is_shown_whole_and_in_quotes(self, text: str, whole: str, quoted: str) -> None:
        d = self.only(text)
        assert d.code == "yaml-comma-in-flow-text"
        assert d.span is not None
        assert d.span.text == whole
        assert d.help == f"put the text in quotes: {quoted}"

    @pytest.mark.parametrize(
        "text",
        [
            "k: {then: 'draw(p, 4)', else: \"f(a, b)\"}",
            "k: {p q: player, c: cards}",
            "k: [a (b), c (d)]",
            "k: [p: f(a), q: g(b)]",
            "k: {a: , b: }",
            "k: {a: 'x (', b: 2}",
            "k: {a: [1, 2], b: {c: 3}}",
            "k: draw(p, 4)",
            "- draw(p, 4)",
        ],
    )
    def test_other_commas_are_left_alone(self, text: str) -> None:
        read(text)

    def test_a_text_with_a_colon_is_shown_in_quotes(self) -> None:
        assert self.only("k: see: here  # c\n").help == 'put the text in quotes: "see: here"'

    def test_a_wrong_bracket_points_at_the_right_one(self) -> None:
        assert [r.span.column for r in self.only("k: [1, 2}").related] == [4]


# Files


class TestFiles:
    def refusal(self, path: Path) -> Diagnostic:
        source, node, (diagnostic,) = read_file(path)
        assert (source, node) == (None, None)
        assert str(path) in diagnostic.message
        return diagnostic

    def test_a_file_has_the_name_that_it_is_given(self, tmp_path: Path) -> None:
        path = tmp_path / "twos.yaml"
        path.write_bytes(b"k: &x 1\r\n")
        assert [read_file(path, name)[2][0].span.place for name in ("twos", None)] == [  # type: ignore[union-attr]
            "twos:1:4",
            f"{path}:1:4",
        ]

    def test_a_byte_order_mark_is_no_part_of_the_text(self, tmp_path: Path) -> None:
        path = tmp_path / "twos.yaml"
        path.write_bytes(b"\xef\xbb\xbfk: &x 1\r\n")
        source, node, (diagnostic,) = read_file(path)
        assert source is not None
        assert source.text == "k: &x 1\r\n"
        assert isinstance(node, Mapping)
        assert diagnostic.span is not None
        assert diagnostic.span.column == 4

    def test_missing(self, tmp_path: Path) -> None:
        (tmp_path / "file").write_text("k: 1")
        assert self.refusal(tmp_path / "twos.yaml").code == "file-missing"
        assert self.refusal(tmp_path / "file" / "twos.yaml").code == "file-missing"

    def test_no_file(self, tmp_path: Path) -> None:
        assert self.refusal(tmp_path).code == "file-unreadable"
        assert self.refusal(tmp_path / ("x" * 5000)).code == "file-unreadable"
        assert read_file(Path("a\0b"))[2][0].code == "file-unreadable"

    @pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
    def test_a_pipe_is_not_waited_for(self, tmp_path: Path) -> None:
        os.mkfifo(tmp_path / "pipe")
        assert self.refusal(tmp_path / "pipe").code == "file-unreadable"

    def test_too_large(self, tmp_path: Path) -> None:
        path = tmp_path / "twos.yaml"
        path.write_bytes(b"k: " + b"x" * (MAX_BYTES - 2))
        assert self.refusal(path).code == "yaml-too-large"

    @pytest.mark.parametrize(
        ("data", "line", "column"),
        [
            (b"k: caf\xe9\n", 1, 7),
            ("k: ♠\nl: ".encode() + b"\xff", 2, 4),
            (b"\xef\xbb\xbfk: \xe2\x99", 1, 4),
            ("k: 1".encode("utf-16"), 1, 1),
        ],
    )
    def test_another_encoding(self, tmp_path: Path, data: bytes, line: int, column: int) -> None:
        path = tmp_path / "twos.yaml"
        path.write_bytes(data)
        _, node, (diagnostic,) = read_file(path)
        assert node is None
        assert diagnostic.code == "file-encoding"
        assert diagnostic.span is not None
        assert (diagnostic.span.line, diagnostic.span.column) == (line, column)

    @given(data=st.one_of(st.binary(), st.binary().map(lambda b: RULE.encode() + b)))
    @settings(max_examples=50, deadline=None)
    def test_any_bytes_have_an_answer(self, data: bytes, tmp_path_factory: pytest.TempPathFactory) -> None:
        path = tmp_path_factory.getbasetemp() / "any.yaml"
        path.write_bytes(data)
        _, node, diagnostics = read_file(path)
        assert node is not None or diagnostics
