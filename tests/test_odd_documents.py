"""Findings about broken documents that can't be files of their own (see `test_bad_documents.py`)."""

import os
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parlour.base.diagnostics import Diagnostic
from parlour.base.source import Source
from parlour.documents.contents import MAX_BYTES
from parlour.documents.document import Mapping
from parlour.documents.yaml_text import MAX_FINDINGS, read_file, read_text
from scaffold.documents import RULE, both_parsers, check_anything, found, value_of


@pytest.mark.one_in(4)
@both_parsers
@pytest.mark.parametrize(
    ("text", "column"),
    [
        ("[" * 100_000, 65), ("{" * 100_000, 65), ("- " * 50_000, 129), ("? " * 50_000, 129), ("[" * 70 + "]" * 70, 65),
    ],
    ids=["brackets", "braces", "dashes", "questions", "closed"],
)  # fmt: skip
def test_a_bomb_is_too_deep(text: str, column: int, libyaml: bool) -> None:
    assert found(text, libyaml) == [("yaml-too-deep", 1, column)]


@pytest.mark.parametrize(
    "text",
    [
        "'" * 100_000, "&a " * 30_000, "!" * 100_000, "k: a" + " " * 100_000 + "b", "x\n" * 20_000, "(,[" * 30_000,
    ],
    ids=["quotes", "anchors", "tags", "spaces", "lines", "mixed"],
)  # fmt: skip
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
        # Parlour doesn't report a syntax error that an odd character might have caused.
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
        assert d.help == f"put the whole value in quotes: {quoted}"


class TestFiles:
    def refusal(self, path: Path) -> Diagnostic:
        source, node, (diagnostic,) = read_file(path)
        assert (source, node) == (None, None)
        assert str(path) in diagnostic.message
        return diagnostic

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
