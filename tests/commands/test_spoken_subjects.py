"""`parlour show` with several words, as people say them."""

from __future__ import annotations

import pytest

from scaffold.terminal import run


@pytest.mark.parametrize(
    ("words", "begins"),
    [
        ("jump in", "Jump-in (jump-in), a rule"),
        ("zeros rotate hands", "Zeros rotate hands (zero-rotates), a rule"),
        ("say last card", 'Say "last card" (last-card-call), a rule'),
        ("gin rummy", "Gin Rummy (gin-rummy), for 2 players"),
        ("crazy eights turn", "# eights, "),
        ("crazy-eights turn", "# eights, "),
    ],
)
def test_several_words_are_a_title(words: str, begins: str) -> None:
    """As in `parlour list`. Words after a title are parts to show."""
    assert run("show", *words.split()).out.startswith(begins)


def test_words_that_no_title_has_say_where_they_are() -> None:
    assert run("show", "nobs").err.splitlines() == [
        "parlour: no ruleset is called `nobs`",
        "  `parlour list nobs` finds `crib-games` and `cribbage`",
    ]
    assert run("show", "jack-skip").err.splitlines()[-1] == "  help: did you mean `jack-skips`?"
