"""Choices of sets of cards, counted and numbered without a list: they equal a filtered list of all sets."""

from pathlib import Path

import pytest

from agreement import Pair
from parlour.game import Game, load
from parlour.playouts.player import Task
from parlour.python import counted_sets
from parlour.python.runtime import iterables
from parlour.states.machine import Machine
from parlour.states.state import fast_machine
from parlour.table.answers import Answers

HAND = 6
TABLE = """\
frame: sets
title: Sets
extends: table
players: 2
deck: {pack: 52, copies: COPIES, each: game}
zones:
  hand(player): {seen: owner, text: hand}
  pile: {seen: nobody, ordered: true, text: pile}
state:
  up: {type: player, each: game}
  said: {type: rank or none, each: game, seen: everybody}
endings:
  out: somebody is out
stages:
  game: |
    move box to pile
    up = random players
    repeat 6 times:
      for p in players: move hand(p) to pile
      shuffle pile
      deal HAND from pile to each hand
      up = next(up)
      ask act(up)
    champions = players
    end game as out
prompts:
  act(p): |
    lay "lay CHOSEN" for CHOICES:
      move cs to pile
    rest: nothing
"""

FORMS = {
    "plain": ("cs in 1..4 cards of hand(p)", "{cs}"),
    "any size": ("cs in 0..6 cards of hand(p) where cs.size >= 2 and cs.size < 5", "{cs}"),
    "all": ("cs in 1..3 cards of hand(p) where all c in cs where c.suit != ♣", "{cs}"),
    "none": ("cs in 1..3 cards of hand(p) where no c in cs where c.rank > 9", "{cs}"),
    "any": ("cs in 1..3 cards of hand(p) where any c in cs where c.suit == ♥", "{cs}"),
    "two of them": (
        "cs in 2..4 cards of hand(p) where (any c in cs where c.suit == ♥) and any c in cs where c.rank > 9", "{cs}"
    ),
    "by rank": ("cs in 1..4 cards of hand(p), r in ranks where r > 4 and all c in cs where c.rank == r", "{cs} as {r}"),
    "not by rank": ("cs in 1..3 cards of hand(p), r in ranks where r < 4 and any c in cs where c.rank != r",
                    "{cs} as {r}"),
    "as many": ("n in 1..3, cs in 1..4 cards of hand(p) where cs.size == n and all c in cs where pips(c.rank) > n + 3",
                "{n}: {cs}"),
    "between": ("u in suits, cs in 1..2 cards of hand(p), r in ranks where r < 4 and all c in cs where c.suit == u",
                "{cs} {u} {r}"),
    "another filter": ("cs in 1..3 cards of hand(p) where cs.first.rank > 7", "{cs}"),
}  # fmt: skip


def table(folder: Path, form: str, copies: int = 1) -> Game:
    chosen, text = FORMS[form]
    words = {"CHOSEN": text, "CHOICES": chosen, "HAND": str(HAND), "COPIES": str(copies)}
    source = TABLE
    for word, meaning in words.items():
        source = source.replace(word, meaning)
    path = folder / "sets.yaml"
    path.write_text(source, encoding="utf-8")
    return load(path)


@pytest.mark.one_in(6)
@pytest.mark.parametrize("copies", [1, 2])
@pytest.mark.parametrize("form", FORMS)
def test_counted_moves_are_those_that_filtering_leaves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, form: str, copies: int
) -> None:
    """So few sets are gone through one by one; counted, they are never listed here."""
    monkeypatch.setattr(counted_sets, "LISTED", 0)
    game = table(tmp_path, form, copies)
    filtering, counting = fast_machine(game.program, 2), Machine(game.program, 2)
    some = False
    for seed in range(3):
        s = counting.start(seed)
        while not counting.over(s):
            monkeypatch.setattr(iterables, "FEW", 1 << 20)
            listed = filtering.legal(s[:])
            monkeypatch.setattr(iterables, "FEW", 0)
            counted = counting.legal(s)
            some = some or len(listed) > 1
            assert list(counted) == listed
            assert [counted[k] for k in range(len(counted))] == listed
            if len(listed) > 1 and form != "another filter":
                assert isinstance(counted, Answers)
                beside = {move + step for move in listed for step in (-2, 2)} - set(listed)
                assert not any(move in counted for move in beside)
            assert all(move in counted for move in listed)
            counting.step(s, listed[seed % len(listed)])
    assert some


@pytest.mark.parametrize("form", ["by rank", "not by rank", "plain"])
def test_all_executions_draw_the_same_of_moves_that_are_not_listed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, form: str
) -> None:
    game = table(tmp_path, form)
    listed = game.playouts(20, seed=1, native=False, states=True)
    monkeypatch.setattr(iterables, "FEW", 0)
    monkeypatch.setattr(counted_sets, "LISTED", 0)
    fresh = load(tmp_path / "sets.yaml")
    counted = fresh.playouts(20, seed=1, native=False, states=True)
    assert counted.cells == listed.cells
    assert fresh.playouts(20, seed=1, states=True).cells == listed.cells
    pair = Pair(fresh.program, 2)
    assert listed.cells is not None
    for number in range(3):
        assert tuple(pair.walk(Task(1, None, True, 1000, True), number).end) == listed.cells[number]
