"""Broken documents and the diagnostics that they must get.

Every file below `tests/bad/<folder>/` says in comments of its own what is wrong with it:

    title: 'The dealer's choice'   #! yaml-syntax: quotes are closed before this
    #! line 7 column 3: yaml-duplicate-key

`#! code` stands on the line to which the diagnostic must point; `#! line 7 column 3: code` stands
anywhere, for lines that can't have a comment or where the column matters. Words behind `code:` must occur
in the message. Everything listed must be found, and no error may be found that isn't listed.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from parlour.diagnostics import Diagnostic, in_order
from parlour.document import read_file, read_text
from parlour.source import Source, Span

BAD = Path(__file__).parent / "bad"


def read_as_yaml(path: Path) -> tuple[Diagnostic, ...]:
    return read_file(path, path.name)[2]


# What is run on the files of a folder. A folder that isn't listed is left alone.
STAGES: dict[str, Callable[[Path], tuple[Diagnostic, ...]]] = {
    "yaml": read_as_yaml,
}


def diagnose(path: Path) -> tuple[Diagnostic, ...]:
    return STAGES[path.relative_to(BAD).parts[0]](path)


@dataclass(frozen=True)
class Expected:
    code: str
    line: int
    column: int | None
    words: str

    def meets(self, d: Diagnostic) -> bool:
        if d.code != self.code or d.span is None or self.words not in d.message:
            return False
        return d.span.line == self.line and self.column in (None, d.span.column)


MARK = re.compile(
    r"(?:line (?P<line>\d+) column (?P<column>\d+):\s*)?(?P<code>[a-z0-9-]+)(?::\s*(?P<words>.*))?"
)


def expectations(text: str) -> list[Expected]:
    found = []
    for number, line in enumerate(text.split("\n"), start=1):
        for comment in line.split("#!")[1:]:
            mark = MARK.fullmatch(comment.strip())
            assert mark, f"line {number}: this is no expectation: {comment!r}"
            column = int(mark["column"]) if mark["column"] else None
            found.append(Expected(mark["code"], int(mark["line"] or number), column, mark["words"] or ""))
    return found


def disagreements(expected: list[Expected], diagnostics: tuple[Diagnostic, ...]) -> list[str]:
    """What is expected but not found, and the errors that are found but not expected."""
    left = list(diagnostics)
    problems = []
    for one in sorted(expected, key=lambda e: (e.column is None, not e.words)):  # the pickiest first
        match = next((d for d in left if one.meets(d)), None)
        if match is None:
            problems.append(f"not found: {one}")
        else:
            left.remove(match)
    return problems + [f"not expected: {d}" for d in left if d.severity == "error"]


def text_of(path: Path) -> str:
    return path.read_bytes().decode("utf-8", "replace")


FILES = [path for folder in STAGES for path in sorted((BAD / folder).rglob("*.yaml"))]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(BAD).as_posix())
def test_every_broken_document_is_diagnosed(path: Path) -> None:
    expected = expectations(text_of(path))
    diagnostics = diagnose(path)
    assert expected, "the file doesn't say what is wrong with it"
    assert disagreements(expected, diagnostics) == []
    assert diagnostics == in_order(diagnostics)


@pytest.mark.parametrize("path", sorted((BAD / "yaml").rglob("*.yaml")), ids=lambda path: path.name)
def test_the_parser_without_libyaml_finds_the_same(path: Path) -> None:
    source, _, diagnostics = read_file(path, path.name)
    assert source is not None
    if diagnostics[0].code != "file-encoding":
        assert read_text(source, libyaml=False)[1] == diagnostics


@pytest.mark.parametrize("folder", STAGES)
def test_every_folder_has_files(folder: str) -> None:
    assert any(path.relative_to(BAD).parts[0] == folder for path in FILES)


class TestTheRunnerItself:
    source = Source("f", "one\ntwo\n")
    here = Diagnostic("yaml-tag", "`!x` is a tag", Span(source, 5, 6))
    aside = Diagnostic("lint-habit", "unusual", Span(source, 0, 1), severity="warning")

    @pytest.mark.parametrize(
        ("comment", "expected"),
        [
            ("a: b #! yaml-tag", Expected("yaml-tag", 2, None, "")),
            ("a: b #! yaml-tag: a tag", Expected("yaml-tag", 2, None, "a tag")),
            ("#! line 7 column 3: yaml-tag", Expected("yaml-tag", 7, 3, "")),
            ("#! line 7 column 3: yaml-tag: a: b", Expected("yaml-tag", 7, 3, "a: b")),
            ("a: b #! yaml-tag\r", Expected("yaml-tag", 2, None, "")),
        ],
    )
    def test_reads_an_expectation(self, comment: str, expected: Expected) -> None:
        assert expectations(f"\n{comment}\n") == [expected]

    def test_reads_several_on_a_line(self) -> None:
        assert [e.code for e in expectations("a: b #! one: x #! two")] == ["one", "two"]

    @pytest.mark.parametrize(
        ("expected", "agrees"),
        [
            (Expected("yaml-tag", 2, None, ""), True),
            (Expected("yaml-tag", 2, 2, "a tag"), True),
            (Expected("yaml-tag", 2, 3, ""), False),
            (Expected("yaml-tag", 1, None, ""), False),
            (Expected("yaml-tag", 2, None, "an anchor"), False),
            (Expected("yaml-anchor", 2, None, ""), False),
        ],
    )
    def test_compares(self, expected: Expected, agrees: bool) -> None:
        assert (disagreements([expected], (self.here, self.aside)) == []) is agrees

    def test_wants_each_diagnostic_listed_and_each_listed_one_found_once(self) -> None:
        one = Expected("yaml-tag", 2, None, "")
        assert len(disagreements([], (self.here,))) == 1
        assert len(disagreements([one, one], (self.here,))) == 1
