"""A building game with 162 cards: four players, 30 ordered zones. Its states are short."""

from pathlib import Path

import pytest

import parlour
from parlour.mixing.compiler import compile_ruleset, require
from parlour.program import Program
from parlour.table.layout import layout_of

DECK = Path(__file__).with_name("building.yaml").read_text(encoding="utf-8")
GAME = Path(__file__).with_name("towers.yaml").read_text(encoding="utf-8")
MOST = 1000


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def towers(*changes: tuple[str, str]) -> Program:
    text = GAME
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    Path("building.yaml").write_text(DECK, encoding="utf-8")
    Path("towers.yaml").write_text(text, encoding="utf-8")
    return require(compile_ruleset(Path("towers.yaml")))[1]


HEAP = "heap(player, 1..4): {ordered: true"


@pytest.mark.parametrize("room", [None, 12, 40])
@pytest.mark.parametrize("others", [True, False])
def test_a_state_has_fewer_than_a_thousand_numbers(room: int | None, others: bool) -> None:
    """Whether the author knows the room of all piles, of some, or of none."""
    changes = [] if room is None else [(HEAP, f"{HEAP}, room: {room}")]
    changes += [] if others else [(", room: 30", ""), (", room: 12}", "}")]
    assert layout_of(towers(*changes), 4).size < MOST


def test_where_the_numbers_go() -> None:
    """Zones have a number of cards for each ordered zone, a place for each card, four hands and the finished towers.
    Then the zone of each card follows."""
    layout = layout_of(towers(), 4)
    rows = 1 + 1 + 4 + 4 + 16 + 4  # box, stock, goals, dealt cards, heaps, towers
    assert layout.shares
    assert layout.size - layout.first_cell_of_zones == rows + 162 + 4 + 1 + 162


@pytest.mark.parametrize(
    ("game", "options", "players"),
    [("egyptian-ratscrew", {"jokers": 2}, 8), ("red-and-black", {"packs": 2}, 2), ("four-colours-game", {}, 10)],
)
def test_shipped_games_keep_their_states(game: str, options: dict[str, int], players: int) -> None:
    """The games with the most places in ordered zones, at the largest table with the largest pack."""
    assert not parlour.load(game, options=options).machine(players).layout.shares
