"""Worlds: states that a seat can't tell from the true one, as likely as an enumeration says, whatever the truth is."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cache
from itertools import permutations
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest

import parlour
from laws_of_worlds import cards_of, worlds_look_the_same
from parlour.states.moves import Move
from parlour.states.state import State, Table
from parlour.table.layout import RANDOM, STACKED
from parlour.views import Witness, witnesses
from scaffold.files import write

GAMES = [
    "animalball-cutthroat", "auction-pitch", "bartok", "big-two", "chaos-sh", "cheat", "chicago-bridge", "crazy-eights",
    "cribbage", "ct", "ctg", "durak", "egyptian-ratscrew", "euchre", "five-card-draw", "french-tarot", "gin-rummy",
    "hearts", "last-one", "president", "red-and-black", "ruse", "scopa", "scopone", "sh", "spades",
    "trevor-cut-throat", "two-handed-hearts", "whist",
]  # fmt: skip

DECK = """\
deck: small
title: Small
suits:
  sun: {{}}
  moon: {{}}
  star: {{}}
ranks: [1..{ranks}]
cards: [{{suits: all, ranks: all}}]
"""
TABLE = """\
extends: table
deck: {pack: small, each: game}
zones:
  hand(player): {seen: owner, text: hand}
  stock: {ordered: true, seen: nobody, text: draw pile}
  pile: {ordered: true, seen: top, text: pile}
state:
  up: {type: player, each: game, seen: everybody, text: who plays}
names: {p: player, c: card}
endings: {done: It is over.}
"""


def game(id_: str, players: int, hand: int, last: str, prompts: str, first: str = "") -> str:
    """Return a game in which players answer `act` in turn as often as its last loop says, after a deal and first steps.
    """
    return f"""\
game: {id_}
title: {id_.title()}
players: {players}
{TABLE}
stages:
  game: |
    shuffle box into stock
    deal {hand} from stock to each hand from players.first
    up = players.first
    {first or "nothing"}
    resume here with up
    {last}:
      ask act(up)
      up = next(up)
    end game as done
prompts:
{prompts}"""


FOLLOW = game("follow", 3, 3, "while hand(up) has cards", """\
  act(p): |
    play for c in hand(p) where pile is empty or follows(p, c): move c to pile
    pass only if nothing else: nothing
functions:
  led(): pile.bottom.suit
  follows(p, c): c.suit == led() or no d in hand(p) where d.suit == led()
""")  # fmt: skip
DRAW = game("draw", 2, 2, "while hand(up) has cards and stock has cards", """\
  act(p): |
    play for c in hand(p) where c.suit == pile.top.suit or c.rank == pile.top.rank: move c to pile
    draw only if nothing else: move stock.top to hand(p)
""", "move stock.top to pile")  # fmt: skip
BOAST = game("boast", 2, 3, "repeat 4 times", """\
  act(p): |
    boast if (sum pips(c.rank) for c in hand(p)) >= 7: nothing
    pass only if nothing else: nothing
""")  # fmt: skip
GIVE = game("give", 3, 2, "repeat 3 times:\n      ask give(up)\n      up = next(up)\n    while hand(up) has cards", """\
  give(p): |
    give for c in hand(p): move c to hand(next(p))
    keep only if nothing else: nothing
  act(p): |
    play for c in hand(p) where no d in hand(p) where d.rank < c.rank: move c to pile
    pass only if nothing else: nothing
""")  # fmt: skip


@cache
def small(text: str, ranks: int) -> Table:
    with TemporaryDirectory() as folder:
        write(Path(folder) / "small.yaml", DECK.format(ranks=ranks))
        game = parlour.load(
            write(Path(folder) / "game.yaml", text), library=parlour.Library.standard().over([Path(folder)])
        )
        return game.table(game.program.players[0])


@pytest.mark.one_in(15)
@pytest.mark.parametrize("id_", GAMES)
def test_a_seat_cannot_tell_worlds_from_the_true_state(id_: str) -> None:
    game = parlour.load(id_)
    count = worlds_look_the_same(game.table(game.program.players[0]), 1, 10, 5, 6)
    assert count.different > count.worlds / 2


# ---------------------------------------------------------------- as an enumeration


@dataclass(frozen=True)
class Played:
    """A game as one seat saw it."""

    state: State
    witness: Witness

    def after(self, move: Move) -> Played:
        state, events = self.state.apply_recorded(move)
        return Played(state, self.witness.saw(events, state))

    def looks_like(self, other: Played) -> bool:
        ours, theirs = self.witness, other.witness
        return ours.history == theirs.history and ours.view(self.state) == theirs.view(other.state)


def dealt(table: Table, order: list[int], seat: int) -> Played:
    cells, events = table.machine.start_recorded(1, order=order)
    state = State(table, cells)
    return Played(state, Witness.at(table, seat).saw(events, state))


def played(table: Table, seat: int, seed: int, moves: int) -> tuple[Played, list[Played]]:
    """Play some moves. Return the game, and every course of it, of all deals and all choices of other players, that the
    seat can't tell from it."""
    chooser = Random(seed)
    order = chooser.sample(range(table.machine.layout.pack.size), table.machine.layout.pack.size)
    true = dealt(table, order, seat)
    hidden = [order.index(c) for c in true.witness.unseen(true.state)]
    paths = []
    for cards in permutations([order[k] for k in hidden]):
        other = list(order)
        for k, card in zip(hidden, cards, strict=True):
            other[k] = card
        path = dealt(table, other, seat)
        paths += [path] if path.looks_like(true) else []
    for _ in range(moves):
        own = true.state.question.seat == seat
        move = chooser.choice(true.state.question.legal)
        true = true.after(move)
        later = (path.after(m) for path in paths for m in path.state.question.legal if not own or m.text == move.text)
        paths = [path for path in later if path.looks_like(true)]
    return true, paths


def plain(state: State) -> tuple[int, ...]:
    """The cells of a state, without those of chance."""
    return tuple(0 if cell in (RANDOM, STACKED) else v for cell, v in enumerate(state.cells))


@pytest.mark.parametrize(
    ("text", "seed", "moves"), [(FOLLOW, 4, 3), (FOLLOW, 0, 5), (DRAW, 1, 4), (BOAST, 1, 2), (BOAST, 4, 2)]
)
def test_worlds_are_as_frequent_as_in_an_enumeration(text: str, seed: int, moves: int) -> None:
    true, paths = played(small(text, 3), 1, seed, moves)
    expected = Counter(plain(path.state) for path in paths)
    n = 12 * len(expected) + 200
    worlds = Counter(plain(world) for world in true.witness.worlds(n, seed))
    assert worlds.keys() <= expected.keys(), "every world has a course that the seat can't tell from the true one"
    chi_square = sum((worlds[cells] - n * c / len(paths)) ** 2 / (n * c / len(paths)) for cells, c in expected.items())
    free = len(expected) - 1
    assert free >= 2
    assert chi_square < free * (1 - 2 / (9 * free) + 2.33 * (2 / (9 * free)) ** 0.5) ** 3, "p > 0.01"


@pytest.mark.parametrize("seed", range(4))
def test_worlds_reach_every_course_with_unseen_choices(seed: int) -> None:
    true, paths = played(small(GIVE, 2), 1, seed, 3 + seed)
    worlds = {plain(world) for world in true.witness.worlds(600, seed)}
    assert worlds == {plain(path.state) for path in paths}


@pytest.mark.parametrize(
    ("text", "ranks", "seed", "moves"),
    [(FOLLOW, 3, 4, 3), (DRAW, 3, 1, 4), (BOAST, 3, 1, 2), (GIVE, 2, 1, 4), (GIVE, 2, 4, 5)],
)
def test_worlds_do_not_depend_on_the_truth(text: str, ranks: int, seed: int, moves: int) -> None:
    true, paths = played(small(text, ranks), 1, seed, moves)
    worlds = [world.cells for world in true.witness.worlds(20, 7)]
    others = [path for path in paths if plain(path.state) != plain(true.state)]
    assert others
    for path in others[:10]:
        assert [world.cells for world in path.witness.worlds(20, 7)] == worlds


def test_nobody_gets_a_card_of_a_suit_that_they_did_not_follow() -> None:
    table, chooser, voids = parlour.load("whist").table(4), Random(2), 0
    state, events = table.start_recorded(2)
    seats = witnesses(state, events)
    lacking: dict[int, set[str]] = {seat: set() for seat in range(1, 5)}
    for _ in range(36):
        seat, led = state.question.seat, parlour.view(state, 1).zone("trick").cards
        move = chooser.choice(state.question.legal)
        card = move.chosen["c"]
        assert isinstance(card, str)
        if led and led[0].card[-1] != card[-1]:
            lacking[seat].add(led[0].card[-1])
            voids += 1
        state, events = state.apply_recorded(move)
        seats = tuple(witness.saw(events, state) for witness in seats)
        for world in seats[0].worlds(5, voids):
            for q in (2, 3, 4):
                suits = {card.card[-1] for card in parlour.view(world, q).zone(f"hand {q}").cards}
                assert not suits & lacking[q]
    assert voids > 5


@pytest.mark.parametrize("moves", [12, 36])
def test_worlds_fit_and_differ_after_many_answers_that_rule_out_most_deals(moves: int) -> None:
    """Most fit, so they decide what a bot thinks, and most are worlds that it didn't have before."""
    table, chooser = parlour.load("go-fish").table(2), Random(1)
    state, events = table.start_recorded(1)
    seats = witnesses(state, events)
    for _ in range(moves):
        state, events = state.apply_recorded(chooser.choice(state.question.legal))
        seats = tuple(witness.saw(events, state) for witness in seats)
    worlds = seats[state.question.seat - 1].near_worlds(24, 1)
    assert sum(world.fits for world in worlds) > 12
    assert len({cards_of(world) for world in worlds}) >= 12


def test_who_bids_more_holds_better_cards_in_most_worlds_of_a_bot_until_cards_are_played() -> None:
    """By the policy, no card is worth more than a trick, so four tricks more need four good cards more: aces, kings or
    trumps. A quarter of that is enough here. Exact worlds only follow from what is possible."""
    table = parlour.load("spades").table(4)
    begun, dealt = table.start_recorded(1)
    seat = begun.question.seat

    def good(bid: str, play: bool = False, exact: bool = False) -> float:
        state, events = begun, dealt
        witness = witnesses(state, events)[(seat + 1) % 4]  # the partner
        for move in (bid, "bid 3", "bid 2", "bid 2"):
            if state.question.seat == witness.seat and not play:
                break
            state, events = state.apply_recorded(move)
            witness = witness.saw(events, state)
        if play:
            state, events = state.apply_recorded(state.question.legal[0])
            witness = witness.saw(events, state)
        worlds = witness.worlds(60, 1) if exact else witness.near_worlds(60, 1)
        hands = [parlour.view(world, seat).zone(f"hand {seat}").cards for world in worlds]
        return sum(card.card[-1] == "♠" or card.card[0] in "AK" for hand in hands for card in hand) / 60

    assert good("bid 5") > good("bid 1") + 1
    for alike in ({"exact": True}, {"play": True}):
        assert abs(good("bid 5", **alike) - good("bid 1", **alike)) < 0.5


def test_worlds_follow_from_the_seed_and_have_new_chance() -> None:
    table = parlour.load("crazy-eights").table(2)
    state, events = table.start_recorded(3)
    witness = witnesses(state, events)[0]
    worlds = witness.worlds(8, 5)
    assert worlds == witness.worlds(8, 5)
    assert worlds != witness.worlds(8, 6)
    assert len({world.cells[RANDOM] for world in worlds}) == 8


def test_worlds_do_not_depend_on_positions_that_the_rules_saved() -> None:
    """They name cards that the seat doesn't see."""
    table = parlour.load("cts").table(2)
    state, events = table.start_recorded(1)
    layout = table.machine.layout
    position = [state.cells[cell] for part in layout.positions for cell in range(part.start, part.stop)]
    cells = list(state.cells)
    for saved in layout.checkpoints:
        cells[saved] = position
    one, other = (Witness.at(table, 1).saw(events, each).worlds(8, 1) for each in (state, State(table, cells)))
    assert cells != list(state.cells)
    assert [world.cells for world in one] == [world.cells for world in other]


def test_a_stacked_pack_is_not_known() -> None:
    game = parlour.load("crazy-eights")
    pack = [f"{rank}{suit}" for suit in "♣♦♥♠" for rank in ("A", *range(2, 11), "J", "Q", "K")]
    state = game.start(players=2, seed=1, pack=pack)
    assert all(world.cells[STACKED] == 0 for world in witnesses(state)[0].worlds(3, 1))


def test_a_witness_who_has_seen_nothing_has_no_worlds() -> None:
    table = parlour.load("crazy-eights").table(2)
    with pytest.raises(parlour.StateError, match="seat 2 has seen nothing yet: `saw` tells it about a state"):
        Witness.at(table, 2).worlds(1, 1)
