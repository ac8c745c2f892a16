"""Which known word is suggested for a misspelt one."""

import pytest

from parlour.base.diagnostics import did_you_mean, nearest

KNOWN = (
    "p", "q", "cs", "hand", "hands", "stock", "pile", "pips", "play", "draw", "points", "dealer", "direction",
    "hand-size", "draw-until-you-can", "queen-draws-four",
)  # fmt: skip


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("drow", "draw"),  # another letter
        ("stok", "stock"),  # one too few
        ("pilee", "pile"),  # one too many
        ("plya", "play"),  # two in the wrong order
        ("piont", "points"),  # two slips in six letters
        ("hnd", "hand"),  # the nearer of two
        ("pp", "p"),
        ("STOCK", "stock"),
        ("Hand_Size", "hand-size"),
        ("queens-draw-four", "queen-draws-four"),
        ("draw-until", "draw-until-you-can"),  # only its beginning
        ("four-queen-draws", "queen-draws-four"),  # its parts in another order
    ],
)
def test_near_words_are_suggested(word: str, meant: str) -> None:
    assert nearest(word, KNOWN) == meant
    assert did_you_mean(word, KNOWN) == f"did you mean `{meant}`?"


@pytest.mark.parametrize("word", ["x", "xy", "deck", "shuffle", "hour", "", "you"])
def test_far_words_are_not_suggested(word: str) -> None:
    assert did_you_mean(word, KNOWN) is None


def test_a_short_word_is_not_suggested_for_a_longer_one_that_shares_half_of_it() -> None:
    assert nearest("pp", ["pips", "players"]) is None
    assert nearest("pp", []) is None
