"""Policies with conditions on choices and with odds: what they mean, and the same games in all executions."""

from importlib.util import find_spec
from pathlib import Path

import pytest

from agreement import Pair, compare
from parlour.bots import BOT, BOTS, Seat, chance_for, no_worlds
from parlour.game import Game, load
from parlour.playouts.player import GameChunk, Player, PlayoutFault, Task
from parlour.playouts.python import PythonPlayer
from parlour.storage.cache import Cache
from parlour.views import view
from scaffold.rulesets import write_game

HEAD = """
frame: small
title: Small
extends: table
text: It shows one thing.
players: 2..4
deck: {pack: 52, copies: 1, ace: high, each: game}
zones:
  hand(player): {seen: owner}
  pile: {seen: everybody, ordered: true}
  stock: {ordered: true}
state:
  small: {type: int, each: game, seen: everybody}
  large: {type: int, each: game, seen: everybody}
  doubts: {type: int, each: game, seen: everybody}
  names: {type: int, each: game, seen: everybody}
stages:
  game: |
    shuffle box into stock
    deal 7 from stock to each hand
    repeat 40 times:
      for p in players: ask act(p)
    champions = those p in players with least hand(p).size
functions:
  leads(): the q in players
  is_small(cs): all c in cs where pips(c.rank) <= 6
outcome:
  small: small
  large: large
  doubts: doubts
  names: names
"""
ACTS = """
prompts:
  act(p): |
    play for cs in 1..3 cards of hand(p):
      if is_small(cs): small += 1
      else: large += 1
    doubt: doubts += 1
    name for q in players, n in 1..3 where q != p: names += n
    pass only if nothing else: nothing
"""


def game(folder: Path, policy: str, acts: str = ACTS, head: str = HEAD, more: str = "") -> Game:
    return load(write_game(folder, head + acts + more + policy))


def played(game: Game, games: int = 3, players: int = 2, policy: bool = True) -> GameChunk:
    """Play games in all executions, which must agree."""
    task = Task(seed=8, begin=None, policy=policy, most=400, states=True)
    pair = Pair(game.program, players)
    walks = [pair.walk(task, number) for number in range(games)]
    python = PythonPlayer(game.program, players)
    chunk = python.play(task, 0, games)
    for number, walked in enumerate(walks):
        assert walked.end == list(chunk.states[number]), "code as written plays the same game"
    if find_spec("llvmlite") is not None:
        from parlour.native.player import NativePlayer

        native = NativePlayer(game.program, players, 0, Cache(None))
        compare(python, native, task, 0, games)
        assert native._python is None, "native code plays these games by itself"
    return chunk


def totals(game: Game, games: int = 3) -> dict[str, int]:
    chunk, names = played(game, games), ("small", "large", "doubts", "names")
    width = len(chunk.values) // games
    results = [result.name for result in game.program.results]
    columns = {name: results.index(name) for name in names}
    return {name: sum(chunk.values[columns[name] :: width]) for name in names}


def test_a_condition_prefers_only_the_choices_that_meet_it(tmp_path: Path) -> None:
    found = totals(game(tmp_path, "policy: {first: [{'play(p, cs)': is_small(cs)}]}\n"))
    # each hand of these deals has a card up to a six, so the small ones are always first
    assert found == {"small": 240, "large": 0, "doubts": 0, "names": 0}


def test_a_condition_reads_the_suit_and_the_face_of_a_named_card(tmp_path: Path) -> None:
    acts = """
prompts:
  act(p): |
    name "name {c}" for c in faces of pack:
      if c.suit == ♠: names += 1
      if c == A♠: small += 1
    include others(p) where q != p
    pass only if nothing else: nothing
  others(p): |
    other for q in players: nothing
"""
    policy = "policy:\n  first:\n    - name(p, c): c.suit == ♠ and c in [K♠, A♠]\n"
    counts = totals(game(tmp_path, policy, acts))
    assert counts["names"] == 240, "3 games of 80 questions"
    assert 80 < counts["small"] < 160, "about half of them"


def test_what_a_condition_leaves_is_neutral_or_as_the_action_alone(tmp_path: Path) -> None:
    policy = "policy:\n  first: [doubt]\n  last:\n    - play(p, cs): is_small(cs)\n    - name\n"
    assert totals(game(tmp_path, policy))["doubts"] == 240
    later = "policy:\n  last:\n    - play(p, cs): is_small(cs)\n    - name\n    - doubt\n"
    found = totals(game(tmp_path / "later", later))
    assert found == {"small": 0, "large": 240, "doubts": 0, "names": 0}


def test_odds_take_an_action_now_and_then_and_avoid_it_otherwise(tmp_path: Path) -> None:
    found = totals(game(tmp_path, "policy: {last: [name], odds: {doubt: 1 in 12, play: 0 in 5}}\n"), games=6)
    # avoided actions come after those of `last`, which name a number from 1 to 3
    assert found["small"] == found["large"] == 0
    assert 22 < found["doubts"] < 60, "480 questions, one in 12"
    assert 2 * (480 - found["doubts"]) == pytest.approx(found["names"], rel=0.1)


def test_odds_depend_on_the_position_and_their_condition_on_the_choice(tmp_path: Path) -> None:
    policy = """
policy:
  first: [name]
  odds:
    play(p, cs): [1 in 2 if is_small(cs) and cs.size == 1, 0 in 3]
    doubt(p): (1 if p == leads() else 0) in 4
"""
    found = totals(game(tmp_path, policy), games=6)
    assert found["large"] == 0
    assert found["small"] == pytest.approx(240, rel=0.15), "half of 480"
    assert found["doubts"] == pytest.approx(30, rel=0.5), "a quarter of that player's other half"


def test_an_action_with_bad_odds_is_taken_if_there_is_nothing_else(tmp_path: Path) -> None:
    acts = "prompts:\n  act(p): |\n    doubt: doubts += 1\n    pass only if nothing else: nothing\n"
    assert totals(game(tmp_path, "policy: {odds: {doubt: 0 in 5}}\n", acts))["doubts"] == 240


def test_an_error_in_a_condition_is_none_that_a_better_choice_hides(tmp_path: Path) -> None:
    policy = "policy:\n  first: [doubt]\n  last:\n    - play(p, cs): 1 // names == cs.size\n"
    program, task = game(tmp_path, policy).program, Task(seed=8, begin=None, policy=True, most=400, states=True)
    players: list[Player] = [PythonPlayer(program, 2)]
    if find_spec("llvmlite") is not None:
        from parlour.native.player import NativePlayer

        players.append(NativePlayer(program, 2, 0, Cache(None)))
    for player in players:
        with pytest.raises(PlayoutFault, match="division by zero"):
            player.play(task, 0, 1)


def test_random_players_ignore_the_policy(tmp_path: Path) -> None:
    one = game(tmp_path / "one", "policy:\n  first: [{'play(p, cs)': is_small(cs)}]\n  odds: {doubt: 1 in 9}\n")
    other = game(tmp_path / "other", "")
    assert played(one, policy=False).states == played(other, policy=False).states


STUCK = """
may:
  name(p, q, n):
    high: {forbid: n == 3, unless-stuck: true}
    odd: {forbid: n mod 2 == 1, unless-stuck: true}
"""


def test_a_condition_does_not_change_what_clauses_that_yield_allow(tmp_path: Path) -> None:
    policy = "policy:\n  first: [{'name(p, q, n)': n != 2}, doubt]\n"
    found = totals(game(tmp_path, policy, more=STUCK))
    assert (found["names"], found["doubts"]) == (0, 240), "only 2 is allowed, and nobody prefers it"


def test_identical_cards_and_last_resorts(tmp_path: Path) -> None:
    head = HEAD.replace("copies: 1", "copies: 2")
    acts = ACTS.replace("doubt:", "doubt only if nothing else:").replace("for cs in", "if p == leads() for cs in")
    policy = "policy:\n  first: [{'play(p, cs)': cs.size == 2}]\n  odds: {doubt: 1 in 3, name: 1 in 4}\n"
    found = played(game(tmp_path, policy, acts, head))
    assert list(found.lengths) == [80, 80, 80]


def test_bots_follow_conditions_and_odds(tmp_path: Path) -> None:
    bot = BOTS[BOT]()
    small = game(tmp_path / "small", "policy: {first: [{'play(p, cs)': is_small(cs)}]}\n")
    state = small.start(2, 1)
    seat = state.question.seat
    seen = view(state, seat)
    assert seen.question is not None
    assert 0 < len(seen.question.preferred or ()) < len(seen.question.moves or ())
    assert bot.choose(Seat(seen, no_worlds), chance_for(1, 1, 1)) in (seen.question.preferred or ())
    rarely = view(game(tmp_path / "rarely", "policy: {odds: {doubt: 1 in 12}}\n").start(2, 1), seat)
    assert rarely.question is not None
    assert [(c.chances, c.of, list(c.moves)) for c in rarely.question.chances] == [(1, 12, ["doubt"])]
    assert "doubt" not in (rarely.question.preferred or ())
    doubts = sum(bot.choose(Seat(rarely, no_worlds), chance_for(1, 1, number)) == "doubt" for number in range(1200))
    assert doubts == pytest.approx(100, rel=0.35)
