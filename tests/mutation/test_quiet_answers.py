"""Suggested examples of games in which players can answer quietly."""

import textwrap
from pathlib import Path

import pytest

from scaffold.files import write
from scaffold.terminal import run

TENS = """\
rule: tens
title: Tens
for: slap-games
text: Slap a ten.
may:
  slap(p):
    ten: {allow: pile.top.rank == 10, despite: [pattern]}
examples:
  - name: a nine isn't worth a slap
    in: egyptian-ratscrew
    without: [doubles, sandwich]
    players: 2
    given: {pile: 7♦ 5♦, stack 1: 9♣ 7♠, stack 2: 3♣ 3♦, to move: 1}
    moves: ["1: turn over"]
    then: {asked: react, would be wrong: [slap]}
"""


RESTS = """\
frame: rests
title: Rests
extends: table
text: Take two steps. After a long one you can rest.
players: 2
deck: {pack: 52, each: game}
endings: {done: it is over}
state:
  way: {type: int, each: game, seen: everybody, text: way so far}
prompts:
  go(p): |
    one: way += 1
    two: way += 2
  pause(p): |
    rest quiet: nothing
stages:
  game: |
    ask go(next(first()))
    if way > 1: ask pause(first())
    champions = [first()]
    end game as done
functions:
  first(): the q in players
examples:
  - name: a short way
    in: resting
    moves: ["2: one"]
    then: {over: true, way: 1}
"""
RESTING = "game: resting\ntitle: Resting\nextends: rests\n"


def test_an_example_with_the_quiet_answer_is_not_suggested(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the mutant there is one more question, but examples answer it by themselves."""
    monkeypatch.chdir(tmp_path)
    write(tmp_path / "resting.yaml", RESTING)
    frame = write(tmp_path / "rests.yaml", RESTS)
    said = run("mutate", str(frame), "--only", "drop-condition", "--jobs", "1").out
    assert "[survived]" in said
    assert "difference: " in said
    assert "current rules are right" not in said


def test_a_suggested_example_leaves_quiet_answers_out_and_passes(tmp_path: Path) -> None:
    rule = tmp_path / "tens.yaml"
    rule.write_text(TENS, encoding="utf-8")
    said = run("mutate", str(rule), "--only", "drop-clause", "--jobs", "1").out
    example = said.partition("current rules are right:\n")[2].partition("\n\n")[0]
    assert "turn over" in example
    assert ": wait" not in example
    pasted = textwrap.indent(textwrap.dedent(example).replace("name: …", "name: a ten is"), "  ")
    rule.write_text(TENS + pasted, encoding="utf-8")
    assert run("test", str(rule)).out == "2 examples: all passed\n"
