"""What `parlour check` says of a rule for the families that are shipped."""

from __future__ import annotations

from pathlib import Path

from play.terminal import run

HEAD = "rule: more\ntitle: More\nfor: rummy\ntext: More points.\nwhen:\n"


def said(path: Path, hook: str) -> str:
    path.write_text(HEAD + f"  {hook}\n", encoding="utf-8")
    return run("check", str(path)).out


def test_it_tells_the_mistake_and_not_what_the_bare_frame_lacks(tmp_path: Path) -> None:
    """The moment `settle` comes with a rule that the games of the family have and their frame has not."""
    rule = tmp_path / "more.yaml"
    assert said(rule, 'after settle(p, q, ours, theirs): "gain(p) += 1"').endswith("checked 1 rule: all is well\n")
    wrong = said(rule, 'after settle(p, q, ours, theirs): "gian(p) += 1"')
    assert "nothing is called `gian`" in wrong
    assert "did you mean `gain`?" in wrong
    assert "moment" not in wrong
    assert "did you mean `settle`?" in said(rule, 'after setle(p, q, ours, theirs): "gain(p) += 1"')
