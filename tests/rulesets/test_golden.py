"""Shipped games are played as ever: a sample of the golden games. `tests/bench/golden.py` plays all of them."""

import pytest

import laws
from golden import FEW, digest, kept
from parlour.playouts.python import PythonPlayer


@pytest.mark.one_in(8)
@pytest.mark.parametrize("table", kept())
def test_the_first_golden_games_end_as_they_did(table: str) -> None:
    game, players = table.split()
    assert digest(PythonPlayer(laws.program(game), int(players)), FEW) == kept()[table][0]
