"""`faces of X`: a player names any card, seen or not. All executions offer one move for each face, which means every
card with this face."""

from importlib.util import find_spec
from pathlib import Path

import pytest

import parlour
from agreement import Pair, compare
from parlour.mixing.compiler import compile_ruleset, require
from parlour.playouts.player import Task
from parlour.playouts.python import PythonPlayer
from parlour.storage.cache import Cache
from scaffold.rulesets import write_game

FRAME = """\
frame: naming
title: Naming
extends: table
text: You name a card. All others give you their cards with this face.
players: 2..3
deck: {pack}
zones:
  hand(player): {{seen: owner}}
  stock: {{ordered: true}}
  gone: {{seen: everybody}}
state:
  up: {{type: player, each: game, seen: everybody}}
  named: {{type: cards, each: game, seen: everybody}}
  hits: {{type: int, each: game, seen: everybody}}
stages:
  game: |
    shuffle box into stock
    deal 4 from stock to each hand
    up = players.first
    resume here with up
    while hits < 3 and stock has cards limit 30:
      ask act(up)
      up = next(up)
    otherwise: nothing
    champions = those p in players with most hand(p).size
prompts:
  act(p): |
    "which card do you want?"
    wish "I want {{c}}" for c in faces of {of} where c not in gone
    pass: deal 1 from stock to hand(p)
procedures:
  wish(p, cs): |
    named += cs
    if (cs & hand(next(p))) has cards: hits += 1
    move cs & hand(next(p)) to hand(p)
    deal 1 from stock to gone
may:
  wish(p, cs):
    your-own: {{forbid: all c in cs where c in hand(p), says: you have them all}}
"""
PACKS = {
    "52": ("{pack: 52, each: game}", "of_rank([J..A])", "K♠"),
    "two packs": ("{pack: 52, copies: 2, jokers: 1, each: game}", "pack", "Jk"),
    "colours": ("{pack: four-colours, each: game}", '[wild, "red-7"] + of_suit(blue)', "red-7"),
    "characters": ("{pack: characters-16, each: game}", "pack - of_rank(guard)", "maid"),
    "jokers": ("{pack: 52, jokers: 2, each: game}", "[Jk]", "Jk"),
    "hand": ("{pack: 52, copies: 2, each: game}", "hand(p) + of_rank(2)", "2♥"),
}


def written(folder: Path, pack: str) -> Path:
    deck, of, _ = PACKS[pack]
    return write_game(folder, FRAME.format(pack=deck, of=of), file="naming-game.yaml")


@pytest.mark.parametrize("pack", PACKS)
def test_all_executions_offer_the_same_faces(pack: str, tmp_path: Path) -> None:
    compiled = compile_ruleset(written(tmp_path, pack))
    assert [f.message for f in compiled.findings if f.severity in ("error", "warning")] == []
    program = require(compiled)[1]
    task = Task(seed=1, begin=None, policy=False, most=100, states=True)
    pair = Pair(program, 3)
    assert sum(pair.walk(task, number).length for number in range(3)) > 10
    if find_spec("llvmlite") is not None:
        from parlour.native.player import NativePlayer

        compare(PythonPlayer(program, 3), NativePlayer(program, 3, 0, Cache(None)), task, 0, 20)


@pytest.mark.parametrize("pack", PACKS)
def test_a_state_plays_on_and_reads_each_move(pack: str, tmp_path: Path) -> None:
    game = parlour.load(written(tmp_path, pack))
    state = game.start(players=2, seed=3)
    texts = [move.text for move in state.question.legal]
    assert len(set(texts)) == len(texts)
    assert f"I want {PACKS[pack][2]}" in texts
    while not state.over:
        legal = state.question.legal
        for move in legal:
            assert state.read(move.text) == move
        state = state.apply(legal[state.question.seat % len(legal)].text)


def test_a_named_card_is_every_card_with_its_face(tmp_path: Path) -> None:
    game = parlour.load(written(tmp_path, "two packs"))
    hands = {"hand 1": "3♣ 9♦", "hand 2": "9♦ Jk Jk 4♠", "gone": "K♥", "to move": 1}
    state = game.position(hands, players=2)
    assert "I want K♥" not in [move.text for move in state.question.legal]
    (move,) = [move for move in state.question.legal if move.text == "I want Jk"]
    assert dict(move.chosen) == {"c": "Jk"}
    after = state.apply("i want jk")
    assert parlour.view(after, seat=1).zone("hand 1").written() == "3♣ 9♦ Jk Jk"


def test_the_owner_of_all_cards_may_not_name_them(tmp_path: Path) -> None:
    game = parlour.load(written(tmp_path, "52"))
    state = game.position({"hand 1": "3♣ K♦", "hand 2": "9♦", "to move": 1}, players=2)
    assert "you have them all" in str(state.why("I want K♦"))
    assert "I want 3♣" not in [move.text for move in state.question.legal]
