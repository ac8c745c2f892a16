"""Last One beyond single positions: its target, its chances, what a pass hides, and that every game ends."""

from collections import Counter
from collections.abc import Mapping
from itertools import product
from random import Random

import pytest

from parlour.game import load
from parlour.states.state import State
from parlour.table.events import Worded
from parlour.table.saves import SaveError
from parlour.views import view

RANKS = ["A", *map(str, range(2, 11)), "J", "Q", "K"]
ALL = [*(f"{rank}{suit}" for rank, suit in product(RANKS, "♣♦♥♠")), "Jk", "Jk"]


def packed(cards: str) -> list[str]:
    """Return a pack with these cards on top."""
    top = cards.split()
    return [*top, *(Counter(ALL) - Counter(top)).elements()]


def dealt(cards: str, seed: int, options: Mapping[str, str] | None = None) -> State:
    """Deal four cards each to three players; the seed decides who deals."""
    state = load("last-one", options=options or {}).start(players=3, seed=seed, pack=packed(cards))
    return state.apply("deal 4")


@pytest.mark.proves("lastone.busto.target")
def test_the_target_stays_as_it_was_agreed() -> None:
    """Nobody can continue a game saved with another target."""
    begun = load("last-one", options={"target": 200})
    kept = begun.start(players=3, seed=1).apply("deal 5").to_json()
    assert begun.restore(kept).question is not None
    with pytest.raises(SaveError, match="other options"):
        load("last-one", options={"target": 100}).restore(kept)


@pytest.mark.proves("lastone.risk.draw-cycle")
def test_a_hand_of_nothing_but_draws_ends_like_a_blocked_one() -> None:
    """Nobody ever plays a card, so after a hundred turns everybody's cards count and put everybody out."""
    table = load("last-one", options={"turns": 100}).table(2)
    state, words = table.start(1), [ending for ending, _ in table.machine.program.endings]
    said: list[str] = []
    while not state.over:
        legal = state.question.legal
        state, events = state.apply_recorded(next((move for move in legal if move.text == "draw"), legal[0]))
        said += [words[event.ending] for event in events if isinstance(event, Worded)]
    assert said == ["turn-limit", "last-in"]
    assert state.outcome.values["hands"] == 1


@pytest.mark.proves("lastone.risk.match-without-progress")
def test_a_game_in_which_nobody_is_ever_put_out_ends() -> None:
    """If nobody reaches the target, the lowest score wins after the agreed number of hands."""
    state = load("last-one", options={"target": 10000, "most-hands": 3}).start(players=2, seed=1)
    chooser = Random(1)
    while not state.over:
        state = state.apply(chooser.choice(state.question.legal))
    assert state.outcome.ending == "hand-limit"
    assert state.outcome.values["hands"] == 3


# Round the table from the dealer's left: the first has 5♠, the second a joker, and 4♠ is turned up.
BOTH_COULD = "5♠ Jk 7♦ 9♠ 10♥ K♦ 7♠ 9♥ 10♦ 10♠ K♥ 6♦ 4♠"


@pytest.mark.proves("lastone.melee.poll-order")
def test_the_lot_may_fall_on_anybody_who_would_go_on() -> None:
    laid = Counter[str]()
    for seed in range(30):
        state = dealt(BOTH_COULD, seed, {"first": "by-lot"})
        for _ in range(2):  # whichever of the two sits in front
            state = state.apply("play 5♠" if "play 5♠" in map(str, state.question.legal) else "play Jk as 5♠")
        pile = view(state, 1).zone("pile")
        assert pile is not None
        laid[pile.cards[-1].card] += 1
        zones = [zone for seat in (1, 2, 3) if (zone := view(state, 1).zone(f"hand {seat}")) is not None]
        assert sum(zone.size or 0 for zone in zones) == 11, "the other card is still in its hand"
    assert set(laid) == {"5♠", "Jk as 5♠"}


@pytest.mark.proves("lastone.missing.visibility", "lastone.melee.poll-order")
def test_a_pass_in_a_melee_does_not_tell_whether_the_card_was_there() -> None:
    """The second player to the left has 5♠ in one game and 5♥ in the other, and passes in both."""
    with_it = dealt("6♠ 5♠ 7♦ 9♠ 10♥ K♦ 7♠ 9♥ 10♦ 10♠ K♥ 6♦ 4♠", seed=1)
    without = dealt("6♠ 5♥ 7♦ 9♠ 10♥ K♦ 7♠ 9♥ 10♦ 10♠ K♥ 6♦ 4♠", seed=1)
    passing = without.question.seat % 3 + 1
    for _ in range(2):
        for seat in {1, 2, 3} - {passing}:
            assert view(with_it, seat) == view(without, seat)
        with_it, without = with_it.apply("pass"), without.apply("pass")
    for seat in {1, 2, 3} - {passing}:
        assert view(with_it, seat) == view(without, seat)


@pytest.mark.proves("lastone.risk.poll-timeouts", "lastone.risk.stack-loop", "lastone.risk.two-player-skip-loop")
@pytest.mark.parametrize("players", [2, 3, 6])
def test_whoever_is_asked_in_a_melee_or_on_a_three_can_decline(players: int) -> None:
    state, chooser = load("last-one").start(players, seed=players), Random(players)
    asked = Counter[str]()
    while not state.over:
        legal = {move.text for move in state.question.legal}
        wording = state.question.wording or ""
        if "melee" in wording:
            assert "pass" in legal
            asked["melee"] += 1
        elif "leave it" in legal:
            assert "draw" not in legal
            asked["three"] += 1
        state = state.apply(chooser.choice(state.question.legal))
    assert asked["melee"] > 0
    assert asked["three"] > 0
    assert len(state.outcome.winners) == 1
