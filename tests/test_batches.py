"""Batches: the arrays of many games say what the states of these games say, in every size and by every execution."""

import sys
from collections import Counter
from importlib.util import find_spec
from pathlib import Path

import pytest

pytest.importorskip("numpy", reason="batches need numpy: pip install 'parlour[learn]'")

import numpy as np

from laws_of_views import exchanged
from parlour.arrays.game_batch import GameBatch
from parlour.game import load
from parlour.playouts.player import PlayoutError, game_seed
from parlour.states.state import State
from parlour.table.cards import members
from parlour.table.faults import RulesetFault, StateError
from parlour.table.layout import BOX, QUESTION
from parlour.table.texts import zone_name
from parlour.views import Onlooker, view
from scaffold.rulesets import write_game

ARRAYS = ("cells", "seat", "done", "reward", "mask", "observation")
GAMES = {
    "crazy-eights": 3, "sh": 2, "gin-rummy": 2, "last-one": 2, "ctg": 2, "cribbage": 2, "scopa": 2, "whist": 4,
    "french-tarot": 3,
}  # fmt: skip
needs_llvmlite = pytest.mark.skipif(find_spec("llvmlite") is None, reason="there is no llvmlite")


def chosen(batch: GameBatch, k: int) -> list[int]:
    """Choose an action for each game, by the game, the step and the number of its actions."""
    found = []
    for game, mask in enumerate(batch.mask):
        legal = np.flatnonzero(mask)
        found.append(int(legal[(31 * game + 7 * k + k * k) % len(legal)]))
    return found


def moved(batch: GameBatch, state: State, taken: list[int]) -> State | None:
    """Return the state after the move with these actions; None while they are only the beginning of one."""
    moves = {batch.actions.sequence(state.cells[QUESTION], move.number): move for move in state.question.legal}
    assert len(moves) == len(state.question.legal)
    assert any(sequence[: len(taken)] == tuple(taken) for sequence in moves)
    return state.apply(moves[tuple(taken)]) if tuple(taken) in moves else None


@pytest.mark.one_in(3)
@pytest.mark.parametrize("game", GAMES)
def test_a_batch_plays_the_games_of_its_seeds(game: str) -> None:
    loaded, players = load(game), GAMES[game]
    batch = loaded.batch(3, players, seed=5, native=False, privileged=True)
    states = [loaded.start(players, seed=game_seed(5, place << 32)) for place in range(3)]
    numbers, taken = [0] * 3, [[], [], []]
    for k in range(80):
        for place, state in enumerate(states):
            assert tuple(batch.state(place)) == state.cells
            assert batch.seat[place] == state.question.seat - 1
            sequences = [batch.actions.sequence(state.cells[QUESTION], move.number) for move in state.question.legal]
            here = tuple(taken[place])
            next_ = {s[len(here)] for s in sequences if s[: len(here)] == here}
            assert {*np.flatnonzero(batch.mask[place])} == next_
            if k % 4 == 0:  # a view also sorts the moves by the policy, which can take long
                sees_as_views_do(batch, place, state)
        actions = chosen(batch, k)
        batch.step(actions)
        for place, action in enumerate(actions):
            taken[place].append(action)
            after = moved(batch, states[place], taken[place])
            assert batch.done[place] == (after is not None and after.over)
            if after is None:
                continue
            taken[place] = []
            if after.over:
                winners = after.outcome.winners
                share = [1 / len(winners) if seat + 1 in winners else 0 for seat in range(players)]
                assert batch.reward[place].tolist() == pytest.approx(share)
                numbers[place] += 1
                after = loaded.start(players, seed=game_seed(5, (place << 32) + numbers[place]))
            states[place] = after


def sees_as_views_do(batch: GameBatch, place: int, state: State) -> None:
    """The cards of an observation are those that the seat sees; those of `privileged` are all."""
    layout, seat = state.table.machine.layout, state.question.seat - 1
    onlooker, cells = Onlooker(state.table.machine.sight, seat), list(state.cells)
    seen = dict(zip(batch.features, batch.observation[place].tolist(), strict=True))
    everything = dict(zip(batch.features, batch.privileged[place].tolist(), strict=True))
    for zone in view(state, seat + 1).zones:
        assert seen[f"{zone.name} size"] == (-1 if zone.size is None else zone.size)
        number = next(i.number for i in layout.instances if zone_name(layout, i.number) == zone.name)
        visible = members(onlooker.sight.seen_in(cells, number, seat))
        faces = Counter(layout.pack.face_name(layout.pack.printed(c)) for c in visible)
        names = [f"{zone.name} {layout.pack.face_name(face)}" for face in range(layout.pack.faces)]
        expected = {f"{zone.name} {face}": n for face, n in faces.items()}
        assert {name: seen[name] for name in names if seen.get(name)} == expected
    in_play = [c for c in members(layout.pack.used) if cells[layout.where + c] > BOX]
    assert sum(n for name, n in everything.items() if name.endswith(" size")) == len(in_play)


@needs_llvmlite
@pytest.mark.one_in(3)
@pytest.mark.parametrize("game", GAMES)
def test_neither_size_nor_threads_nor_native_code_matter(game: str) -> None:
    loaded, players = load(game), GAMES[game]
    some = loaded.batch(4, players, seed=2, native=True)
    others = [loaded.batch(4, players, seed=2, native=False), loaded.batch(7, players, seed=2, threads=2)]
    for k in range(60):
        actions = chosen(some, k)
        some.step(actions)
        for other in others:
            other.step(chosen(other, k))
            for name in ARRAYS:
                assert (getattr(other, name)[:4] == getattr(some, name)).all(), name


@pytest.mark.one_in(3)
@pytest.mark.parametrize("game", [game for game in GAMES if game != "french-tarot"])  # its cells are pairs of numbers
def test_cards_that_a_seat_does_not_see_change_nothing(game: str) -> None:
    """The law of views: after an exchange of two unseen cards the arrays are the same, except those with everything."""
    loaded, players, compared = load(game), GAMES[game], 0
    batch = loaded.batch(3, players, seed=4, native=False, privileged=True)
    machine = batch.table.machine
    for k in range(60):
        before = {name: getattr(batch, name).copy() for name in (*ARRAYS, "privileged")}
        for place in range(len(batch)):
            onlooker = Onlooker(machine.sight, int(batch.seat[place]))
            unseen = onlooker.unseen(batch.state(place))
            if len(unseen) > 1:
                a, b = unseen[k % len(unseen)], unseen[(k + 1 + k % (len(unseen) - 1)) % len(unseen)]
                batch.cells[place] = exchanged(machine.layout, batch.state(place), a, b)
                compared += a != b
        batch.look()
        for name in ("seat", "mask", "observation"):
            assert (getattr(batch, name) == before[name]).all(), name
        batch.cells[:] = before["cells"]
        batch.look()
        batch.step(chosen(batch, k))
    assert compared > 10


def test_an_impossible_action_changes_nothing() -> None:
    batch = load("crazy-eights").batch(2, 2, seed=1, native=False)
    before = batch.cells.copy()
    legal = chosen(batch, 0)
    wrong = int(np.flatnonzero(~batch.mask[1])[0])
    for action in (wrong, -1, batch.actions.size):
        with pytest.raises(PlayoutError, match=rf"game 1 can't take action {action}: its `mask` doesn't have it"):
            batch.step([legal[0], action])
    with pytest.raises(PlayoutError, match=r"expected 2 actions, one for each game, found an array of \(3,\)"):
        batch.step([1, 2, 3])
    assert (batch.cells == before).all()


def test_a_batch_without_games_or_with_a_wrong_state_is_refused() -> None:
    game = load("crazy-eights")
    with pytest.raises(PlayoutError, match="`n` must be at least 1, found 0"):
        game.batch(0)
    batch = game.batch(2, native=False)
    for wrong in ([0], [1 << 64] * len(batch.state(0))):
        with pytest.raises(StateError, match=r"a state of this table is a list of \d+ integers that fit in its cells"):
            batch.replace(1, wrong)


@pytest.mark.parametrize("game", ["ctg", "french-tarot"])
def test_a_state_can_take_the_place_of_a_game(game: str) -> None:
    one, other = (load(game).batch(2, 3, seed=seed) for seed in (1, 2))
    for k in range(9):
        one.step(chosen(one, k))
        other.step(chosen(other, k + 1))
    one.replace(1, other.state(0))
    one.look()
    fresh = load(game).batch(1, 3, seed=1, native=False)
    fresh.replace(0, other.state(0))
    fresh.look()
    assert one.state(1) == fresh.state(0) == other.state(0)
    for name in ("seat", "mask", "observation"):
        assert (getattr(one, name)[1] == getattr(fresh, name)[0]).all()


@needs_llvmlite
@pytest.mark.parametrize("game", ["spades", "french-tarot", "ctg"])
def test_native_code_leaves_nothing_to_generated_python(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(GameBatch, "_in_python")
    batch = load(game).batch(3, seed=6, native=True)
    for k in range(60):
        batch.step(chosen(batch, k))


FALLING = """\
frame: falling
title: Falling
extends: table
players: 2
deck: {pack: 52, each: game}
state:
  n: {type: int}
endings:
  out: nobody has cards
zones:
  hand(player): {seen: owner, text: hand}
  pile: {seen: nobody, ordered: true, text: pile}
stages:
  game: |
    deal 2 from box to each hand
    for k in 1..50:
      for p in players: ask act(p)
    champions = players
    end game as out
prompts:
  act(p): |
    lay "lay {cs}" for cs in 1..2 cards of hand(p):
      move cs to pile
      n = 6 // n
    wait: n = 3
"""


@needs_llvmlite
@pytest.mark.parametrize("native", [True, False])
def test_a_move_that_the_rules_cannot_make_changes_nothing(tmp_path: Path, native: bool) -> None:
    """The division fails after the cards moved; then the player can still choose the other card."""
    batch = load(write_game(tmp_path, FALLING)).batch(2, seed=1, native=native)
    lay, wait = (int(number) for number in np.flatnonzero(batch.mask[0]))
    batch.step([lay, wait])
    first, second = (int(np.flatnonzero(batch.mask[0])[k]) for k in (0, 1))
    batch.step([first, wait])
    before, mask = batch.state(0), batch.mask[0].copy()
    with pytest.raises(RulesetFault, match="division by zero"):
        batch.step([batch.actions.end, wait])
    assert batch.state(0) == before
    assert (batch.mask[0] == mask).all()
    batch.step([second, wait])
    assert np.flatnonzero(batch.mask[0]).tolist() == [batch.actions.end]


def test_without_numpy_a_message_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "parlour.arrays.game_batch", None)
    with pytest.raises(PlayoutError, match=r"a batch needs numpy: pip install \"parlour\[learn\]\""):
        load("crazy-eights").batch(1)
