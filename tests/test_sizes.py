"""Sizes have limits, which `check` reports at their lines; damaged saves are refused."""

import json

import pytest

import parlour

FRAME = """\
frame: sizes
title: Sizes
extends: table
text: Nothing happens.
players: 2
deck: {pack: 52, each: game}
stages:
  game: end game
"""
FITTING = [
    "deck: {pack: 52, jokers: 948, each: game}", "deck: {pack: 52, copies: 19, each: game}",
    "zones:\n  row: {columns: 200}",
]  # fmt: skip


def with_size(size: str) -> str:
    lines = FRAME.splitlines(keepends=True)
    if size.startswith("deck"):
        lines[5] = size + "\n"
        return "".join(lines)
    return FRAME + size + "\n"


@pytest.mark.parametrize("size", FITTING)
def test_a_game_starts_with_the_largest_sizes(size: str) -> None:
    documents = {"sizes.yaml": with_size(size), "game.yaml": "game: my-sizes\ntitle: My sizes\nextends: sizes\n"}
    assert parlour.load("my-sizes", documents=documents).start(seed=1).over


def clauses(count: int) -> str:
    lines = "".join(f"    c{n}: {{forbid: hand(p).size == {n}, says: no}}\n" for n in range(count))
    return f"rule: r\ntitle: R\nfor: eights\nmay:\n  play(p, c):\n{lines}"


LONG = {
    f"rule: {'r' * 101}\ntitle: R\nfor: eights\n": "`rule` has more than 100 characters",
    f"rule: r\ntitle: {'R' * 201}\nfor: eights\n": "`title` has more than 200 characters",
    f"rule: r\ntitle: R\nfor: eights\ntext: {'a ' * 10_000}b\n": "`text` has more than 20,000 characters",
    clauses(101): "`play(p, c)` has more than 100 clauses",
}


@pytest.mark.parametrize("text", LONG)
def test_check_reports_names_texts_and_sections_beyond_their_limits(text: str) -> None:
    assert [error.message for error in parlour.check(text, "long.yaml")] == [LONG[text]]


def test_check_accepts_names_and_texts_up_to_their_limits() -> None:
    text = f"rule: {'r' * 100}\ntitle: {'R' * 200}\nfor: eights\ntext: {'a ' * 9_999}b\n"
    assert parlour.check(text, "long.yaml") == ()


SLAP = """\
rule: slap-it
title: Slap it
for: eights
text: Others can slap the pile.
prompts:
  react(p): |
    slap "slap the pile": nothing
    wait quiet: next
when:
  after play(p, c): ask first react(q) for q in playing where q != p
"""


def test_a_save_can_only_ask_players_of_the_table() -> None:
    game = parlour.load("crazy-eights", with_="slap-it", documents={"slap-it.yaml": SLAP})
    state = game.start(players=3, seed=3)
    while state.question.prompt != "react":
        state = state.apply(state.question.legal[0])
    saved = json.loads(state.to_json())
    refused = []
    for at, cell in enumerate(saved["cells"]):
        damaged = {**saved, "cells": [*saved["cells"]]}
        damaged["cells"][at] = 1 << 40
        if isinstance(cell, int):
            try:
                after = game.restore(json.dumps(damaged))
            except parlour.SaveError as error:
                refused.append(str(error))
                continue
            while not after.over:
                after = after.apply(after.question.legal[-1])
    assert [message for message in refused if "`answered-react` has an impossible value" in message]
