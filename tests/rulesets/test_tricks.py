"""The rules of the tricks family in all games with all options, and facts that no single position shows."""

from __future__ import annotations

from random import Random

import pytest

import laws
from parlour.base.diagnostics import has_errors
from parlour.game import Game, load
from parlour.mixing.compiler import Compiled
from parlour.states.state import State
from parlour.views.projection import Projector
from parlour.views.seen_events import CardsMoved
from scaffold.mixes import mixed, rules_for, values

HEARTS = ("hearts", "two-handed-hearts", "two-handed-hearts-replenished")
GAMES = (*HEARTS, "whist", "spades", "euchre", "auction-pitch", "chicago-bridge")
RULES = rules_for("table", "rounds", "tricks")
RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
HAVE_NEEDS = {  # the games that have what a rule needs, or need nothing that the rule replaces
    **dict.fromkeys(("jack-of-diamonds", "shooting-the-moon", "renege"), HEARTS),
    **dict.fromkeys(("bid-tricks", "sides-make-bids", "bags", "nil", "blind-nil", "nil-exchange"), ("spades",)),
    "hook": ("spades",),
    "exact-bids": (),
    **dict.fromkeys(("order-up", "going-alone", "makers-score", "defending-alone"), ("euchre",)),
    **dict.fromkeys(("stick-the-dealer", "farmers-hand", "call-no-trump", "canadian-loner"), ("euchre",)),
    **dict.fromkeys(("bid-points", "pitch-trump", "high-low-jack-game", "bidder-goes-out-first"), ("auction-pitch",)),
    **dict.fromkeys(("busto", "deals-each", "running-tally", "target-by-players"), (*GAMES[:-2], GAMES[-1])),
    **dict.fromkeys(("dummy", "contract-score", "four-deals", "honours", "goulash"), ("chicago-bridge",)),
    **dict.fromkeys(("no-redoubles", "part-scores-at-once", "passed-out-counts"), ("chicago-bridge",)),
    "bidding": ("spades", "euchre", "auction-pitch", "chicago-bridge"),
    "hearts-count": (*HEARTS, "whist", "euchre", "auction-pitch"),
    "odd-tricks-count": ("whist", "euchre", "auction-pitch"),
    "auction": (),
    "contract-auction": ("chicago-bridge",),
}
REFUSED = {
    **{(game, rule): "compose-needs" for rule, having in HAVE_NEEDS.items() for game in GAMES if game not in having},
    **{(game, "partners"): "players" for game in HEARTS[1:]},
}
NOT_DEALT_OUT = {
    *((game, "last-card-is-trump") for game in (*HEARTS[1:], "euchre", "auction-pitch")), ("whist", "benny")
}  # fmt: skip
TOLD = {"compose-used-already", "compose-group-replaced", "compose-advises", "option-without-rule"}


def game_of(compiled: Compiled) -> Game:
    assert compiled.composition is not None
    assert compiled.program is not None
    return Game(compiled)


ODD = [*dict.fromkeys([*REFUSED, *sorted(NOT_DEALT_OUT)])]
PLAYABLE = {rule: [game for game in GAMES if (game, rule) not in ODD] for rule in RULES}


@pytest.mark.one_in(8)
@pytest.mark.parametrize(("game", "rule"), [pair for pair in ODD if pair[1] in RULES])
def test_a_rule_that_does_not_fit_is_refused(game: str, rule: str) -> None:
    compiled = mixed(game, rule, options={"most-hands": 3})
    if (game, rule) in REFUSED:
        assert {finding.code for finding in compiled.findings} - TOLD == {REFUSED[game, rule]}
    else:
        with pytest.raises(ValueError, match="the last card can make trump only when the whole pack is dealt"):
            game_of(compiled).start(seed=1)


IN_TURN = [(games[number % len(games)], rule) for number, (rule, games) in enumerate(PLAYABLE.items()) if games]


@pytest.mark.one_in(16)
@pytest.mark.parametrize(("game", "rule"), IN_TURN)
def test_a_rule_can_be_played_in_a_game_that_it_fits(game: str, rule: str) -> None:
    """Each rule in one game, another one for each rule; `tests/bench/pairs.py` plays it everywhere."""
    compiled = mixed(game, rule, options={"most-hands": 3})
    assert {finding.code for finding in compiled.findings} <= TOLD
    assert laws.play(game_of(compiled).machine(), 1, Random(1), looks=20).ending


@pytest.mark.one_in(24)
@pytest.mark.parametrize("rule", [None, *RULES])
def test_every_value_of_every_option_can_be_played(rule: str | None) -> None:
    game = next(g for g in ("two-handed-hearts", "hearts", *GAMES[3:], "french-tarot") if (g, rule) not in REFUSED)
    composition = mixed(game, *([rule] if rule else [])).composition
    assert composition is not None
    for setting in composition.options.values():
        if setting.document.id == rule or (rule is None and setting.document.kind != "rule"):
            for value in values(setting):
                name = f"{rule}.{setting.name}" if rule else setting.name
                compiled = mixed(game, *([rule] if rule else []), options={name: value})
                assert not has_errors(compiled.findings), f"{name}: {value}"


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
