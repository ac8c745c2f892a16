"""Facts about the tricks family that no single position shows."""

from random import Random

import pytest

from parlour.game import load
from parlour.states.state import State
from parlour.views.projection import Projector
from parlour.views.seen_events import CardsMoved

HEARTS = ("hearts", "two-handed-hearts", "two-handed-hearts-replenished")
RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]


def dealers_of_the_second_game(by: str) -> set[tuple[int, int]]:
    """Return who dealt the last hand of the first game, and who the first of the second, for some seeds."""
    found = set()
    for seed in range(12):
        state = load("two-handed-hearts", options={"to-a-target.target": 1, "next-game-deal.by": by}).start(seed=seed)
        chooser = Random(seed)
        before = dealer(state)
        while games_won(state) == 0:
            before = dealer(state)
            state = state.apply(chooser.choice(state.question.legal))
        found.add((before, dealer(state)))
    return found


def cells(state: State, name: str) -> list[int]:
    layout = state.table.machine.layout
    number = next(i for i, v in enumerate(layout.program.variables) if v.name == name)
    array = layout.variables[number]
    return list(state.cells[array.at : array.at + array.size])


def dealer(state: State) -> int:
    return cells(state, "dealer")[0] + 1


def games_won(state: State) -> int:
    return sum(cells(state, "wins"))


@pytest.mark.proves("hearts2.match.two-of-three")
def test_a_new_cut_lets_chance_decide_who_deals_the_next_game() -> None:
    assert dealers_of_the_second_game("turn") == {(1, 2), (2, 1)}
    assert dealers_of_the_second_game("new-choice") == {(1, 1), (1, 2), (2, 1), (2, 2)}


def test_the_higher_card_of_the_new_cut_deals() -> None:
    game = load("two-handed-hearts", options={"to-a-target.target": 1, "next-game-deal.by": "new-choice"})
    for seed in range(5):
        state, chooser = game.start(seed=seed), Random(seed)
        cut: list[str] = []
        while games_won(state) == 0:
            state, events = state.apply_recorded(chooser.choice(state.question.legal))
            seen = Projector(state.table.machine, 0).all(events)
            cut = [str(card.card) for e in seen if isinstance(e, CardsMoved) and e.target in ("cut 1", "cut 2")
                   for card in e.cards]  # fmt: skip
        ranks = [RANKS.index(card[:-1]) for card in cut[-2:]]
        assert len(cut) >= 2
        assert dealer(state) == (1 if ranks[0] > ranks[1] else 2)


@pytest.mark.one_in(8)
@pytest.mark.parametrize("taking_back", ["never", "before-the-next-card"])
@pytest.mark.parametrize("found", ["claimed-or-at-the-end", "at-once", "claimed"])
@pytest.mark.parametrize("game", HEARTS)
def test_whoever_reneges_claims_and_takes_back_as_often_as_possible_comes_to_an_end(
    game: str, found: str, taking_back: str
) -> None:
    agreed = {"renege.found": found, "renege.taking-back": taking_back, "renege.hand": "is-played-out"}
    state = load(game, with_=["renege"], options={**agreed, "most-hands": 6}).start(seed=2)
    chooser = Random(3)
    tried = 0
    while not state.over:
        if state.question.tries:
            tried += 1
            state = state.apply(chooser.choice(state.question.tries))
        else:
            legal = [str(move) for move in state.question.legal]
            eager = [move for move in legal if move.startswith(("claim", "take back"))]
            state = state.apply(chooser.choice(eager or legal))
    assert tried


@pytest.mark.parametrize("game", ["two-handed-hearts-replenished", "two-handed-hearts"])
def test_all_points_are_shared_out_where_the_whole_pack_is_played(game: str) -> None:
    playing = load(game, without=["jack-of-diamonds", "shooting-the-moon", "to-a-target", "best-of"])
    found = set()
    for seed in range(20):
        state, chooser = playing.start(seed=seed), Random(seed)
        while not state.over:
            state = state.apply(chooser.choice(state.question.legal))
        found.add(sum(cells(state, "score")))
    assert found == {26} if game.endswith("replenished") else min(found) < 13 and max(found) <= 26
