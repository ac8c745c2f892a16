"""Parlour refuses mixes that nobody can play, and suggests changes that make them playable."""

import pytest

import parlour
from parlour.lang.checker import check, check_table
from parlour.library.library import Library
from parlour.mixing.compose import compose
from parlour.states.table_sizes import dealable

LIBRARY = Library.standard()


def test_a_rule_brings_the_jokers_that_it_needs() -> None:
    composition, _ = compose(LIBRARY, "sh", ["joker-forced-pickup"])
    assert composition is not None
    setting = composition.options["shithead", "jokers"]
    assert (setting.data, getattr(setting.set_by, "id", None)) == (1, "joker-forced-pickup")
    for game, jokers in (("cts", 1), ("red-and-black", 2)):  # the game's own setting has priority
        composition, _ = compose(LIBRARY, game)
        assert composition is not None
        assert composition.options["shithead", "jokers"].data == jokers


def test_the_python_api_refuses_a_mix_that_nobody_can_play() -> None:
    with pytest.raises(parlour.RulesetError) as caught:
        parlour.load("ctg", with_=["partners"])
    (error,) = caught.value.diagnostics
    assert error.code == "nobody-plays"
    assert "with 4 players no card would be left to draw" in error.message
    assert "options={'jokers': 2}" in (error.help or "")
    assert parlour.load("ctg", with_=["partners"], options={"jokers": 2}).players == (4,)


@pytest.mark.one_in(10)
@pytest.mark.parametrize("game", LIBRARY.ids("game"))
def test_the_table_alone_says_who_can_be_dealt_to(game: str) -> None:
    composition, _ = compose(LIBRARY, game)
    assert composition is not None
    table, (whole, _) = check_table(composition), check(composition)
    assert whole is not None
    assert table is not None
    assert dealable(table) == dealable(whole)
