"""Facts about French Tarot that no single position shows."""

from random import Random

import pytest

from parlour.game import load
from parlour.states.state import State


def cells(state: State, name: str) -> list[int]:
    layout = state.table.machine.layout
    number = next(i for i, v in enumerate(layout.program.variables) if v.name == name)
    array = layout.variables[number]
    return list(state.cells[array.at : array.at + array.size])


@pytest.mark.one_in(3)
@pytest.mark.parametrize("players", [3, 4, 5])
def test_what_some_win_others_lose(players: int) -> None:
    """The declarer's side gets what the others pay, after each hand, whatever anybody bids, shows or announces."""
    chooser = Random(players)
    state = load("french-tarot", options={"deals-each.deals": 1}).start(seed=players, players=players)
    hands = 0
    while not state.over:
        state = state.apply(chooser.choice(state.question.legal))
        if cells(state, "hands") != [hands]:
            assert sum(cells(state, "score")) == 0
            (hands,) = cells(state, "hands")
    assert hands == players
    assert any(cells(state, "score"))
