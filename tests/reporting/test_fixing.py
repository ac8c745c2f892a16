"""`--fix` and `--diff` make only certain corrections, leave everything else to the author, and damage no file."""

import io
import json
import sys
from pathlib import Path

import pytest

from parlour.base.diagnostics import Diagnostic, Fix, SourceEdit, respelling
from parlour.base.place import shipped
from parlour.base.source import Source, Span
from parlour.reporting.fixing import ROUNDS, Corrected, correct, corrected_once, save
from parlour.terminal.files import FileError
from scaffold.files import write
from scaffold.terminal import run

pytestmark = pytest.mark.usefixtures("home")

HEAD = "rule: house\ntitle: House\nfor: ladder\ntext: x\n"

# The mistake, and its correction.
OLD = "# parlour: ignore[hidden-name] because x"
CERTAIN = {
    "a procedure": ('powers: {7: {then: "drwa(p)"}}', 'powers: {7: {then: "draw(p)"}}'),
    "a key": ('power:\n  7: {then: "draw(p)"}', 'powers:\n  7: {then: "draw(p)"}'),
    "a key below another": ('powers:\n  7: {thenn: "draw(p)"}', 'powers:\n  7: {then: "draw(p)"}'),
    "a word of a list": ("status: expermental", "status: experimental"),
    "a rule": ("advises: [sevens-wihs]", "advises: [sevens-wish]"),
    "a comma in a text": ("functions: {f(p): max(1, 2), g(p): 1}", 'functions: {f(p): "max(1, 2)", g(p): 1}'),
    "bounds": ("options:\n  n: {type: int, in: 5..1, default: 2, text: x}",
               "options:\n  n: {type: int, in: 1..5, default: 2, text: x}"),
    "yes": ("options:\n  b: {type: bool, default: yes, text: x}",
            "options:\n  b: {type: bool, default: true, text: x}"),
    "a comparison": ("functions:\n  f(p): p = p", "functions:\n  f(p): p == p"),
    "a colon": ("procedures:\n  f(p): |\n    if p == p\n      draw(p)",
                "procedures:\n  f(p): |\n    if p == p:\n      draw(p)"),
    "else if": ("procedures:\n  f(p): |\n    if p == p: draw(p)\n    else if p != p: draw(p)",
                "procedures:\n  f(p): |\n    if p == p: draw(p)\n    elif p != p: draw(p)"),
    "a clause": ("may:\n  lay(p, c):\n    top: {allow: c.rank == 7}",
                 "may:\n  lay(p, c):\n    top: {allow: c.rank == 7, despite: [order]}"),
    "a clause in lines": ("may:\n  lay(p, c):\n    top:\n      allow: c.rank == 7",
                          "may:\n  lay(p, c):\n    top:\n      allow: c.rank == 7\n      despite: [order]"),
    "an old comment": (f"functions:\n  {OLD}\n  f(p): 1", "functions:\n  f(p): 1"),
    "an old comment behind": (f"functions:\n  f(p): 1  {OLD}", "functions:\n  f(p): 1"),
}  # fmt: skip


@pytest.mark.one_in(2)
@pytest.mark.parametrize("name", CERTAIN)
def test_what_is_certain_is_corrected(name: str) -> None:
    wrong, right = CERTAIN[name]
    path = write("house.yaml", f"{HEAD}{wrong}\n")
    shown = run("check", str(path), "--diff")
    assert path.read_text(encoding="utf-8") == f"{HEAD}{wrong}\n"
    printed = run("check", str(path), "--fix")
    assert path.read_text(encoding="utf-8") == f"{HEAD}{right}\n"
    assert "corrected 1 finding in house.yaml" in printed.err
    assert shown.out.startswith("--- house.yaml\n+++ house.yaml (fixed)\n@@")
    assert "--fix would correct 1 finding" in shown.err
    assert run("check", str(path), "--diff").err.endswith("nothing to fix\n")


def test_one_fix_reveals_another() -> None:
    path = write("house.yaml", HEAD + 'power:\n  7: {thenn: "drwa(p)"}\n')
    printed = run("check", str(path), "--fix")
    assert path.read_text(encoding="utf-8") == HEAD + 'powers:\n  7: {then: "draw(p)"}\n'
    assert "corrected 3 findings" in printed.err


KNOWN = ("draw", "drum", "hands", "stock", "pile", "pips", "a-long-name")


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("drwa", "draw"),
        ("stok", "stock"),
        ("a_long_nmae", "a-long-name"),
        ("pi", None),  # too short
        ("drxm", "drum"),
        ("drax", "draw"),
        ("pipe", None),  # `pile` or `pips`
        ("deck", None),
        ("long", None),  # only a part of a name
    ],
)
def test_a_misspelt_word_is_corrected_only_without_doubt(word: str, meant: str | None) -> None:
    source = Source("x.yaml", f"f({word})")
    fixes = respelling(word, KNOWN, Span(source, 2, 2 + len(word)))
    assert [edit.text for fix in fixes for edit in fix.edits] == ([] if meant is None else [meant])


def test_a_word_that_is_written_otherwise_is_left_alone() -> None:
    source = Source("x.yaml", '"dr\\x77a"')
    assert respelling("drwa", KNOWN, Span(source, 0, len(source.text))) == ()


SOURCE = Source("x.yaml", "one two three\n")


def finding(*edits: tuple[int, int, str], more: tuple[Fix, ...] = ()) -> Diagnostic:
    fix = Fix("?", tuple(SourceEdit(Span(SOURCE, start, end), text) for start, end, text in edits))
    return Diagnostic("type", str(edits), Span(SOURCE, 0, 1), fixes=(fix, *more))


@pytest.mark.parametrize(
    ("findings", "text", "count"),
    [
        ([finding((0, 3, "1")), finding((8, 13, "3"))], "1 two 3\n", 2),
        ([finding((0, 7, "1")), finding((4, 13, "3"))], "1 three\n", 1),  # they overlap
        ([finding((4, 4, "a")), finding((4, 4, "b"))], "one atwo three\n", 1),  # at one place
        ([finding((0, 3, "1"), (8, 13, "3")), finding((9, 10, "x"))], "1 two 3\n", 1),  # all edits of a fix, or none
        ([finding((0, 3, "1")), finding((0, 3, "1"))], "1 two three\n", 1),  # the same
        ([finding((0, 3, "")), finding((3, 4, ""))], "two three\n", 2),  # side by side
    ],
)
def test_fixes_that_overlap_wait_for_the_next_round(findings: list[Diagnostic], text: str, count: int) -> None:
    (one,) = corrected_once(findings)
    assert (one.text, one.count) == (text, count)


def test_a_choice_between_fixes_is_left_to_the_author() -> None:
    assert corrected_once([finding((0, 3, "1"), more=(Fix("?", ()),))]) == ()


def test_fixes_that_go_round_in_circles_end() -> None:
    rounds: list[str] = []

    def again(texts: object) -> tuple[Diagnostic, ...]:
        rounds.append(str(texts))
        return (finding((0, 3, "1")),)

    (one,), _ = correct((finding((0, 3, "1")),), again)
    assert len(rounds) == ROUNDS
    assert one.text == "1 two three\n"


def test_shipped_rulesets_and_typed_text_are_left_alone() -> None:
    for source in (
        Source(str(shipped("rulesets") / "eights" / "frame.yaml"), "one"),
        Source("--set x=1", "one", outside=True),
        Source("<stdin>", "one"),
    ):
        fix = Fix("?", (SourceEdit(Span(source, 0, 3), "1"),))
        assert corrected_once([Diagnostic("type", "?", Span(source, 0, 3), fixes=(fix,))]) == ()


class TestFiles:
    wrong = HEAD + 'powers:\n  7: {then: "drwa(p)"}\n'
    right = wrong.replace("drwa", "draw")

    def test_line_ends_and_marks_stay(self) -> None:
        path = Path("house.yaml")
        path.write_bytes(b"\xef\xbb\xbf" + self.wrong.replace("\n", "\r\n").encode())
        path.chmod(0o640)
        run("check", str(path), "--fix")
        assert path.read_bytes() == b"\xef\xbb\xbf" + self.right.replace("\n", "\r\n").encode()
        assert path.stat().st_mode & 0o777 == 0o640

    def test_a_read_only_file_is_not_written(self) -> None:
        path = write("house.yaml", self.wrong)
        path.chmod(0o444)
        printed = run("check", str(path), "--fix")
        assert (printed.code, path.read_text(encoding="utf-8")) == (2, self.wrong)
        assert "house.yaml is read-only" in printed.err

    def test_a_file_that_changed_meanwhile_is_not_written(self) -> None:
        path = write("house.yaml", self.wrong)
        one = Corrected(Source("house.yaml", self.wrong), self.right, 1)
        write("house.yaml", self.wrong + "# more\n")
        with pytest.raises(FileError, match="has changed since the check"):
            save(one)
        path.unlink()
        with pytest.raises(FileError, match="has changed"):
            save(one)

    def test_what_is_ignored_or_not_selected_is_not_fixed(self) -> None:
        text = HEAD + "functions:\n  f(p): 1  # parlour: ignore[hidden-name] because x\n"
        path = write("house.yaml", text)
        run("check", str(path), "--fix", "--ignore", "ignore-unused")
        assert path.read_text(encoding="utf-8") == text

    def test_standard_input_is_refused(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(sys, "stdin", io.StringIO(self.wrong))
        printed = run("check", "-", "--fix")
        assert (printed.code, printed.out) == (2, "")
        assert "need files, not standard input" in printed.err

    def test_fixes_are_in_the_data(self) -> None:
        (found,) = json.loads(run("check", str(write("house.yaml", self.wrong)), "--json").out)
        (fix,) = found["fixes"]
        assert fix["message"] == "write `draw`"
        (edit,) = fix["edits"]
        assert (edit["at"]["line"], edit["at"]["text"], edit["text"]) == (6, "drwa", "draw")
