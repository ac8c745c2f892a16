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


BROKEN = """rule: bad
title: Bad
for: eights
text: T.
needs: [last-card-call]
powers:
  9: {then: again = true}
examples:
"""
EXAMPLE = "  - {{name: {name}, in: crazy-eights{more}, given: {{pile: 5♣, hand 1: 3♣, to move: 1}}, then: {{to move: 1}}}}\n"


def test_the_errors_of_a_mix_are_reported_once(tmp_path: Path) -> None:
    """Not for each example that is played in it."""
    cases = [("one", ""), ("two", ""), ("three", ", with: [jack-skip]"), ("four", ", with: [jack-skip]")]
    rule = tmp_path / "bad.yaml"
    rule.write_text(BROKEN + "".join(EXAMPLE.format(name=n, more=m) for n, m in cases), encoding="utf-8")
    for command in ("check", "test"):
        told = run(command, str(rule)).out
        assert told.count("`bad` needs `last-card-call`, which is not in this mix") == 1
        assert told.count("no rule `jack-skip`") == 1
    assert "4 examples: 4 failed" in told
