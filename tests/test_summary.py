"""Summaries of ruleset files, read without the rest of the file."""

from pathlib import Path

import pytest

from parlour.base.place import shipped
from parlour.documents.composition import scalars
from parlour.library.description import Summary, read_summary
from parlour.library.loading import load

FAMILIES = sorted(path for path in shipped("rulesets").iterdir() if path.is_dir())
HEAD = "rule: r\ntitle: The title\nfor: [one, two]\ntext: What it does.\n"
SUMMARY = Summary("The title", "What it does.", (), ("one", "two"), None, None)


@pytest.mark.parametrize("family", FAMILIES, ids=lambda path: path.name)
def test_the_summary_is_what_the_whole_file_says(family: Path) -> None:
    for path in sorted(family.rglob("*.yaml")):
        document, _ = load(path)
        summary = read_summary(path)
        assert document is not None, path
        if document.kind == "examples":
            continue  # of the ruleset beside it
        assert summary is not None, path
        assert (summary.title, summary.text) == (document.title, document.text), path
        assert summary.wanted == tuple(s.value for s in scalars(document.node.get("for"))), path


@pytest.mark.parametrize(
    "text",
    [
        HEAD,
        HEAD.replace("\n", "\r\n"),
        "\ufeff" + HEAD,
        "# a comment\n---\n" + HEAD,
        "rule: r\npowers:\n  7:\n    text: no\n    title: neither\n" + HEAD.removeprefix("rule: r\n"),
        HEAD.replace("The title", "'The title'").replace("[one, two]", "\n  - one\n\n  - two  # more\n"),
        HEAD.replace("What it does.", ">-\n  What\n  it does.\n\n"),
        "{rule: r, title: The title, for: [one, two], text: What it does.}\n",
        HEAD + "powers:\n  7: {then: [\n",
    ],
)
def test_however_it_is_written(tmp_path: Path, text: str) -> None:
    path = tmp_path / "r.yaml"
    path.write_bytes(text.encode())
    assert read_summary(path) == SUMMARY


def test_other_names_and_what_it_extends(tmp_path: Path) -> None:
    path = tmp_path / "g.yaml"
    path.write_text("game: g\ntitle: G\nextends: f\nalso-called: [Gee, Jee]\n", encoding="utf-8")
    assert read_summary(path) == Summary("G", "", ("Gee", "Jee"), (), "f", None)


@pytest.mark.parametrize("data", [b"rule: r\ntitle: [\n", b"rule: r\ntitle: \xff\n", b"rule: r\nfor: f\n"])
def test_nothing_when_mistakes_are_in_the_way(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "r.yaml"
    path.write_bytes(data)
    assert read_summary(path) is None
    assert read_summary(tmp_path / "nothing.yaml") is None
