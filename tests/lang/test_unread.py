"""`check` reports a class or an option that nothing reads: it has no effect, and usually a name is misspelt."""

from __future__ import annotations

from pathlib import Path

import pytest

from parlour.base.diagnostics import Diagnostic
from parlour.mixing.compiler import compile_ruleset
from three_ways import Small

FRAME = """
classes:
  hot: {of: rank, starts: [7], text: hot ranks}
state:
  x: {type: int}
functions:
  is_hot(c): c.rank in hot
"""


def found(folder: Path, sections: str) -> list[Diagnostic]:
    """Return the findings about a rule with these sections in a small game with the class `hot`."""
    game = Small(folder, "x = count c in box where is_hot(c)", FRAME).path
    rule = folder / "house.yaml"
    rule.write_text(f"rule: house\ntitle: House\ntext: It adds.\nfor: small\n{sections}", encoding="utf-8")
    return list(compile_ruleset(game, with_=[rule]).findings)


def test_a_misspelt_class_is_reported_with_the_right_one(tmp_path: Path) -> None:
    (wrong,) = found(tmp_path, "classes:\n  hott: [3]\n")
    assert (wrong.code, wrong.severity, wrong.message) == ("unread", "warning", "nothing uses the class `hott`")
    assert wrong.span is not None
    assert (wrong.span.text, wrong.help) == ("hott", "did you mean `hot`?")


@pytest.mark.parametrize(
    "sections",
    [
        "classes:\n  hot: [3]\n",
        "classes:\n  hot: {removes: [7]}\n",
        "classes:\n  cold: [3]\nwhen:\n  after begin: x = count c in pack where c.rank in cold\n",
        "classes:\n  cold: [3]\nfunctions:\n  is_hot(c): {when: c.rank in cold, is: false}\n",
        "classes:\n  cold: [3]\nfacets:\n  warm: {by: c, function: is_hot(c), takes: value}\n"
        "powers:\n  cold: {warm: true}\n",
    ],
)
def test_a_class_that_a_text_reads_is_not(tmp_path: Path, sections: str) -> None:
    assert [d for d in found(tmp_path, sections) if d.code == "unread"] == []


def test_a_name_that_only_prose_uses_is_not_read(tmp_path: Path) -> None:
    sections = "classes:\n  hott: [3]\nstate:\n  y: {type: int, text: hott cards}\nwhen:\n  after begin: y = 1\n"
    assert [d.message for d in found(tmp_path, sections)] == ["nothing uses the class `hott`"]


OPTION = "options:\n  many: {type: int, in: 1..3, default: 2, text: how many}\n"


def test_an_option_that_nothing_reads_is_reported(tmp_path: Path) -> None:
    (wrong,) = found(tmp_path, OPTION)
    assert (wrong.code, wrong.message) == ("unread", "nothing uses the option `many`")


@pytest.mark.parametrize("name", ["options.many", "options.house.many"])
def test_an_option_that_a_text_reads_is_not(tmp_path: Path, name: str) -> None:
    assert found(tmp_path, f"{OPTION}when:\n  after begin: x += {name}\n") == []


MARK = "marks:\n  payer: {type: player or none, inside: box}\n"


def test_a_mark_that_nothing_reads_is_reported(tmp_path: Path) -> None:
    (wrong,) = found(tmp_path, MARK)
    assert (wrong.code, wrong.severity, wrong.message) == ("unread", "warning", "nothing uses the mark `payer`")
    assert wrong.span is not None
    assert (wrong.span.text, wrong.help) == ("payer", "use it, as in `c.payer`, or remove it")


def test_a_mark_that_play_itself_reads_is_not(tmp_path: Path) -> None:
    guise = "marks:\n  stands-for: {type: card or none, guise: true, inside: box}\n"
    assert [d for d in found(tmp_path, guise) if d.code == "unread"] == []


def test_a_mark_that_a_text_reads_is_not(tmp_path: Path) -> None:
    used = "when:\n  after begin:\n    x += count c in box where c.payer is none\n"
    assert [d for d in found(tmp_path, MARK + used) if d.code == "unread"] == []
