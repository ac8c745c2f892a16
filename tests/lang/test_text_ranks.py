"""The finding `text-rank`: a rule text that names other ranks than the powers of the rule."""

from __future__ import annotations

from pathlib import Path

import pytest

import packs
from parlour.library.loading import load
from parlour.lints.ranks_in_texts import check_ranks
from scaffold.rulesets import write_rule

QUEEN = 'powers:\n  Q: {then: "draw(next(p), 1)"}\n'


@pytest.mark.parametrize(
    ("title", "text", "more", "reported"),
    [
        ("Queens draw", "After a queen the next player draws a card.", QUEEN, None),
        ("Kings draw", "After a king the next player draws a card.", QUEEN, "K"),
        ("Court", "Kings make the next player draw.", QUEEN, "K"),
        ("Court", "After jokers the next player draws a card.", QUEEN, "Jk"),
        ("Court", "After sixes the next player draws a card.", QUEEN, "6"),
        ("Court", "After 7s the next player draws a card.", QUEEN, "7"),
        ("Court", "The next player draws seven cards at once.", QUEEN, None),  # a number
        ("Court", "As after a king, the next player draws after a queen.", QUEEN, None),
        ("Queens draw", "The next player draws, as after a king.", QUEEN, None),  # the title says it
        ("Court", "The next player draws a card.", QUEEN, None),
        ("Court", "After a king the next player draws.", "powers:\n  options.ranks: {then: nothing}\n", None),
        ("Wild", "A wild card beats a king.", QUEEN + "classes:\n  wild: [Q]\n", None),
    ],
)
def test_a_text_about_another_rank(tmp_path: Path, title: str, text: str, more: str, reported: str | None) -> None:
    path = write_rule(tmp_path, "ours", more)
    path.write_text(f"rule: ours\ntitle: {title}\nfor: eights\ntext: {text}\n{more}", encoding="utf-8")
    document, _ = load(path)
    assert document is not None
    found = [finding.message for finding in check_ranks(document, packs.design())]
    assert found == (
        [] if reported is None else [f"the text is about `{reported}`, but the powers of this rule are for `Q`"]
    )
