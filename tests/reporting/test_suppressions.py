"""Comments in a ruleset that ignore findings: their places, their parts, and findings about them."""

from __future__ import annotations

import pytest

from parlour.base.diagnostics import Diagnostic
from parlour.base.source import Source, Span
from parlour.reporting.suppressions import comments, sift
from scaffold.files import write
from scaffold.terminal import run

BECAUSE = "because we know"


def at(text: str, word: str, code: str = "unread", severity: str = "warning") -> Diagnostic:
    """A finding at a word of a text."""
    source = Source("house.yaml", text)
    start = text.index(word)
    assert severity in ("warning", "note", "error")
    return Diagnostic(code, "?", Span(source, start, start + len(word)), severity)  # type: ignore[arg-type]  # asserted


def is_ignored(d: Diagnostic) -> bool:
    return len(sift([d], [], ()).ignored) == 1


PLACES = {
    "the end of the line": f"a:\n  spare: 1  # parlour: ignore[unread] {BECAUSE}\n",
    "the line above": f"a:\n  # parlour: ignore[unread] {BECAUSE}\n  spare: 1\n",
    "above, with other comments and a blank line": f"a:\n  # parlour: ignore[unread] {BECAUSE}\n  # x\n\n  spare: 1\n",
    "above, among others": f"# parlour: ignore[unread] {BECAUSE}\n# parlour: ignore[proceed] {BECAUSE}\nspare: 1\n",
    "one of several codes": f"spare: 1  # parlour: ignore[proceed, unread] {BECAUSE}\n",
    "little space": f"spare: 1 #parlour:ignore[unread] {BECAUSE}\n",
    "steps": f"a: |\n  x = 1\n  spare = 2  # parlour: ignore[unread] {BECAUSE}\n",
    "steps, above": f"a: |\n  x = 1\n  # parlour: ignore[unread] {BECAUSE}\n  spare = 2\n",
    "above steps": f"# parlour: ignore[unread] {BECAUSE}\nspare: |\n  x = 1\n",
    "the first line of steps": f"spare: |  # parlour: ignore[unread] {BECAUSE}\n  x = 1\n",
    "the first line of a folded text": f"spare: >-  # parlour: ignore[unread] {BECAUSE}\n  x = 1\n",
    "behind quotes": f"a: 'it # is'\nspare: 'it''s'  # parlour: ignore[unread] {BECAUSE}\n",
    "Windows' line ends": f"a: 1\r\nspare: 1  # parlour: ignore[unread] {BECAUSE}\r\n",
}
ELSEWHERE = {
    "another line": f"a: 1  # parlour: ignore[unread] {BECAUSE}\nspare: 1\n",
    "below": f"spare: 1\n# parlour: ignore[unread] {BECAUSE}\n",
    "two lines above": f"# parlour: ignore[unread] {BECAUSE}\na: 1\nspare: 1\n",
    "another code": f"spare: 1  # parlour: ignore[proceed] {BECAUSE}\n",
    "a quoted text": f'spare: "x # parlour: ignore[unread] {BECAUSE}"\n',
    "a folded text": f"a: >-\n  spare # parlour: ignore[unread] {BECAUSE}\n",
    "no reason": "spare: 1  # parlour: ignore[unread]\n",
}


@pytest.mark.parametrize("place", PLACES)
def test_a_comment_ignores_a_finding(place: str) -> None:
    assert is_ignored(at(PLACES[place], "spare"))


@pytest.mark.parametrize("place", ELSEWHERE)
def test_a_comment_elsewhere_does_not(place: str) -> None:
    assert not is_ignored(at(ELSEWHERE[place], "spare"))


def test_errors_stay() -> None:
    text = f"spare: 1  # parlour: ignore[proceed] {BECAUSE}\n"
    assert is_ignored(at(text, "spare", "proceed"))
    assert not is_ignored(at(text, "spare", "proceed", "error"))


@pytest.mark.parametrize(
    ("comment", "message", "help"),
    [
        ("ignore[unread]", "this comment gives no reason", "because REASON"),
        ("ignore[unread] because", "this comment gives no reason", "because REASON"),
        ("ignore[unread] since I say so", "this comment gives no reason", "because REASON"),
        ("ignore[] because I say so", "this comment names no code", "ignore[CODE]"),
        ("ignore unread because I say so", "unknown `parlour:` comment", "ignore[CODE]"),
        ("off", "unknown `parlour:` comment", "ignore[CODE]"),
        ("ignore[unraed] because I say so", "unknown code `unraed`", "did you mean `unread`?"),
        ("ignore[type] because I say so", "`type` is an error, and comments can't ignore errors", "correct the error"),
    ],
)
def test_an_invalid_comment_is_reported(comment: str, message: str, help: str) -> None:
    source = Source("house.yaml", f"a: 1  # parlour: {comment}\n")
    (d,) = sift([], [source], ()).reported
    assert (d.code, d.severity, d.message) == ("ignore-invalid", "warning", message)
    assert help in (d.help or "")
    assert d.span is not None
    assert (d.span.line, d.span.column) == (1, 7)


def test_a_comment_that_ignores_nothing_is_reported_if_its_code_was_looked_for() -> None:
    text = f"a: 1  # parlour: ignore[proceed, unread] {BECAUSE}\nspare: 1\n"
    source, found = Source("house.yaml", text), at(text, "a", "unread")
    assert [d.code for d in sift([], [source], ["unread", "proceed"]).reported] == ["ignore-unused"] * 2
    (d,) = sift([found], [source], ["unread", "proceed"]).reported
    assert (d.severity, "no finding `proceed`" in d.message) == ("note", True)
    assert sift([found], [source], ["unread"]).reported == ()
    assert [d.code for d in sift([at(text, "a", "type", "error")], [source], ["unread"]).reported] == ["type"]


def test_ordinary_comments_are_left_alone() -> None:
    text = "# Try it with Parlour: it works.\na: 1  # parlour check ./house.yaml\n"
    assert comments(Source("house.yaml", text)) == ((), ())


@pytest.mark.usefixtures("home")
def test_check_counts_what_is_ignored() -> None:
    head = "rule: house\ntitle: House\nfor: ladder\ntext: x\noptions:\n"
    option = "  spare: {type: bool, default: false, text: x}"
    path = str(write("house.yaml", f"{head}{option}  # parlour: ignore[unread] {BECAUSE}\n"))
    printed = run("check", path)
    assert (printed.code, printed.out) == (0, "checked 1 rule: all is well (1 finding ignored)\n")
    assert run("check", path).out == printed.out  # from the cache
    assert run("check", path, "--strict", "--ignore", "rule-without-examples").code == 0
    write("house.yaml", f"{head}{option}\n")
    assert run("check", path).code == 1
