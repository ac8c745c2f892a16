"""Functions that only a policy needs: they are no parts that examples exercise, and have no mutants."""

from __future__ import annotations

from pathlib import Path

from parlour.coverage.reading import items_of
from parlour.library.loading import load
from parlour.mixing.bot_functions import bot_functions
from parlour.mutation.mutants import Surroundings, mutants_of
from scaffold.files import write

RULE = """
rule: brave
title: Brave
for: eights
text: A test.
functions:
  is_brave(c): is_high(c) and c.suit == ♠
  is_high(c): pips(c.rank) > 9
  is_shared(c): pips(c.rank) > 8
  points(p): {instead: 3}
  is_lucky(c): c.suit == ♦
may:
  play(p, c):
    shared: {forbid: is_shared(c)}
policy:
  first:
    - play(p, c): is_brave(c) or is_shared(c) or points(p) > 2
  odds: {draw: 1 in 12 if is_low()}
"""
OTHER = """
rule: bold
title: Bold
for: eights
text: A test.
functions:
  is_brave(c): {instead: c.suit == ♥}
policy:
  first:
    - play(p, c): is_lucky(c)
"""


def test_functions_that_only_the_policy_reaches(tmp_path: Path) -> None:
    document, problems = load(write(tmp_path / "brave.yaml", RULE))
    assert document is not None, problems
    assert bot_functions([document]) == {"is_brave", "is_high"}
    names = {item.name for item in items_of(document, ()) if item.kind == "functions"}
    assert names == {"function is_shared", "function points", "function is_lucky"}
    mutants = mutants_of(document, Surroundings())
    lines = {mutant.place.line for mutant in mutants}
    assert {7, 8} & lines == set()
    assert 9 in lines


def test_functions_for_the_policies_of_other_documents(tmp_path: Path) -> None:
    documents = [load(write(tmp_path / f"{number}.yaml", text))[0] for number, text in enumerate((RULE, OTHER))]
    document, other = documents
    assert document is not None
    assert other is not None
    for_bots = bot_functions([document, other])
    assert for_bots == {"is_brave", "is_high", "is_lucky"}
    names = {item.name for item in items_of(document, for_bots) if item.kind == "functions"}
    assert names == {"function is_shared", "function points"}
    assert not any(item.kind == "functions" for item in items_of(other, for_bots))
