"""Findings as SARIF and as GitHub annotations, and standard input under the name of a file."""

import io
import json
import sys
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from parlour.base.diagnostics import Diagnostic, Fix, Related, SourceEdit
from parlour.base.source import Source, Span
from parlour.reporting.formats import log, workflow_commands
from parlour.reporting.suppressions import Ignored, comments
from scaffold.files import write
from scaffold.terminal import run

SCHEMAS = Path(__file__).parents[1] / "sarif"
STANDARD = json.loads((SCHEMAS / "sarif-schema-2.1.0.json").read_text(encoding="utf-8"))
WRITTEN = json.loads((SCHEMAS / "written.schema.json").read_text(encoding="utf-8"))
TEXT = "title: Zwölf, 100 %: alle\nuses: [a, a]  # parlour: ignore[unread] because we know\n"
SOURCE = Source("my rules/zwölf.yaml", TEXT)


def span(word: str, nth: int = 0) -> Span:
    start = -1
    for _ in range(nth + 1):
        start = TEXT.index(word, start + 1)
    return Span(SOURCE, start, start + len(word))


FIX = Fix("remove the second one", (SourceEdit(span(", a"), ""), SourceEdit(span("alle"), "alles")))
FOUND = (
    Diagnostic("schema-value", "duplicate `a`,\r\n100 % sure", span("a]"), related=(Related(span("a,"), "the first"),),
               help="remove it", fixes=(FIX,)),
    Diagnostic("unread", "nobody reads it", Span(SOURCE, 0, TEXT.index("uses") + 4), "warning"),
    Diagnostic("check-goes-with", "works in `x`", severity="note"),
    Diagnostic("option-value", "too many", Span(Source("--set n=99", "n=99", outside=True), 0, 4)),
    Diagnostic("unread", "elsewhere", Span(Source("/tmp/a b.yaml", "x"), 0, 1), "warning"),
)  # fmt: skip
IGNORED = (Ignored(Diagnostic("unread", "ignored", span("uses"), "warning"), comments(SOURCE)[0][0]),)


def check_sarif(data: Any) -> None:
    """Check a log against the schema of the standard, and against that of what Parlour writes."""
    jsonschema.validate(data, STANDARD, jsonschema.Draft7Validator)
    jsonschema.validate(data, WRITTEN, jsonschema.Draft202012Validator)


class TestSarif:
    run: Any = log(FOUND, IGNORED, "1.0")["runs"][0]  # type: ignore[index]  # it is JSON data

    def test_it_is_valid(self) -> None:
        whole = log(FOUND, IGNORED, "1.0")
        check_sarif(whole)
        check_sarif(log((), (), "1.0"))
        assert json.loads(json.dumps(whole)) == whole

    def test_the_schema_of_the_standard_notices_mistakes(self) -> None:
        jsonschema.Draft7Validator.check_schema(STANDARD)
        wrong = json.loads(json.dumps(log(FOUND, IGNORED, "1.0")))
        wrong["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["region"]["startLine"] = 0
        with pytest.raises(jsonschema.ValidationError, match="0 is less than the minimum of 1"):
            jsonschema.validate(wrong, STANDARD, jsonschema.Draft7Validator)

    def test_every_rule_is_there_once_with_its_page(self) -> None:
        rules = self.run["tool"]["driver"]["rules"]
        assert sorted(rule["id"] for rule in rules) == ["check-goes-with", "option-value", "schema-value", "unread"]
        for result in self.run["results"]:
            assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
        levels = {rule["id"]: rule["defaultConfiguration"]["level"] for rule in rules}
        assert levels["unread"] == "warning"
        (unread,) = [rule for rule in rules if rule["id"] == "unread"]
        assert "## Wrong" in unread["help"]["markdown"]

    def test_places_count_characters(self) -> None:
        first = self.run["results"][0]
        (location,) = first["locations"]
        physical = location["physicalLocation"]
        assert physical["artifactLocation"]["uri"] == "my%20rules/zw%C3%B6lf.yaml"
        assert physical["region"] == {"startLine": 2, "startColumn": 11, "endLine": 2, "endColumn": 13}
        assert self.run["columnKind"] == "unicodeCodePoints"
        assert first["message"]["text"].endswith("\nhelp: remove it")
        (there,) = first["relatedLocations"]
        assert there["message"]["text"] == "the first"
        assert there["physicalLocation"]["region"]["startColumn"] == 8

    def test_what_is_in_no_file_has_no_place(self) -> None:
        assert [("locations" in result) for result in self.run["results"]] == [True, True, False, False, True, True]
        uri = self.run["results"][4]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
        assert uri == "file:///tmp/a%20b.yaml"

    def test_fixes_and_ignored_findings(self) -> None:
        (fix,) = self.run["results"][0]["fixes"]
        (change,) = fix["artifactChanges"]
        assert [r["insertedContent"]["text"] for r in change["replacements"]] == ["", "alles"]
        (suppression,) = self.run["results"][-1]["suppressions"]
        assert suppression["justification"] == "we know"
        assert suppression["location"]["physicalLocation"]["region"]["startLine"] == 2
        assert all("suppressions" not in result for result in self.run["results"][:-1])


def test_annotations_are_one_line_each_and_escaped() -> None:
    assert list(workflow_commands(FOUND)) == [
        "::error file=my rules/zwölf.yaml,line=2,endLine=2,col=11,endColumn=13,title=schema-value::"
        "duplicate `a`,%0D%0A100 %25 sure%0Amy rules/zwölf.yaml:2:8: the first%0Ahelp: remove it",
        "::warning file=my rules/zwölf.yaml,line=1,endLine=2,title=unread::nobody reads it",
        "::notice title=check-goes-with::works in `x`",
        "::error title=option-value::too many",
        "::warning file=/tmp/a b.yaml,line=1,endLine=1,col=1,endColumn=2,title=unread::elsewhere",
    ]
    odd = Diagnostic("type", "?", Span(Source("a,b:c%.yaml", "x"), 0, 1))
    assert next(workflow_commands([odd])).startswith("::error file=a%2Cb%3Ac%25.yaml,line=1")


@pytest.mark.usefixtures("home")
class TestTheCommand:
    wrong = 'rule: wrong\ntitle: Wrong\nfor: ladder\ntext: x\npowers:\n  7: {then: "drow(p)"}\n'

    def test_each_format_has_the_same_findings(self) -> None:
        path = str(write("wrong.yaml", self.wrong))
        found = json.loads(run("check", path, "--format", "sarif").out)
        check_sarif(found)
        (result,) = found["runs"][0]["results"]
        printed = run("check", path, "--format", "github")
        assert (result["ruleId"], printed.code) == ("unknown-name", 1)
        assert printed.out.startswith("::error file=wrong.yaml,line=6,")
        assert printed.out.count("\n") == 1
        assert run("check", "climb", "--format", "github").out == ""

    def test_an_unknown_format_is_refused(self) -> None:
        printed = run("check", "climb", "--format", "githup")
        assert printed.code == 2
        assert "did you mean `github`?" in printed.err

    def test_standard_input_under_the_name_of_a_file(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(sys, "stdin", io.StringIO(self.wrong))
        assert "<stdin>:6:14: error: unknown procedure `drow`" in run("check", "-").out
        Path("house").mkdir()
        write("house/frame.yaml", "frame: mine\ntitle: Mine\nextends: ladder\n")
        write("house/game.yaml", "game: saved\ntitle: As it was saved\nextends: nowhere\n")
        monkeypatch.setattr(sys, "stdin", io.StringIO("game: typed\ntitle: As it is typed\nextends: ./frame.yaml\n"))
        assert run("check", "-", "--stdin-name", "house/game.yaml").out == "checked 1 game: all is well\n"
        monkeypatch.setattr(sys, "stdin", io.StringIO("game: typed\ntitle: T\nextends: ./fram.yaml\n"))
        printed = run("check", "-", "--stdin-name", "house/game.yaml")
        assert printed.out.startswith("house/game.yaml:3:10: error: no such file: house/fram.yaml")
        assert "nowhere" in run("check", "house/game.yaml").out  # from the file

    def test_a_name_for_standard_input_needs_standard_input(self) -> None:
        printed = run("check", "climb", "--stdin-name", "x.yaml")
        assert (printed.code, printed.out) == (2, "")
        assert "`--stdin-name` needs `-`" in printed.err
