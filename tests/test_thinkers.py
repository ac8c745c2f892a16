"""Bots that think: what they expect of moves in games that are small enough to compute by hand."""

import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from threading import Event

import pytest

from parlour import Game, Session, State, StateError, load, view, witnesses
from parlour.bots import LEVELS, PolicyBot, Seat
from parlour.bots.move_choice import Menu
from parlour.bots.thinker import Thinker
from parlour.play.hinting import hint_lines
from parlour.playouts.player import StopSign
from parlour.playouts.policy import Policy
from parlour.views import Witness
from scaffold.small_games import DICE, GAME, HIGHER, STICKS, asked, first_player, known, race, small

BOAST = Path(__file__).with_name("boasts.yaml").read_text(encoding="utf-8")


@pytest.mark.parametrize("low", [False, True])
@pytest.mark.parametrize("goal", [60, 600])
def test_a_hand_is_worth_what_its_points_bring_in_a_long_match(goal: int, low: bool) -> None:
    """Two points more or less hardly matter among hundreds, so a few whole matches could not show it."""
    best, other = first_player(race(goal=goal, low=low))
    assert (best.move, other.move) == (("little", "much") if low else ("much", "little"))
    assert other.worse
    assert best.games <= 50
    assert 0 < best.behind_margin + other.behind < 0.2


def expected(game: Game, seed: int = 1, games: int = 3000, native: bool | None = False) -> Mapping[str, float]:
    """Return the share that the first player can expect of each move."""
    thinker = Thinker(game.rollouts(2, native=native), games=games, seconds=1000)
    ranked = thinker.expectations(asked(*game.start_recorded(2, seed)), Random(1))
    assert ranked[0].share == max(one.share for one in ranked)
    return {one.move: one.share for one in ranked}


@pytest.mark.parametrize(
    ("sticks", "shares"),
    [
        (1, {"take 1": 1}),  # no choice
        (2, {"take 1": 0, "take 2": 1}),
        (3, {"take 1": 1 / 2, "take 2": 0, "take 3": 1}),
        (5, {"take 1": 2 / 3, "take 2": 1 / 2, "take 3": 1 / 2}),
    ],
)
def test_moves_are_worth_what_random_play_brings(sticks: int, shares: Mapping[str, float]) -> None:
    game = small(DICE, sticks=sticks)
    if sticks == 1:
        assert list(expected(game)) == ["take 1"]
    else:
        assert expected(game) == pytest.approx(shares, abs=0.06)


@pytest.mark.parametrize("sticks", [2, 3, 5, 6, 7])
def test_moves_are_worth_what_best_play_brings_if_everything_is_known(sticks: int) -> None:
    """Four sticks lose, because the other one can always take the rest of four."""
    shares = {f"take {n}": float(n == sticks % 4) for n in range(1, min(sticks, 3) + 1)}
    assert expected(small(STICKS, sticks=sticks), games=60) == shares


def test_native_code_gives_the_same_expectations() -> None:
    pytest.importorskip("llvmlite")
    game = small(STICKS)
    assert expected(game, native=True) == expected(game)


@pytest.mark.parametrize("seed", range(1, 7))
def test_a_bot_expects_of_hidden_cards_what_its_seat_can_know(seed: int) -> None:
    """Of the cards 2 to 5, the other one is any of three, whatever it is in truth."""
    game = small(HIGHER)
    own = next(zone for zone in view(game.start(2, seed), 1).zones if zone.name == "hand 1").cards[0].card
    share = {"2": 0, "3": 1 / 3, "4": 2 / 3, "5": 1}[own[0]]
    assert expected(game, seed) == pytest.approx({"higher": share, "lower": 1 - share}, abs=0.06)


def test_a_bot_takes_a_win_that_is_there_at_every_level() -> None:
    game = small(STICKS, sticks=3)
    Session(game, [str(max(LEVELS)), "random"], 1).bot_move()  # makes the code, for which level 1 has no time
    for level in LEVELS:
        assert Session(game, [str(level), "random"], 1).bot_move().text == "take 3"


def test_a_bot_in_a_hurry_takes_a_win_that_the_policy_does_not_prefer() -> None:
    """It has time for three games with each of three moves, of which the last one takes all sticks."""
    policy = "policy:\n  last:\n    - take(p, n): n == left\nprompts:"
    best, *_ = first_player(small(DICE.replace("prompts:", policy), sticks=3), games=9)
    assert (best.move, best.usual, best.games) == ("take 3", False, 3)


def test_a_bot_that_can_not_win_any_more_does_not_want_to_be_last() -> None:
    """Seat 3 is out. Three aces go on a nine, which would leave seat 2 with a three; no ace goes on an eight."""
    given = {"deck": "5♦ K♠ 2♦", "hand 1": "3♥ 8♣ 8♦ 9♦ 9♥", "hand 2": "3♠ A♣ A♦ A♥", "rest": "out", "out": 3}
    game = load("sh")
    state = game.position({**given, "pile": "none", "hand 3": "none", "place 3": 1, "champions": 3, "to move": 1}, 3)
    best, *others = Thinker(game.rollouts(3), games=2000).expectations(asked(state), Random(1))
    assert best.lost
    assert best.move in ("play 3♥", "play 8♣", "play 8♦", "play 8♣ 8♦")
    assert all(one.worse for one in others if "9" in one.move)
    assert any(line.startswith("You won none of the first games") for line in hint_lines([best, *others]))


def test_a_bot_plays_on_where_a_game_can_end_without_places() -> None:
    frame = DICE.replace("champions = [up]", "left = 0")
    frame = frame.replace("state:", "state:\n  place(player): {type: int or none, text: place}")
    game = small(f"{frame}outcome: {{place(player): place(player)}}\n")
    state, events = game.start_recorded(3, 1)
    witness = Witness.at(state.table, 1).saw(events, state)
    thinker = Thinker(game.rollouts(3, native=False), games=300)
    expected = thinker.expectations(Seat(witness.view(state), witness.near_worlds), Random(1))
    assert [(one.lost, one.share) for one in expected] == [(True, 0), (True, 0), (True, 0)]


def one_of(numbers: int) -> Game:
    """Return a game in which somebody takes a number once, and wins with 222."""
    moves = f"for n in 1..{numbers}: left = 0 if n == 222 else 1"
    frame = STICKS.replace("for n in 1..3 where n <= left: left -= n", moves)
    once = "      champions = [up if left == 0 else next(up)]\n      end game\n"
    begins, ends = frame.index("      if left == 0"), frame.index("prompts:")
    return small(frame[:begins] + once + frame[ends:])


def test_a_bot_looks_at_more_of_many_moves_while_it_has_games() -> None:
    """One of 300 numbers wins. It isn't among the first 60 that a bot compares."""
    game = one_of(300)
    seat = asked(*game.start_recorded(2, 1))

    def choice(**budget: float) -> str:
        return Thinker(game.rollouts(2, native=False), **budget).choose(seat, Random(1))

    assert choice(games=100) != "take 222"
    assert choice(games=20_000) == choice(seconds=30) == "take 222"


@pytest.mark.parametrize("numbers", [300, 520])
def test_a_bot_does_not_look_for_more_moves_than_there_are(numbers: int) -> None:
    """Ten times 60 moves are more than these; of more than 500, it draws some again."""
    state = one_of(numbers).start(2, 1)
    menu = Menu(view(state, 1), state, Policy(state.table.machine.functions))
    moves = [move for wave in menu.waves(60, 10, Random(1)) for move in wave]
    assert len(moves) == len({*moves}) > 0.9 * numbers
    assert {*moves} <= {*menu.moves}


def test_a_bot_thinks_even_if_nearly_all_worlds_are_ruled_out() -> None:
    """The second player boasts of four kings, two queens and two aces. No chance finds such a hand."""
    game = load("sticks", documents={"frame.yaml": BOAST, "sticks.yaml": GAME.replace("stick-games", "boasts")})
    own, hidden = ["2♣", "3♣"], ["K♣", "K♦", "K♥", "K♠", "Q♣", "Q♦", "A♣", "A♦"]
    cards = [f"{rank}{suit}" for rank in (*range(2, 11), *"JQKA") for suit in "♣♦♥♠"]
    state = game.start(2, 1, [*own, *hidden, *(card for card in cards if card not in own + hidden)])
    witness, _ = witnesses(state)
    state, events = state.apply_recorded("boast 1")
    witness = witness.saw(events, state)
    with pytest.raises(StateError, match="300 deals and 3000 exchanges"):
        witness.worlds(1, 1)
    for world in witness.near_worlds(5, 1):
        assert witness.view(world) == witness.view(state)
    seat, thinker = known(state, witness), Thinker(game.rollouts(2, native=False), games=20)
    assert {thinker.choose(seat, Random(seed)) for seed in range(8)} == {"take"}
    assert PolicyBot().choose(seat, Random(1)) == "leave"
    expected = thinker.expectations(seat, Random(1))
    assert not any(one.fits for one in expected)
    assert all(one.fits for one in first_player(race()))


def after_moves(game: Game, players: int, moves: int, which: int) -> tuple[State, Witness]:
    """Return the position after so many moves, each the first or the last of its list, and the seat to move."""
    state, events = game.start_recorded(players, 2)
    seats = witnesses(state, events)
    for _ in range(moves):
        state, events = state.apply_recorded(state.question.legal[which])
        seats = tuple(seat.saw(events, state) for seat in seats)
    return state, seats[state.question.seat - 1]


def test_a_bot_in_a_hurry_has_a_world_at_once_and_forgets_nothing_for_later() -> None:
    """It looks only at what its seat sees. What the seat remembers comes with the next worlds that have time."""
    (state, one), (_, other) = (after_moves(load("hearts"), 4, 35, 0) for _ in range(2))
    over = Event()
    over.set()
    (world,) = one.near_worlds(9, 1, over)
    assert (one.view(world), world.fits) == (one.view(state), True)
    assert one.worlds(3, 1) == other.worlds(3, 1)
    state, events = state.apply_recorded(state.question.legal[0])
    assert one.saw(events, state).near_worlds(3, 1) == other.saw(events, state).near_worlds(3, 1)


def test_a_bot_decides_in_time_even_if_it_has_much_to_remember() -> None:
    """To work out what the seat saw in 90 moves takes far longer than these 20 ms."""
    game = load("sh")
    thinker, seconds = Thinker(game.rollouts(3), seconds=0.02), []
    for _ in range(2):  # the first time, it compiles
        state, witness = after_moves(game, 3, 90, -1)
        began = time.thread_time()
        thinker.choose(known(state, witness), Random(1))
        seconds.append(time.thread_time() - began)
    assert seconds[1] < 0.1


def test_a_bot_looks_at_all_numbers_of_cards_and_all_ranks() -> None:
    """Of 4,047 ways to play one to four cards in Cheat, 17 are single cards. It sees most of their ranks."""
    game = load("cheat")
    seat = asked(game.start(3, 1))
    assert seat.view.question is not None
    assert len(seat.view.question.moves or ()) > 4000
    looked_at = [one.move.split() for one in Thinker(game.rollouts(3), games=600).expectations(seat, Random(1))]
    cards = [[word for word in words if word[-1] in "♣♦♥♠"] for words in looked_at]
    assert {len(each) for each in cards} == {1, 2, 3, 4}
    ranks = {card.card[:-1] for zone in seat.view.zones for card in zone.cards}
    assert len({each[0][:-1] for each in cards if len(each) == 1}) > len(ranks) / 2


def test_a_bot_does_not_think_about_its_only_move() -> None:
    def none(n: int, seed: int, stopped: StopSign) -> Sequence[State]:
        raise AssertionError("it asks for worlds")

    game = small(STICKS, sticks=1)
    seat = Seat(view(game.start(2, 1), 1), none)
    assert Thinker(game.rollouts(2, native=False)).choose(seat, Random(1)) == "take 1"


def test_without_worlds_a_bot_follows_the_policy() -> None:
    game = small(STICKS)

    def none(n: int, seed: int, stopped: StopSign) -> Sequence[State]:
        raise StateError("none")

    seat = Seat(view(game.start(2, 1), 1), none)
    assert seat.view.question is not None
    assert Thinker(game.rollouts(2)).choose(seat, Random(1)) in (seat.view.question.preferred or ())


def test_levels_are_checked_and_saved() -> None:
    with pytest.raises(ValueError, match="`level` must be from 1 to 5, found 6"):
        Thinker(small(STICKS).rollouts(2), 6)
    session = Session(small(STICKS), ["1", "2"], 1)
    while not session.state.over:
        session.play(session.bot_move())
    assert Session.from_json(session.to_json(), session.game).seats == ("1", "2")
