"""All laws of games hold with 16, 40, 78 and 162 cards: with copies, without suits, with facts."""

from importlib.util import find_spec
from pathlib import Path
from random import Random

import pytest

import laws
import parlour
from agreement import Pair, compare
from laws_of_identical_cards import identical_cards_are_alike
from laws_of_views import events_name_no_unseen_card, exchanges_change_nothing, unread_values_change_nothing
from parlour.examples.position import Position
from parlour.mixing.compiler import compile_ruleset, require
from parlour.playouts.player import Task
from parlour.playouts.python import PythonPlayer
from parlour.program import Program
from parlour.states.machine import Machine
from parlour.states.state import IllegalMove, Table
from parlour.table.cards import Pack
from parlour.views import view

BUILDING = """\
deck: building
title: Building
ranks: [1..12]
facts: {odd: bool}
cards:
  - {ranks: [1, 3, 5, 7, 9, 11], copies: 12, odd: true}
  - {ranks: [2, 4, 6, 8, 10, 12], copies: 12}
  - {card: joker, copies: 18}
"""
GAME = """\
game: toy
title: Toy
extends: table
players: [2, 3]
deck: {{pack: {pack}, each: game}}
zones:
  hand(player): {{seen: owner}}
  stock: {{ordered: true, seen: nobody, text: draw pile}}
  pile: {{ordered: true, seen: top, text: discard pile}}
  aside: {{seen: everybody, turns: true}}
state:
  up: {{type: player, each: game, seen: everybody}}
  turns: {{type: int, each: game}}
  last: {{type: card or none, each: game, seen: everybody}}
  named: {{type: rank or none, each: game, seen: everybody}}
names: {{p: player, c d: card, r: rank, cs: cards}}
endings: {{done: It is over.}}
stages:
  game: |
    shuffle box into stock
    deal 3 from stock to each hand from players.first
    if stock has cards: move stock.top to pile
    up = players.first
    resume here with up
    while turns < 40 limit 100:
      turns += 1
      ask turn(up)
      up = next(up)
    end game as done
when:
  after game: champions = those p in players with most hand(p).size
prompts:
  turn(p): |
    play if pile has cards for c in hand(p) where c.rank >= pile.top.rank or c.suit == pile.top.suit:
      move c to pile
      last = c
    lay for cs in groups of hand(p): move cs to aside
    name for r in ranks: named = r
    draw if stock has cards: move stock.top to hand(p)
    return if aside has cards: move those c in aside where c.rank == aside.cards.first.rank to stock
    pass: turns += 1
"""
TILES = "52, copies: 4, use: 'c.suit in [♣, ♦] or c.suit == ♥ and pips(c.rank) > 5'"  # 34 of 52 faces
PACKS = {"characters-16": 16, "italian-40": 40, "tarot-78": 78, TILES: 136, "building": 162}


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def toy(pack: str) -> Program:
    Path("building.yaml").write_text(BUILDING, encoding="utf-8")
    reference = "./building.yaml" if pack == "building" else pack
    Path("toy.yaml").write_text(GAME.format(pack=reference), encoding="utf-8")
    return require(compile_ruleset(Path("toy.yaml")))[1]


@pytest.mark.one_in(6)
@pytest.mark.parametrize("pack", PACKS)
def test_random_games_keep_the_laws(pack: str) -> None:
    machine = Machine(toy(pack), 2)
    assert machine.layout.pack.size == PACKS[pack]
    for seed in range(3):
        laws.replay(machine, laws.play(machine, seed, Random(seed)))
    if any(same.bit_count() > 1 for same in machine.layout.pack.of_face):
        moves = 30 if machine.layout.pack.size < 100 else 10  # large packs take long
        assert identical_cards_are_alike(machine, 5, moves, 3, looks=True) > 5


@pytest.mark.one_in(2)
@pytest.mark.parametrize("pack", PACKS)
def test_views_reveal_nothing_hidden(pack: str) -> None:
    table = Table.of(toy(pack), 3)
    exchanged, compared = exchanges_change_nothing(table, 1, 40)
    assert exchanged > 10
    assert compared > 5
    events_name_no_unseen_card(table, 2, 40)
    assert unread_values_change_nothing(table, 3, 40) > 5


@pytest.mark.one_in(2)
@pytest.mark.parametrize("pack", PACKS)
def test_executions_agree(pack: str) -> None:
    program = toy(pack)
    task = Task(seed=3, begin=None, policy=False, most=200, states=True)
    pair = Pair(program, 2)
    for number in range(3):
        pair.walk(task, number)
    if find_spec("llvmlite") is not None:
        from parlour.native.player import NativePlayer

        compare(PythonPlayer(program, 2), NativePlayer(program, 2), task, 0, 20)


@pytest.mark.parametrize("pack", PACKS)
def test_names_of_cards_are_read_back(pack: str) -> None:
    cards: Pack = Machine(toy(pack), 2).layout.pack
    names = [cards.face_name(face) for face in range(cards.faces)]
    assert len(set(map(str.casefold, names))) == len(names)
    assert [cards.face_of_name(name.upper()) for name in names] == list(range(cards.faces))


@pytest.mark.parametrize("pack", PACKS)
def test_questions_and_answers_agree(pack: str) -> None:
    """A move is accepted just if the question lists it, and explanations say the same."""
    table, chooser = Table.of(toy(pack), 2), Random(1)
    cards = table.machine.layout.pack
    names = [cards.face_name(face) for face in range(cards.faces)]
    state, refused = table.start(1), 0
    for _ in range(12):
        legal = [move.text for move in state.question.legal]
        assert {state.why(text).verdict for text in legal} == {"allowed"}
        for text in chooser.sample([f"play {name}" for name in names], 5):
            if text not in legal:
                assert state.why(text).verdict != "allowed"
                with pytest.raises(IllegalMove):
                    state.apply(text)
                refused += 1
        state = state.apply(chooser.choice(legal))
    assert refused > 20


@pytest.mark.parametrize("pack", PACKS)
def test_positions_are_described_and_come_back(pack: str) -> None:
    toy(pack)
    game, chooser = parlour.load("toy.yaml"), Random(2)
    state = game.table(2).start(2)
    for _ in range(15):
        given = Position.of(state).lines(state.table.machine.layout)
        again = game.position(given, 2)
        for seat in (1, 2):
            assert view(again, seat) == view(state, seat), given
        state = state.apply(chooser.choice(state.question.legal))
