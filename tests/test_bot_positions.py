"""Bots that think, in positions where a card player knows what to do, and one where anybody would win."""

from __future__ import annotations

from dataclasses import fields
from math import comb
from random import Random

import pytest

import parlour
from laws_of_bots import thoughts_are_blind
from parlour.bots import LEVELS, PolicyBot, Seat, no_worlds
from parlour.bots.thinker import Thinker
from parlour.states.state import State
from peer_games import MELDS

FEW = 64  # games for a move


def choice(game: parlour.Game, state: State, games: int = FEW, level: int | None = None) -> str:
    """Return what the seat that must answer chooses."""
    witness = parlour.witnesses(state)[state.question.seat - 1]
    rollouts = game.rollouts(state.players)
    thinker = Thinker(rollouts, games=games) if level is None else Thinker(rollouts, level)
    return thinker.choose(Seat(witness.view(state), witness.near_worlds), Random(1))


HEARTS = {"score 1": 20, "score 2": 20, "score 3": 20, "score 4": 20, "broken": True, "tricks 1": 9}


BIDS = {"trump": "♠", "bid 1": 3, "bid 2": 3, "bid 3": 3, "bid 4": 3, "tricks 1": 4, "tricks 2": 5}
CHEAT = {"hand 2": "2♠ 3♠ 4♥ 8♣ 9♦ 10♠ K♥ 6♦", "hand 3": "K♠ 2♦ 4♣ 5♥ 6♣ 7♥ 10♣ J♦"}
WHIST = {"trump": "♠", "tricks 1": 5, "tricks 2": 5}


@pytest.mark.one_in(2)
@pytest.mark.parametrize(
    ("id_", "players", "given", "expected"),
    [
        # The last player to a trick with the queen of spades doesn't take it, nor the last of a trick with hearts.
        (
            "hearts",
            4,
            HEARTS | {"trick": "9♠ Q♠ 3♠", "hand 1": "2♠ K♠ 5♦ 7♦", "hand 2": "J♠ 2♦ 9♦", "hand 3": "6♦ 8♦ K♦",
                      "hand 4": "10♠ 3♦ 10♦", "to move": 1},
            "play 2♠",
        ),
        # Who can't follow gives the queen of spades away, even if the first in the list is another.
        (
            "hearts",
            4,
            HEARTS | {"trick": "9♦ K♦ 3♦", "hand 1": "2♠ Q♠ 5♣ 7♣", "hand 2": "J♠ 2♦ A♣", "hand 3": "6♦ 8♦ K♣",
                      "hand 4": "10♠ 4♦ 10♣", "to move": 1},
            "play Q♠",
        ),
        # A wild eight goes on anything, so it waits until the five, which fits only now, is played.
        (
            "crazy-eights",
            2,
            {"pile": "5♣", "hand 1": "8♠ 5♥", "hand 2": "2♦ 9♠ K♦ 7♠", "to move": 1},
            "play 5♥",
        ),
        # Nobody leads the queen of spades, or a higher spade while she is out.
        (
            "hearts",
            4,
            HEARTS | {"hand 1": "Q♠ 3♦ 4♣ 9♦", "hand 2": "2♠ 8♦ K♣ 10♥", "hand 3": "5♠ 6♦ K♦ 7♣",
                      "hand 4": "10♠ J♦ 10♦ 9♣", "to move": 1},
            "play 3♦ or play 4♣ or play 9♦",
        ),
        (
            "hearts",
            4,
            HEARTS | {"hand 1": "K♠ 3♦ 4♣ 5♦", "hand 2": "2♠ 8♦ K♣ 10♥", "hand 3": "Q♠ 6♦ K♦ 7♣",
                      "hand 4": "10♠ J♦ 10♦ 9♣", "to move": 1},
            "play 3♦ or play 4♣ or play 5♦",
        ),
        # Who is void doesn't trump the partner's ace, and the third to a trick wins it with a high card.
        (
            "spades",
            4,
            BIDS | {"trick": "A♥ 4♥", "hand 1": "5♠ 3♣ 7♦ J♠", "hand 2": "6♥ 2♣ 9♦ Q♠", "hand 3": "Q♣ 8♦ 6♠",
                    "hand 4": "J♣ 10♦ 8♠", "to move": 1},
            "play 3♣ or play 7♦",
        ),
        (
            "whist",
            4,
            WHIST | {"trick": "2♥ 9♥", "hand 1": "A♥ 3♥ 4♣ 5♣", "hand 2": "6♥ 2♣ 9♦ Q♠",
                     "hand 3": "Q♣ 8♦ 6♠", "hand 4": "J♣ 10♦ 8♠", "to move": 1},
            "play A♥",
        ),
        # The last to a trick wins it as cheaply as possible.
        (
            "whist",
            4,
            WHIST | {"trick": "4♥ 9♥ 5♥", "hand 1": "A♥ J♥ 4♣", "hand 2": "6♥ 2♣", "hand 3": "Q♥ 8♦",
                     "hand 4": "K♥ 10♦", "to move": 1},
            "play J♥",
        ),
        # The seven of coins is worth a point and more.
        (
            "scopa",
            2,
            {"open": "coins-7 cups-3 batons-K", "hand 1": "cups-7 swords-2 swords-3",
             "hand 2": "cups-J swords-4 cups-5", "to move": 1},
            "take coins-7 with cups-7",
        ),
        # Twos and tens go on anything, so they wait.
        (
            "sh",
            2,
            {"deck": "4♣", "hand 1": "5♥ 2♠ 10♦", "hand 2": "6♥ 9♠ J♦", "pile": "3♣ 7♣ 9♣ K♣ 8♦ 6♦", "to move": 1},
            "play 5♥ or play 6♦",
        ),
        # A pair of eights is split, and somebody who has the rank to say doesn't lie: so do nearly all by the policy.
        (
            "blackjack",
            2,
            {"bet 1": 4, "hand 1 1": "8♣ 8♦", "bank": "6♦", "hole": "7♦", "rest": "stock", "to move": 1},
            "split",
        ),
        ("cheat", 3, CHEAT | {"hand 1": "A♠ 3♥ 5♣ 7♦ 9♣ J♠ Q♥ K♦", "due": "A", "to move": 1}, "claim A with A♠"),
        # The last card wins the hand at once.
        ("crazy-eights", 2, {"pile": "5♣", "hand 1": "5♥", "hand 2": "2♦ 9♠ K♦ 7♠", "to move": 1}, "play 5♥"),
    ],
)  # fmt: skip
def test_a_bot_plays_as_a_card_player_would(id_: str, players: int, given: dict[str, object], expected: str) -> None:
    game = parlour.load(id_)
    assert choice(game, game.position(given, players)) in expected.split(" or ")


GIN = {"discards": "9♣", "hand 2": "A♥ 3♥ 5♦ 6♦ 7♥ 8♣ 10♣ J♥ Q♥ K♥", "to move": 1}


@pytest.mark.one_in(2)
@pytest.mark.parametrize(
    ("given", "expected"),
    [
        # A card is worth taking if it makes a meld.
        ({"hand 1": "A♣ A♦ A♠ 4♠ 5♠ 9♦ 9♠ 2♣ K♠ Q♦"}, ("take 9♣",)),
        ({"hand 1": "A♣ A♦ A♠ 4♠ 5♠ 6♥ J♠ 2♣ K♠ Q♦"}, ("draw",)),
        # Of cards without a neighbour, a court card goes first.
        ({"drawn": True, "hand 1": "A♣ A♦ 2♥ 4♠ 5♠ 9♦ 9♠ 7♣ 8♦ K♠ 3♦"}, ("discard K♠",)),
        # A hand with two points left early on is good enough, and no points are better.
        ({"drawn": True, "hand 1": "A♣ A♦ A♠ 4♠ 5♠ 6♠ 9♦ 9♠ 9♥ 2♣ K♠"}, ("knock and discard K♠",)),
        ({"drawn": True, "hand 1": "A♣ A♦ A♠ 4♠ 5♠ 6♠ 7♠ 9♦ 9♠ 9♥ K♠"}, ("gin and discard K♠",)),
    ],
)
def test_players_of_gin_collect_melds(given: dict[str, object], expected: tuple[str, ...]) -> None:
    """So does a bot that only follows the policy."""
    game = parlour.load("gin-rummy")
    state = game.position(GIN | given, 2)
    witness = parlour.witnesses(state)[0]
    by_policy = {PolicyBot().choose(Seat(witness.view(state), witness.near_worlds), Random(seed)) for seed in range(8)}
    assert by_policy <= set(expected)
    assert choice(game, state) in expected


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


HEARTS_TRICK = {"broken": True, "tricks 1": 9, "hand 2": "J♠ 2♦ 9♦", "hand 3": "6♦ 8♦ K♦", "hand 4": "10♠ 3♦ 10♦"}
MOON = {"broken": True, "tricks 4": 9, "won 4": "Q♠ A♥ J♥ 6♥ 10♥ 4♥"}
SHITHEAD = {"deck": "4♣", "hand 1": "5♥ 2♠ 10♦", "hand 2": "6♥ 9♠ J♦", "pile": "3♣ 7♣ 9♣ K♣ 8♦ 6♦"}


@pytest.mark.parametrize(
    ("id_", "given", "expected"),
    [
        # Hearts: duck as high as possible, and give away what costs most; lead low.
        ("hearts", HEARTS_TRICK | {"trick": "9♠ Q♠ 3♠", "hand 1": "2♠ 8♠ K♠ 7♦"}, "play 8♠"),
        ("hearts", HEARTS_TRICK | {"trick": "9♥ K♥ 3♥", "hand 1": "2♠ Q♠ 5♣ A♣"}, "play Q♠"),
        ("hearts", HEARTS_TRICK | {"hand 1": "Q♠ 4♦ 5♣ A♣"}, "play 4♦"),
        # But nobody helps another player to shoot the moon: they keep a stopper, and take a heart with it.
        ("hearts", MOON | {"trick": "4♦ 9♦ Q♦", "hand 1": "2♥ 3♠ K♥"}, "play 3♠"),
        ("hearts", MOON | {"trick": "9♥ Q♥ 3♥", "hand 1": "2♥ 3♠ K♥"}, "play K♥"),
        # Whist: win as cheaply as possible, unless the partner wins anyway.
        ("whist", {"trump": "♠", "trick": "4♥ 9♥ 5♥", "hand 1": "A♥ J♥ 4♣"}, "play J♥"),
        ("whist", {"trump": "♠", "trick": "4♥ A♥ 5♥", "hand 1": "K♥ J♥ 4♣"}, "play J♥"),
        # Spades: leave the trick to an opponent who bid nil.
        ("spades", BIDS | {"bid 2": 0, "trick": "9♥ 4♥ 5♥", "hand 1": "A♥ J♥ 6♥", "tricks 1": 9}, "play 6♥"),
        # But nobody throws a king under an ace, or a trump under a partner's, because an opponent bid nil.
        ("spades", BIDS | {"bid 2": 0, "trick": "2♣ A♣", "hand 1": "5♣ K♣ 9♥"}, "play 5♣"),
        ("spades", BIDS | {"bid 4": 0, "trick": "9♣ Q♠ 6♣", "hand 1": "5♦ 10♥ J♠ K♠"}, "play 5♦"),
        # The partner of a player who bid nil plays high before them, and takes the trick from them.
        ("spades", BIDS | {"bid 3": 0, "hand 1": "4♦ A♦ 9♣", "trumps-broken": True}, "play A♦"),
        ("spades", BIDS | {"bid 3": 0, "trick": "9♥ 4♥", "hand 1": "3♥ 10♥ 5♣"}, "play 10♥"),
        # When both sides have what they bid, extra tricks only cost.
        ("spades", BIDS | {"tricks 1": 6, "tricks 2": 6, "trick": "9♥ 4♥ 5♥", "hand 1": "A♥ J♥ 6♥"}, "play 6♥"),
        # Scopa: take coins; Shithead: play low, and save the cards that go on anything.
        ("scopa", {"open": "coins-5 cups-3 batons-K", "hand 1": "cups-5 swords-3"}, "take coins-5 with cups-5"),
        ("sh", SHITHEAD, "play 5♥"),
        # Low cards of a rank go together.
        ("sh", SHITHEAD | {"hand 1": "5♥ 5♦ 10♦"}, "play 5♦ 5♥"),
        # Nobody keeps a card back who can go out, even if another player has won.
        ("sh", {"deck": "K♠", "rest": "out", "hand 1": "8♣ 8♦", "hand 2": "A♣ 4♦"}, "play 8♣ 8♦"),
    ],
)
def test_bots_without_a_thought_play_as_a_beginner(id_: str, given: dict[str, object], expected: str) -> None:
    game = parlour.load(id_)
    state = game.position(given | {"to move": 1}, 2 if id_ in ("scopa", "sh") else 4)
    assert preferred(state) == [expected]


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
    witness = parlour.witnesses(state)[2]
    thinker = Thinker(game.rollouts(3), games=2000)
    for seed in (20, 40):  # others looked much better for a while
        moves = thinker.expectations(Seat(witness.view(state), witness.near_worlds), Random(seed))
        assert moves[0].games == max(one.games for one in moves)


def test_a_bot_believes_a_claim_as_often_as_players_tell_the_truth_by_the_policy() -> None:
    """Nine in ten do if they can. Among all cards that could be in the hand, few are aces."""
    game = parlour.load("cheat")
    state = game.position(CHEAT | {"hand 1": "A♠ 3♥ 5♣ 7♦ 9♣ J♠ Q♥ K♦", "due": "A", "to move": 1}, 3)
    claimed, events = state.apply_recorded("claim A with A♠")
    witness = parlour.witnesses(state)[1].saw(events, claimed)

    def is_true(world: State) -> bool:
        return parlour.view(world.apply("doubt"), 2).zone("hand 2").size > 8

    near, exact = witness.near_worlds(200, 1), witness.worlds(200, 1)
    assert 0.83 < sum(map(is_true, near)) / 200 < 0.97
    assert sum(map(is_true, exact)) / 200 < 0.25
    assert all(witness.view(world) == witness.view(claimed) for world in near)
    thinker = Thinker(game.rollouts(3), games=FEW)
    assert thinker.choose(Seat(witness.view(claimed), witness.near_worlds), Random(1)) == "believe"


@pytest.mark.parametrize(("claim", "cards"), [("A♠", 1), ("A♠ 3♥", 2), ("A♠ 3♥ 5♣", 3)])
def test_a_bot_weighs_a_claim_by_how_rare_a_true_one_is(claim: str, cards: int) -> None:
    """Seat 2 doesn't know 44 cards with four aces, eight of which were in the hand. By the policy, nine in ten players
    with aces claim some of them, each set equally often, and the others any set of up to four cards that lies."""
    game = parlour.load("cheat")
    state = game.position(CHEAT | {"hand 1": "A♠ 3♥ 5♣ 7♦ 9♣ J♠ Q♥ K♦", "due": "A", "to move": 1}, 3)
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
