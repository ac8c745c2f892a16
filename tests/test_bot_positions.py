"""Bots that think, in positions where a card player knows what to do, and one where anybody would win."""

from dataclasses import fields
from math import comb
from pathlib import Path
from random import Random

import pytest

import parlour
from laws_of_bots import thoughts_are_blind
from parlour.bots import LEVELS, PolicyBot, Seat, no_worlds
from parlour.bots.thinker import Thinker
from parlour.states.state import State
from peer_games import MELDS
from scaffold.small_games import asked, known
from scaffold.yaml_files import data_of

FEW = 64  # games for a move


def choice(game: parlour.Game, state: State, games: int = FEW, level: int | None = None) -> str:
    """Return what the seat that must answer chooses."""
    rollouts = game.rollouts(state.players)
    thinker = Thinker(rollouts, games=games) if level is None else Thinker(rollouts, level)
    return thinker.choose(asked(state), Random(1))


Case = tuple[str, int, dict[str, object], str]
CASES: dict[str, list[Case]] = data_of(Path(__file__).with_name("bot-positions.yaml"))
CLAIMING, *_ = (given for id_, _, given, _ in CASES["thinking"] if id_ == "cheat")


@pytest.mark.one_in(2)
@pytest.mark.parametrize(("id_", "players", "given", "expected"), CASES["thinking"])
def test_a_bot_plays_as_a_card_player_would(id_: str, players: int, given: dict[str, object], expected: str) -> None:
    game = parlour.load(id_)
    assert choice(game, game.position(given | {"to move": 1}, players)) in expected.split(" or ")


@pytest.mark.one_in(2)
@pytest.mark.parametrize(("id_", "players", "given", "expected"), CASES["gin"])
def test_players_of_gin_collect_melds(id_: str, players: int, given: dict[str, object], expected: str) -> None:
    """So does a bot that only follows the policy."""
    game = parlour.load(id_)
    state = game.position(given | {"to move": 1}, players)
    assert {PolicyBot().choose(asked(state), Random(seed)) for seed in range(8)} == {expected}
    assert choice(game, state) == expected


def test_by_the_policy_players_take_the_first_card_of_gin_only_for_a_meld() -> None:
    """A rule asks that question in the place of a procedure of the frame."""
    game, taken = parlour.load("gin-rummy"), 0
    for seed in range(40):
        view = parlour.view(state := game.start(2, seed), state.question.seat)
        hand, card = ({spot.card for spot in view.zone(zone).cards} for zone in (f"hand {view.seat}", "discards"))
        move = PolicyBot().choose(Seat(view, no_worlds), Random(seed))
        melds = any(card <= meld <= hand | card for meld in MELDS)
        assert move.startswith("take") if melds else move == "pass"
        taken += melds
    assert 0 < taken < 40


def test_a_bot_of_president_does_not_waste_one_of_three_aces() -> None:
    """The aces bring the same, so they count as one move among nine, jack, queen and a pass."""
    game = parlour.load("president")
    hands = {"hand 1": "9♥ J♣ Q♥ A♣ A♦ A♠ 5♣ 5♦", "hand 2": "3♥ 4♣ 8♦ 10♠ K♥ 6♣", "hand 3": "4♦ 6♦ 8♥ 10♥ Q♣ 3♦"}
    state = game.position({**hands, "hand 4": "4♥ 6♥ 8♣ J♦ Q♠ 3♠", "table": "7♠", "to move": 1}, 4)
    assert choice(game, state, 128) in ("play 9♥", "play J♣", "play Q♥")


def test_no_level_passes_up_the_match() -> None:
    """Levels 1 and 2 slip now and then, but not here."""
    game = parlour.load("crazy-eights")
    given = {"pile": "5♣", "hand 1": "5♥", "hand 2": "2♦ 9♠ K♦ 7♠", "score 1": 199, "to move": 1}
    state = game.position(given, 2)
    assert state.apply("play 5♥").over
    for level in LEVELS:
        assert choice(game, state, level=level) == "play 5♥"


def test_a_bot_of_a_higher_level_plays_more_games_in_more_time_and_slips_less() -> None:
    levels = [LEVELS[level] for level in sorted(LEVELS)]
    assert levels == sorted(levels, key=lambda level: (level.games, level.seconds, -level.slips))
    assert levels[-1].slips == levels[2].slips == 0


@pytest.mark.one_in(12)
@pytest.mark.parametrize("id_", parlour.Library.standard().ids("game"))
def test_a_bot_thinks_the_same_whatever_the_cards_are_that_it_can_not_see(id_: str) -> None:
    game = parlour.load(id_)
    players = game.admitted()
    thinker = Thinker(game.rollouts(players), games=8)
    assert thoughts_are_blind(game, players, seed=1, positions=3, thinker=thinker, most=200) > 0


def test_a_bot_can_reach_no_state_but_its_worlds() -> None:
    assert {field.name for field in fields(Seat)} == {"view", "worlds", "stopped"}


def test_bots_of_the_eights_family_save_wild_cards_and_call_their_longest_suit() -> None:
    """Without a thought, too. Wild cards don't count, since they go on anything."""
    game = parlour.load("crazy-eights")
    given = {"pile": "5♣", "hand 1": "8♠ 8♥ 5♥ 3♦ 9♦", "hand 2": "2♦ 9♠ K♦ 7♠", "to move": 1}
    state = game.position(given, 2)
    assert preferred(state) == ["play 5♥"]
    assert preferred(state.apply("play 8♠")) == ["call ♦"]
    nothing_else = game.position(given | {"pile": "K♠"}, 2)
    assert preferred(nothing_else) == ["play 8♠", "play 8♥"]  # rather than draw


@pytest.mark.parametrize(("id_", "players", "given", "expected"), CASES["beginners"])
def test_bots_without_a_thought_play_as_a_beginner(
    id_: str, players: int, given: dict[str, object], expected: str
) -> None:
    state = parlour.load(id_).position({"to move": 1} | given, players)
    assert preferred(state) == expected.split(" or ")


def test_bots_of_shithead_lay_out_their_best_cards() -> None:
    """Cards with an effect are best, and then the highest."""
    game = parlour.load("sh")
    plain = ["4", "5", "6", "7", "9", "J", "Q", "K", "A"]
    for seed in range(8):
        state = game.start(3, seed)
        hand = parlour.view(state, state.question.seat).zone(f"hand {state.question.seat}").cards
        ranks = {str(spot.card): str(spot.card)[:-1] for spot in hand}
        worth = {card: plain.index(rank) if rank in plain else len(plain) for card, rank in ranks.items()}
        for move in preferred(state):
            cards = move.removeprefix("lay out ").split()
            assert sorted(worth[card] for card in cards) == sorted(worth.values())[-3:]


def test_a_bot_takes_a_seven_rather_than_what_looks_a_little_better_by_chance() -> None:
    game = parlour.load("scopa")
    hands = {"open": "cups-7 coins-K", "hand 1": "coins-4 cups-6 batons-7", "hand 2": "coins-3 swords-3"}
    assert choice(game, game.position(hands | {"stock size": 24, "to move": 1}, 2), 400) == "take cups-7 with batons-7"


def test_a_bot_plays_its_move_on_as_often_as_any_other() -> None:
    """It trusts the policy among twenty ways to lay cards out, so it must not stop playing that one on."""
    state = (game := parlour.load("sh")).start(3, 12)
    for move in ("lay out 8♦ 9♦ J♦", "lay out 2♦ 2♠ K♦"):
        state = state.apply(move)
    thinker = Thinker(game.rollouts(3), games=2000)
    for seed in (20, 40):  # others looked much better for a while
        moves = thinker.expectations(asked(state), Random(seed))
        assert moves[0].games == max(one.games for one in moves)


def test_a_bot_believes_a_claim_as_often_as_players_tell_the_truth_by_the_policy() -> None:
    """Nine in ten do if they can. Among all cards that could be in the hand, few are aces."""
    game = parlour.load("cheat")
    state = game.position(CLAIMING | {"to move": 1}, 3)
    claimed, events = state.apply_recorded("claim A with A♠")
    witness = parlour.witnesses(state)[1].saw(events, claimed)

    def is_true(world: State) -> bool:
        return parlour.view(world.apply("doubt"), 2).zone("hand 2").size > 8

    near, exact = witness.near_worlds(200, 1), witness.worlds(200, 1)
    assert 0.83 < sum(map(is_true, near)) / 200 < 0.97
    assert sum(map(is_true, exact)) / 200 < 0.25
    assert all(witness.view(world) == witness.view(claimed) for world in near)
    thinker = Thinker(game.rollouts(3), games=FEW)
    assert thinker.choose(known(claimed, witness), Random(1)) == "believe"


@pytest.mark.one_in(3)
@pytest.mark.parametrize(("claim", "cards"), [("A♠", 1), ("A♠ 3♥", 2), ("A♠ 3♥ 5♣", 3)])
def test_a_bot_weighs_a_claim_by_how_rare_a_true_one_is(claim: str, cards: int) -> None:
    """Seat 2 doesn't know 44 cards with four aces, eight of which were in the hand. By the policy, nine in ten players
    with aces claim some of them, each set equally often, and the others any set of up to four cards that lies."""
    game = parlour.load("cheat")
    state = game.position(CLAIMING | {"to move": 1}, 3)
    claimed, events = state.apply_recorded(f"claim A with {claim}")
    witness = parlour.witnesses(state)[1].saw(events, claimed)
    true = lies = 0.0
    for aces in range(5):
        hand = comb(4, aces) * comb(40, 8 - aces) / comb(44, 8)
        all_aces, some_aces = comb(aces, cards) / comb(8, cards), 2**aces - 1
        true += hand * all_aces * 0.9 / max(some_aces, 1)
        lies += hand * (1 - all_aces) * (0.1 if aces else 1) / (162 - some_aces)
    worlds = [world for seed in range(100) for world in witness.near_worlds(3, seed)]
    believed = sum(parlour.view(world.apply("doubt"), 2).zone("hand 2").size > 8 for world in worlds) / len(worlds)
    assert believed == pytest.approx(true / (true + lies), abs=0.08)


def preferred(state: State) -> list[str]:
    question = parlour.witnesses(state)[state.question.seat - 1].view(state).question
    assert question is not None
    return sorted(question.preferred)
