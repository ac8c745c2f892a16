"""The pages about the language and its findings are complete, and their statements about odd cases hold."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bad_cases import expected
from parlour.examples import render, run_examples
from parlour.lang import types, vocabulary
from parlour.lang.crowding import MANY
from parlour.lang.grammar import keywords
from parlour.schema.validation import ruleset_schema
from parlour.table.faults import STEPS

HERE = Path(__file__).parent
DOCS = HERE.parent / "docs"
PAGE = (DOCS / "language.md").read_text(encoding="utf-8")
FINDINGS = (DOCS / "findings.md").read_text(encoding="utf-8")
FENCES = re.findall(r"^```\w+\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
SPANS = re.findall(r"`([^`\n]+)`", PAGE)
CODE = "\n".join((*FENCES, *SPANS))


def keys(schema: Any) -> Iterator[str]:
    """Return every key that a document can have, at any depth."""
    if isinstance(schema, dict):
        yield from schema.get("properties", {})
        for part in schema.values():
            yield from keys(part)
    elif isinstance(schema, list):
        for part in schema:
            yield from keys(part)


def in_code(word: str) -> bool:
    return re.search(rf"(?<![\w-]){word}(?![\w-])", CODE) is not None


def test_every_key_of_a_document_is_named() -> None:
    assert {key for key in keys(ruleset_schema()) if not in_code(key)} == set()


def test_every_word_and_sign_of_the_grammar_is_named() -> None:
    lacking = {word for word in keywords() if not (in_code(word) if word.isalpha() else word in CODE)}
    assert not lacking, f"docs/language.md shows no use of {lacking}"


def test_every_name_that_always_exists_is_named() -> None:
    assert {name for name in vocabulary.TABLE_NAMES if name not in SPANS} == set()
    lacking = {name for name in vocabulary.FUNCTIONS if not any(s.startswith(f"{name}(") for s in SPANS)}
    assert not lacking, f"docs/language.md doesn't describe {lacking}"
    assert {name for name in types.SIMPLE if name not in SPANS} == set()


def test_every_code_of_an_error_is_explained() -> None:
    cases = [case for folder in (HERE / "bad").iterdir() for case in sorted(folder.iterdir())]
    codes = {mark.code for case in cases for mark in expected(case)}
    assert {code for code in codes if f"`{code}`" not in FINDINGS} == set()


def test_the_limits_are_those_of_the_engine() -> None:
    words = " ".join(PAGE.split())
    assert f"{STEPS:,} steps" in words
    assert f"more than {MANY:,} choices" in words


ODD_FRAME = """\
frame: odd-cases
title: Odd cases
extends: table
players: 2..3
deck: {pack: 52, ace: high, each: game}
zones:
  hand(player): {seen: owner}
  stock: {ordered: true}
  row: {columns: 3, seen: everybody}
state:
  asked(player, rank): {type: bool, each: game, seen: everybody}
  after: {type: player, each: game}
  least-cards: {type: cards, each: game}
  up: {type: player, each: game}
stages:
  game: |
    up = players.first
    resume here with up as first
    ask act(up)
    resume here with up
    ask together p in players:
      include act(p)
      nod: nothing
    champions = players
prompts:
  act(p): |
    "what do you do?"
    tell "tell {q} about it" for q in playing where q != p: nothing
    lay for c in hand(p): move c to row
    lowest: least-cards = those c in hand(p) with least pips(c.rank)
    leave:
      for q in playing: q leaves game
      after = next(p)
    gift for c in hand(p) does hand_over([c], up)
procedures:
  hand_over(p, cs, q): move cs to hand(next(q))
"""

ODD_GAME = """\
game: odd-game
title: Odd cases
extends: ./frame.yaml
prompts:
  act(p): |
    instead lay "put {c} down" for c in hand(p): move c to row
    wait: nothing
examples:
  - name: a player in a notation is a seat, and any words of a line that was seen will do
    given: {hand 1: 2♣ 3♦, hand 2: 4♣, asked 2 K: true, to move: 1 at first}
    moves: ["1: tell 2 about it"]
    then: {asked 2 K: true, 1 saw: ["tell seat 2"], 2 saw: ["1: tell seat 2 about it"]}
  - name: the beginning of a move will do, and a replaced action keeps its place
    given: {hand 1: 2♣, hand 2: 4♣, to move: 1 at first}
    moves: ["1: put"]
    then: {row: 2♣}
  - name: without a place a card goes to the first free column
    given: {hand 1: 2♣, hand 2: 4♣, row: "9♥ - 8♥", to move: 1 at first}
    moves: ["1: put 2♣ down"]
    then: {row: 9♥ 2♣ 8♥}
  - name: the cards with the least
    given: {hand 1: 2♣ 2♦ 3♣, hand 2: 4♣, to move: 1 at first}
    moves: ["1: lowest"]
    then: {least-cards: 2♣ 2♦}
  - name: next is the player again when nobody is in
    given: {hand 1: 2♣, hand 2: 4♣, to move: 1 at first}
    moves: ["1: leave"]
    then: {after: 1}
  - name: the player who answers is put where does leaves out the first parameter
    given: {hand 1: 2♣, hand 2: 4♣, to move: 1 at first}
    moves: ["1: gift 2♣"]
    then: {hand 2: 2♣ 4♣}
"""

FULL_ROW = """\
in: ./game.yaml
examples:
  - name: a full zone with columns takes no card
    given: {hand 1: 2♣, hand 2: 4♣, row: 9♥ 7♥ 8♥, to move: 1 at first}
    moves: ["1: put 2♣ down"]
    then: {row size: 3}
"""


def test_odd_cases_are_as_the_page_says(tmp_path: Path) -> None:
    (tmp_path / "frame.yaml").write_text(ODD_FRAME, encoding="utf-8")
    (tmp_path / "game.yaml").write_text(ODD_GAME, encoding="utf-8")
    results = run_examples([tmp_path / "game.yaml"])
    assert all(result.passed for result in results), render(results)
    (tmp_path / "full.yaml").write_text(FULL_ROW, encoding="utf-8")
    [full] = run_examples([tmp_path / "full.yaml"])
    assert [finding.code for finding in full.problems] == ["example-fault"]
