"""Expressions and steps are parsed once and their trees are shared, without any visible effect."""

from __future__ import annotations

from pathlib import Path

from lang.helpers import Plain
from parlour.base.diagnostics import Diagnostic
from parlour.base.source import Source
from parlour.documents.document import Scalar
from parlour.documents.yaml_text import read_text
from parlour.lang import parser
from parlour.mixing.compiler import compile_ruleset


def test_the_same_words_at_two_places_have_places_of_their_own() -> None:
    problems: list[Diagnostic] = []
    nodes = [parser.parse_expression(Plain("1 + n", before), problems) for before in ("", "ab", "")]
    assert [node.span.start for node in nodes if node] == [0, 2, 0]
    assert not problems


def test_the_same_words_at_one_place_of_two_files_have_places_of_their_own() -> None:
    found = []
    for name in ("one.yaml", "two.yaml"):
        node, _ = read_text(Source(name, "n + 1"))
        assert isinstance(node, Scalar)
        tree = parser.parse_expression(node, [])
        assert tree is not None
        found.append(tree.span.place)
    assert found == ["one.yaml:1:1", "two.yaml:1:1"]


def test_one_text_as_two_kinds_of_text() -> None:
    assert parser.parse_selector(Plain("8"), []) != parser.parse_expression(Plain("8"), [])


def test_what_is_wrong_with_a_text_is_told_every_time() -> None:
    told = []
    for _ in range(2):
        problems: list[Diagnostic] = []
        assert parser.parse_expression(Plain("1 +"), problems) is None
        told.append(problems)
    assert told[0] == told[1] != []


def test_a_file_that_was_changed_is_read_anew(tmp_path: Path) -> None:
    head = "rule: r\ntitle: R\nfor: eights\ntext: x\n"

    def places(text: str) -> list[str]:
        path = tmp_path / "r.yaml"
        path.write_text(text, encoding="utf-8")
        found = compile_ruleset("crazy-eights", with_=[path]).findings
        return [f"{d.code} {d.span.line}:{d.span.column}" for d in found if d.span]

    wrong = 'powers:\n  7: {then: "drow(p, 1)"}\n'
    assert places(f"{head}{wrong}") == ["unknown-name 6:14"]
    assert places(f"{head}# a comment\n{wrong}") == ["unknown-name 7:14"]
    assert places(f"{head}{wrong.replace('drow', 'draw')}") == []
