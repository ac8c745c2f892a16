"""A building game with 162 cards: four players, 30 ordered zones. Its states are short."""

from pathlib import Path

import pytest

import parlour
from parlour.mixing.compiler import compile_ruleset, require
from parlour.program import Program
from parlour.table.layout import layout_of

DECK = """\
deck: building
title: Building
ranks: [1..12]
cards:
  - {ranks: all, copies: 12}
  - {card: wild, copies: 18}
"""
GAME = """\
game: towers
title: Towers
extends: table
players: 2..6
deck: {pack: ./building.yaml, each: game}
zones:
  hand(player): {seen: owner}
  stock: {ordered: true, text: draw pile}
  goal(player): {ordered: true, seen: top, room: 30}
  dealt(player): {ordered: true}
  heap(player, 1..4): {ordered: true, seen: everybody}
  tower(1..4): {ordered: true, seen: everybody, room: 12}
  done: {seen: nobody, text: finished towers}
state:
  up: {type: player, each: game, seen: everybody}
  moves: {type: int, each: game}
names: {p: player, c: card, n k: int}
stages:
  game: |
    shuffle box into stock
    deal 20 from stock to each dealt from players.first
    for p in players: move dealt(p) to goal(p)
    up = players.first
    resume here with up
    while all p in players where goal(p) has cards and moves < 400 limit 500:
      moves += 1
      refill(up)
      ask turn(up)
when:
  after game: champions = those p in players with least goal(p).size
functions:
  fits(c, n): c.rank == wild or pips(c.rank) == tower(n).size + 1
procedures:
  refill(p): |
    while hand(p).size < 5 and stock has cards limit 10: move stock.top to hand(p)
    if stock is empty and done has cards: shuffle done into stock
  build(c, n): |
    move c to tower(n)
    if tower(n).size == 12: move tower(n) to done
prompts:
  turn(p): |
    play for c in hand(p), n in 1..4 where fits(c, n): build(c, n)
    goal "play the goal card to tower {n}" if goal(p) has cards for n in 1..4 where fits(goal(p).top, n):
      build(goal(p).top, n)
    take "play from heap {k} to tower {n}" for k in 1..4, n in 1..4 where heap(p, k) has cards
        and fits(heap(p, k).top, n):
      build(heap(p, k).top, n)
    leave for c in hand(p), k in 1..4:
      move c to heap(p, k)
      up = next(up)
    pass only if nothing else: up = next(up)
outcome:
  left: "sum goal(p).size for p in players"
"""
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
