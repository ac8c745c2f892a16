"""Positions laid out in Python with the words of examples."""

from pathlib import Path
from typing import Any

import pytest

from parlour import RulesetError, TableError, load

GAME = load("crazy-eights")
TABLE = {"hand 1": "5♠ 8♦", "hand 2": ["9♣", "9♦"], "pile": "4♠", "to move": 1}


def test_a_position_is_laid_out_as_in_an_example() -> None:
    state = GAME.position(TABLE, players=2)
    assert state.question.seat == 1
    assert {move.text for move in state.question.legal} == {"play 5♠", "play 8♦", "draw"}
    after = state.apply("play 5♠").apply("draw")
    assert "9♣" in str(after.why("play 9♣"))


def test_a_file_says_the_same(tmp_path: Path) -> None:
    path = tmp_path / "table.yaml"
    path.write_text(
        "players: 2\nseed: 4\ngiven: {hand 1: 5♠ 8♦, hand 2: 9♣ 9♦, pile: 4♠, to move: 1}\n", encoding="utf-8"
    )
    assert GAME.position(path) == GAME.position(str(path)) == GAME.position(TABLE, 2, seed=4)
    example = {"players": 2, "seed": 4, "given": TABLE, "moves": ["1: play 5♠"]}
    assert GAME.position(example) == GAME.position(path).apply("play 5♠")


def test_the_seed_decides_where_the_other_cards_lie() -> None:
    assert GAME.position(TABLE, 2) == GAME.position(TABLE, 2, seed=1) != GAME.position(TABLE, 2, seed=2)
    assert GAME.position(TABLE, 3).players == 3


def test_both_mixes_begin_with_the_same_table() -> None:
    other = load("crazy-eights", with_="queen-draws-four")
    table = {"hand 1": "Q♠ 4♦", "hand 2": "9♣", "pile": "5♠", "to move": 1}
    plain, drawn = (game.position(table, 2).apply("play Q♠") for game in (GAME, other))
    sizes = [len(state.table.machine.layout.contents(list(state.cells), hand(state, 2))) for state in (plain, drawn)]
    assert sizes == [1, 5]


def hand(state: Any, seat: int) -> Any:
    layout = state.table.machine.layout
    zone = [zone.name for zone in layout.program.zones].index("hand")
    return next(i for i in layout.instances if i.zone == zone and i.owner == seat - 1)


def test_what_cannot_be_meant_is_shown_as_it_would_be_written() -> None:
    for table, words in [
        ({**TABLE, "hnd 1": "5♠"}, r"Crazy Eights has no zone or variable `hnd`(.|\n)*did you mean `hand`"),
        ({**TABLE, "hand 3": "6♠"}, "there is no seat 3"),
        ({**TABLE, "pile": "5♠"}, "5♠ is already on line 1"),
    ]:
        with pytest.raises(RulesetError, match=words) as caught:
            GAME.position(table, 2)
        assert str(caught.value).startswith("position:")
    with pytest.raises(RulesetError, match="no such file"):
        GAME.position("nowhere.yaml")
    with pytest.raises(TableError, match="not for 99"):
        GAME.position(TABLE, 99)


@pytest.mark.parametrize("given", [7, None, {"hand 1": 5.5}, {3: "5♠"}, {"hand 1": {"5♠"}}])
def test_what_is_no_text_is_reported(given: Any) -> None:
    with pytest.raises(TypeError, match=r"^expected "):
        GAME.position(given, 2)
