"""Questions with too many moves for a list: all executions count them, or raise the same runtime error with advice."""

from itertools import islice
from math import comb
from pathlib import Path
from random import Random

import pytest

from agreement import Pair
from parlour.bots import PolicyBot, RandomBot, Seat, no_worlds
from parlour.game import load
from parlour.playouts.player import Task
from parlour.states.state import IllegalMove, Table
from parlour.table.chance import any_below_in, below_in
from parlour.table.faults import RulesetFault
from parlour.views import view

HUGE = """\
frame: huge
title: Huge
extends: table
players: 2
deck: {pack: 52, each: game}
options:
  at-most: {type: int, in: 1..26, default: 20, text: cards at once}
zones:
  hand(player): {seen: owner, text: hand}
  pile: {seen: nobody, ordered: true, text: pile}
state:
  up: {type: player, each: game}
endings:
  out: somebody is out
stages:
  game: |
    shuffle box into pile
    deal 26 from pile to each hand
    up = random players
    ask act(up)
    champions = players
    end game as out
prompts:
  act(p): |
    lay "lay {cs}" for cs in 1..options.at-most cards of hand(p) FILTER: move cs to pile
    rest only if nothing else: nothing
"""


def test_what_can_not_be_listed_says_how_many_and_what_to_do(tmp_path: Path) -> None:
    path = tmp_path / "huge.yaml"
    path.write_text(HUGE.replace("FILTER", "where cs.first.rank >= 3 or cs.first.suit != ♣"), encoding="utf-8")
    game = load(path)
    told = set()
    for native in (False, None):  # native code if it is available
        with pytest.raises(RulesetFault) as fault:
            game.playouts(1, seed=1, native=native)
        told.add(fault.value.message.removeprefix("in game 0 of seed 1: "))
    for state in (game.start(seed=1), Table.of(game.program, 2).start(1)):
        with pytest.raises(RulesetFault) as fault:
            state.question  # noqa: B018  # looking is what goes wrong
        told.add(fault.value.message)
        assert fault.value.origin is not None
        assert fault.value.origin.line == HUGE[: HUGE.index('lay "lay')].count("\n") + 1
    assert told == {
        "this choice has 67,025,181 sets of cards, and the limit is 200,000; "
        "let the action choose fewer at once, as in `1..4 cards of …`"
    }
    assert load(path, options={"at-most": 2}).playouts(3, seed=1).lengths.tolist() == [1, 1, 1]


def test_what_can_be_counted_is_played_without_a_list(tmp_path: Path) -> None:
    path = tmp_path / "huge.yaml"
    path.write_text(HUGE.replace("FILTER", ""), encoding="utf-8")
    game = load(path)
    played = [game.playouts(5, seed=1, native=native, states=True) for native in (False, None)]
    assert played[0].cells == played[1].cells
    walked = Pair(game.program, 2)
    assert played[0].cells is not None
    assert [tuple(walked.walk(Task(1, None, True, 9, True), n).end) for n in range(5)] == list(played[0].cells)
    state = game.start(seed=1)
    legal = state.question.legal
    assert len(legal) == sum(comb(26, n) for n in range(1, 21)) == 67_025_181
    assert [move.number for move in legal[:3]] == [move.number for move in islice(legal, 3)]
    assert legal[5] in legal
    assert state.apply(legal[66_000_000]).over
    assert state.apply(legal[66_000_000].text) == state.apply(legal[66_000_000])
    held = {card.card for zone in view(state, state.question.seat).zones for card in zone.cards}
    missing = next(rank + suit for rank in "23456789" for suit in "♣♦♥♠" if rank + suit not in held)
    with pytest.raises(IllegalMove, match="doesn't have"):
        state.apply(f"lay {missing}")
    seen = view(state, state.question.seat)
    assert seen.question is not None
    assert seen.question.moves is not None
    seat = Seat(seen, no_worlds)
    assert RandomBot().choose(seat, Random(1)) == seen.question.moves[int(Random(1).random() * len(legal))]
    assert PolicyBot().choose(seat, Random(1)).startswith("lay ")
    assert state.why("lay 3♣ 3♣").verdict != "allowed"


def test_a_draw_from_more_than_a_word_is_even() -> None:
    """The generator rejects numbers from the last multiple on, so all are equally likely."""
    state, n = [1], (1 << 31) + 11
    drawn = [any_below_in(state, 0, n) for _ in range(400)]
    assert all(0 <= k < n for k in drawn)
    assert 150 < sum(k < n // 2 for k in drawn) < 250
    one, other = [5], [5]
    assert any_below_in(one, 0, 1000) == below_in(other, 0, 1000)
    assert one == other
