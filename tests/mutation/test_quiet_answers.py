"""Suggested examples of games in which players can answer quietly."""

from __future__ import annotations

import textwrap
from pathlib import Path

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
