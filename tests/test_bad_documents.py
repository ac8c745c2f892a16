"""Every broken document below `tests/bad/` gets the findings that are written on its lines; see `bad_cases.py`."""

from collections.abc import Callable
from pathlib import Path

import pytest

from bad_cases import Expected, disagreements, expected
from parlour.base.codes import CODES
from parlour.base.diagnostics import Diagnostic, in_order, render_text
from parlour.base.place import shipped
from parlour.base.source import Source, Span
from parlour.checking.document_check import DocumentCheck
from parlour.documents.yaml_text import read_file, read_text
from parlour.examples import run_examples
from parlour.library.library import Library
from parlour.library.loading import load
from parlour.mixing.compiler import compile_ruleset
from parlour.mixing.compose import compose
from parlour.mixing.recipes import Recipe
from parlour.reporting.suppressions import sift
from parlour.schema.validation import check_structure

BAD = Path(__file__).parent / "bad"
Findings = tuple[Diagnostic, ...]


def in_folder(path: Path) -> str:
    return f"{path.parent.name}/{path.stem}"


def as_yaml(path: Path) -> Findings:
    return read_file(path, path.name)[2]


def as_structure(path: Path) -> Findings:
    _, node, problems = read_file(path, path.name)
    assert node is not None
    return (*problems, *check_structure(node))


def as_mix(path: Path) -> Findings:
    """A file, or a folder of files that go together, the first of which is `main.yaml`."""
    folders = [shipped("rulesets")] if path.is_file() else [path, shipped("rulesets")]
    composition, problems = compose(Library(folders), path if path.is_file() else path / "main.yaml")
    assert composition is None
    return problems


def as_rule(path: Path) -> Findings:
    """As a house rule of a game that works without it."""
    return compile_ruleset("crazy-eights", with_=[path]).findings


def as_compiled(path: Path) -> Findings:
    """As a frame that is compiled alone; a case lists all findings."""
    return compile_ruleset(path).findings


def as_checked(path: Path) -> Findings:
    """As `parlour check FILE` does; a case lists all findings."""
    file, folders = (path, []) if path.is_file() else (path / "main.yaml", [path])
    document, problems = load(file)
    assert document is not None, problems
    library = Library([*folders, shipped("rulesets")])
    return in_order(DocumentCheck(document, file, library, Recipe(), named=False, strict=False).findings())


def as_reported(path: Path) -> Findings:
    """As `parlour check FILE` prints it, with the comments that ignore findings; a case lists all findings."""
    document, problems = load(path)
    assert document is not None, problems
    return in_order(sift(as_checked(path), [document.source], CODES).reported)


def as_tested(path: Path) -> Findings:
    """As `parlour test FILE` does."""
    return in_order(d for result in run_examples([path]) for d in result.diagnostics)


STAGES: dict[str, Callable[[Path], Findings]] = {
    "yaml": as_yaml, "schema": as_structure, "compose": as_mix, "syntax": as_rule, "check": as_rule,
    "compile": as_compiled,
    "lint": as_checked, "comments": as_reported, "examples": as_tested,
}  # fmt: skip
WHOLE = ("compile", "lint", "comments")  # where a case lists all findings
CASES = [path for folder in STAGES for path in sorted((BAD / folder).iterdir())]


def check(path: Path) -> None:
    diagnostics = STAGES[path.parent.name](path)
    problems = disagreements(expected(path), diagnostics, whole=path.parent.name in WHOLE)
    assert not problems, "\n".join([*problems, "findings:", render_text(diagnostics)])
    assert diagnostics == in_order(diagnostics)


@pytest.mark.parametrize("path", [path for path in CASES if path.parent.name != "lint"], ids=in_folder)
def test_every_broken_document_is_diagnosed(path: Path) -> None:
    check(path)


@pytest.mark.one_in(4)
@pytest.mark.parametrize("path", [path for path in CASES if path.parent.name == "lint"], ids=in_folder)
def test_every_unusual_document_is_noted(path: Path) -> None:
    check(path)


def test_every_folder_is_run_and_has_files() -> None:
    assert {path.name for path in BAD.iterdir()} == {path.parent.name for path in CASES} == set(STAGES)


@pytest.mark.parametrize("path", sorted((BAD / "yaml").iterdir()), ids=lambda path: path.name)
def test_the_parser_without_libyaml_finds_the_same(path: Path) -> None:
    source, _, diagnostics = read_file(path, path.name)
    assert source is not None
    if diagnostics[0].code != "file-encoding":
        assert read_text(source, libyaml=False)[1] == diagnostics


class TestTheRunnerItself:
    source = Source("folder/f", "one\ntwo\n")
    here = Diagnostic("yaml-tag", "`!x` is a tag", Span(source, 5, 6), help="take it away")
    again = Diagnostic("yaml-tag", "`!y` is a tag", Span(source, 5, 6))
    aside = Diagnostic("unread", "unusual", Span(source, 0, 1), severity="warning")

    @pytest.mark.parametrize(
        ("expected", "agrees"),
        [
            (Expected("yaml-tag", 2, None, "", "f"), True), (Expected("yaml-tag", 2, 2, "a tag", "f"), True),
            (Expected("yaml-tag", 2, None, "take it", "f"), True), (Expected("yaml-tag", 2, 3, "", "f"), False),
            (Expected("yaml-tag", 1, None, "", "f"), False), (Expected("yaml-tag", 2, None, "an anchor", "f"), False),
            (Expected("yaml-anchor", 2, None, "", "f"), False), (Expected("yaml-tag", 2, None, "", "g"), False),
        ],
    )  # fmt: skip
    def test_compares(self, expected: Expected, agrees: bool) -> None:
        assert (disagreements([expected], (self.here, self.aside)) == []) is agrees

    def test_wants_each_error_listed_and_each_listed_one_found(self) -> None:
        one, words = Expected("yaml-tag", 2, None, "", "f"), Expected("yaml-tag", 2, None, "take it", "f")
        assert len(disagreements([], (self.here,))) == 1
        assert len(disagreements([one, one], (self.here,))) == 1
        assert len(disagreements([one], (self.here, self.again))) == 1
        assert disagreements([one, one], (self.here, self.again)) == []
        assert disagreements([one, words], (self.here,)) == []
        assert disagreements([one, words], (self.here, self.again)) == []
