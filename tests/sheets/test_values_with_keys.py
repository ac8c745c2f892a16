"""A value with several keys is named with all of them, on a sheet and in an argument."""

from pathlib import Path

from scaffold.terminal import run

RULE = """\
rule: memory
title: Memory
for: eights
text: Everybody remembers who played each rank last.
state:
  last(player, rank): {type: player or none, each: hand, seen: everybody, text: saw a card of}
when:
  after play(p, c): last(next(p), c.rank) = p
examples:
  - name: the next player remembers the seven
    in: crazy-eights
    given: {pile: 9♦, hand 1: 7♦ K♠, hand 2: 4♣ 6♠, last 2 4: 1, to move: 1}
    moves: ["1: play 7♦"]
    then: {last 2 7: 1, last 2 4: 1}
    shown: true
"""


def test_all_keys_are_named(tmp_path: Path) -> None:
    path = tmp_path / "memory.yaml"
    path.write_text(RULE, encoding="utf-8")
    sheet = run("rules", "crazy-eights", "--with", str(path)).out
    assert "seat 2: saw a card of 4" in sheet
    assert "seat 2: saw a card of 7" in sheet
