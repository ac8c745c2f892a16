"""Hints: what they say of the moves, and how sure it is."""

import re
from math import sqrt
from pathlib import Path
from random import Random
from threading import Event

import pytest

from parlour import Session, State, load
from parlour.bots import Level, Seat
from parlour.bots.standings import Scored
from parlour.bots.thinker import Expectation, RuleApplied, Thinker
from parlour.play.hinting import hint_lines
from parlour.playouts.player import StopSign
from parlour.session.session import HINTS
from parlour.views import Witness
from scaffold.small_games import DICE, FAIR, GAME, HIGHER, RACE, asked, first_player, known, race, small
from scaffold.terminal import run


def test_a_hint_at_the_terminal_says_what_is_best(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("parlour.bots.thinker.LEVELS", {HINTS: Level(300, 1000)})
    monkeypatch.chdir(tmp_path)
    Path("frame.yaml").write_text(DICE, encoding="utf-8")
    Path("sticks.yaml").write_text(GAME.replace("stick-games", "./frame.yaml"), encoding="utf-8")
    printed = run("play", "./sticks.yaml", "--set", "sticks=3", typed=["hint", "take 1", "q", "n"])
    words = " ".join(printed.out.split())
    best = "`take 3` is clearly better than your other moves. With `take 3`, you win about 100 of 100 games (give or "
    assert best in words
    assert re.search(r"`take 1`: \d\d fewer \(give or take \d+\) `take 2`: 100 fewer \(give or take \d+\)", words)


def test_the_same_position_gets_the_same_hint(tmp_path: Path) -> None:
    """Whatever time a bot has: this one is stopped by the clock, after other numbers of games."""
    session = Session(load("hearts"), ["human", *["bot"] * 3], 3)
    while session.state.question.seat != 1:
        session.play(session.bot_move())
    hint = session.hint(2)
    assert session.hint(2) == hint
    session.play(hint[0].move)
    assert {one.move for one in session.hint(2)} <= {move.text for move in session.state.question.legal}


def test_a_hint_in_a_hurry_makes_no_later_one_forget() -> None:
    """The first one has no time to remember. The players that lack a suit by then lack it in all later worlds."""
    hurried, other = (Session(load("whist"), ["human"] * 4, 3) for _ in range(2))
    for session in (hurried, other):
        while len(session.record.moves) < 30 or (at := session.state.question).seat != 1 or len(at.legal) == 1:
            session.play(session.state.question.legal[0])
    over = Event()
    over.set()
    hurried.hint(1, over)
    own, seen = (session.witness(1).near_worlds(3, 1) for session in (hurried, other))
    assert own == seen


def test_a_hint_counts_the_points_of_this_hand() -> None:
    """One or three, and two by luck; the other player gets two. The hands before don't count."""
    game = race(goal=600)
    state, events = game.start_recorded(2, 1)
    witness = Witness.at(state.table, 1).saw(events, state)
    for _ in range(5):
        state, events = state.apply_recorded("much")
        witness = witness.saw(events, state)
    thinker = Thinker(game.rollouts(2, native=False), games=400)
    for one in thinker.expectations(known(state, witness), Random(1)):
        own = {"little": 3, "much": 5}[one.move]
        assert one.score is not None
        assert one.score.name == "score"
        assert (one.score.own, one.score.others) == pytest.approx((own, 2), abs=0.5)


def test_moves_that_bring_the_same_in_each_game_are_the_same() -> None:
    documents = {"frame.yaml": RACE.replace("gain(side(p)) += 3", "gain(side(p)) += 1"), "fair.yaml": FAIR}
    moves = first_player(load("fair", documents=documents))
    assert [(one.same, one.behind, one.worse) for one in moves] == [(True, 0, False)] * 2


def test_a_margin_contains_how_well_it_is_known_what_scores_are_worth() -> None:
    """Without luck that counts, all its games end alike. A few matches leave open what its points are worth."""
    frame = RACE.replace("random 0..4", "0 if s == side(players.first) else 2\n      let die = random 1..6")
    documents = {"frame.yaml": frame, "fair.yaml": FAIR}
    best, other = first_player(load("fair", documents=documents, options={"goal": 20}))
    alike = 1.96 * sqrt(0.1) / best.games
    assert best.margin > 2 * alike
    assert other.behind_margin > 2 * alike


def test_games_that_share_a_world_count_less() -> None:
    """The card of the other player decides. If eight games share a world, there are eight times fewer cards."""
    game = small(HIGHER)
    state, events = game.start_recorded(2, 5)
    witness = Witness.at(state.table, 1).saw(events, state)

    def margin(times: int) -> float:
        def worlds(n: int, seed: int, stopped: StopSign) -> list[State]:
            return [world for world in witness.near_worlds(-(-n // times), seed, stopped) for _ in range(times)][:n]

        thinker = Thinker(game.rollouts(2, native=False), games=40)
        return max(one.margin for one in thinker.expectations(Seat(witness.view(state), worlds), Random(1)))

    assert margin(8) > 1.5 * margin(1)


def test_matches_that_nobody_wins_do_not_make_points_bad() -> None:
    """The bank often wins at Blackjack. Whoever wins beside it has the most chips."""
    usual = Thinker(load("blackjack").rollouts(2), games=100).standings.usual()
    assert usual is not None
    assert usual.weights[0] > 0


def test_a_hint_counts_what_changes_in_a_hand() -> None:
    """At whist, a hand brings points, and only some hands a game."""
    game = load("whist")
    state = game.start(4, 1)
    while len(state.question.legal) < 2:
        state = state.apply(state.question.legal[0])
    hint = Thinker(game.rollouts(4), games=100).expectations(asked(state), Random(1))
    assert {one.score and one.score.name for one in hint} == {"score"}


def far(move: str, behind: float, margin: float, **rest: object) -> Expectation:
    return Expectation(move, 0.5 - behind, 0.02, 400, behind, margin, **rest)  # type: ignore[arg-type]


HAND = Scored("score", 5.72, 6.81, 3)
BEST = Expectation("play 4♠", 0.5, 0.021, 1234, score=HAND, usual=True)
QUEEN = RuleApplied("The queen counts 13", 0.61, 0.38)
HINTS_IN_WORDS = {
    "no choice": (
        [Expectation("pass", 0.5, 1, 0)], "You have only one move.",
    ),
    "hardly any games": (
        [Expectation("pass", 0.5, 0.4, 2, usual=True), Expectation("draw", 1, 0.3, 2, -0.5, 0.6)],
        "There was time for only 2 games with each move: too few to compare them. "
        "A bot would choose `pass`: the policy of the rules prefers it.",
    ),
    "time for one of several moves": (
        [Expectation("pass", 0.5, 1, 1)],
        "There was time for only one game with one of your moves: too few to compare them. A bot would choose `pass`.",
    ),
    "everything is known": (
        [Expectation("pass", 1, 0, 1, sure=True), Expectation("draw", 0, 0, 1, 1, sure=True)],
        "`pass` is clearly better than `draw`. With `pass`, you win about 100 of 100 games (give or take 0). "
        "`draw`: 100 fewer (give or take 0) You know all cards, so I looked at all that can happen, if nobody makes a "
        "mistake.",
    ),
    "one of two is far better": (
        [Expectation("pass", 0.5, 0.04, 100), far("draw", 0.25, 0.05)],
        "`pass` is clearly better than `draw`. With `pass`, you win about 50 of 100 games (give or take 4). "
        "`draw`: 25 fewer (give or take 5) I played 100 games, with cards that you can't rule out. "
        "After your move, all followed the policy.",
    ),
    "better for sure, but hardly; and what makes the difference": (
        [BEST, far("play Q♠", 0.02, 0.01, score=Scored("score", 9, 5, 3), rule=QUEEN), far("play 2♠", 0.006, 0.004)],
        "`play 4♠` is a little better than your other moves. With `play 4♠`, you win about 50 of 100 matches (give or "
        "take 2). In this hand: score +5.7 for you, +6.8 for each of the others. "
        "`play 2♠`: 0.6 fewer (give or take 0.4) `play Q♠`: 2 fewer (give or take 1); score +9.0 "
        "“The queen counts 13” applies in 61 of 100 games, after "
        "`play 4♠` in 38 I played 1,234 games to the end of this hand, with cards that you can't rule out. "
        "After your move, all followed the policy.",
    ),
    "better for sure, by a difference that hardly matters": (
        [Expectation("pass", 0.5, 0.04, 4000), far("draw", 0.002, 0.001)],
        "`pass` is hardly better than `draw`. With `pass`, you win about 50 of 100 games (give or take 4). "
        "`draw`: 0.2 fewer (give or take 0.1) I played 4,000 games, with cards that you can't rule out. "
        "After your move, all followed the policy.",
    ),
    "nothing separates the moves, and no other order is claimed": (
        [BEST, far("play 5♠", -0.01, 0.03), far("play 3♠", 0.02, 0.03)],
        "None of your moves is clearly better. A bot would choose `play 4♠`: the policy of the rules prefers it. "
        "With `play 4♠`, you win about 50 of 100 matches (give or take 2). In this hand: score +5.7 for you, +6.8 for "
        "each of the others. I played 1,234 games to the end of this hand, with cards that you can't rule out. "
        "After your move, all followed the policy.",
    ),
    "the same, whatever a player does; they can win together, and what they saw is unlikely": (
        [Expectation("high", 0.3, 0.03, 64, same=True, fits=False, together=True), far("low", 0, 0.01, same=True)],
        "It doesn't matter what you do: the games end alike. With `high`, you win about 30 of 100 "
        "games, alone or with others (give or take 3). I played 64 games, with cards that you can't rule out. "
        "After your move, all followed the policy. "
        "The cards in these games fit most of what you saw, but not all of it: no better ones turned up.",
    ),
    "no move wins": (
        [Expectation("high", 0, 0.03, 64, same=True), Expectation("low", 0, 0.03, 36, 0, 0.01, same=True)],
        "You won none of the 100 games that I tried, whatever you did first. A bot would choose `high`. "
        "I played them, with cards that you can't rule out. After your move, all followed the policy.",
    ),
    "no move wins the match, and the policy prefers one": (
        [Expectation("high", 0, 0.03, 64, score=HAND, usual=True), Expectation("low", 0, 0.03, 64, score=HAND)],
        "You won none of the 128 games that I tried, whatever you did first. A bot would choose `high`: the policy of "
        "the rules prefers it. I played them to the end of this hand, with cards that you can't rule out. "
        "After your move, all followed the policy.",
    ),
    "some may be as good": (
        [
            Expectation("bid 1", 0.5, 0.02, 99), *(far(f"bid {n}", 0.01, 0.02) for n in range(2, 7)),
            far("nil", 0.3, 0.1),
        ],
        "`bid 1`, `bid 2`, `bid 3` and 3 more may be equally good. Your other moves are worse. "
        "A bot would choose `bid 1`, which brought most. With `bid 1`, you win about 50 of 100 games (give or take 2). "
        "`nil`: 30 fewer (give or take 10) I played 99 games, with cards that you can't rule out. "
        "After your move, all followed the policy.",
    ),
    "some are the same": (
        [Expectation("5♣", 0.5, 0.02, 99, same=True), far("5♦", 0, 0.01, same=True), far("9♦", 0.3, 0.1)],
        "`5♣` and `5♦` are equally good: the games end alike. Your other moves are worse. "
        "With `5♣`, you win about 50 of 100 games (give or take 2). `9♦`: 30 fewer (give or take 10) "
        "I played 99 games, with cards that you can't rule out. After your move, all followed the policy.",
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", HINTS_IN_WORDS)
def test_a_hint_in_words(case: str) -> None:
    moves, words = HINTS_IN_WORDS[case]
    assert " ".join(" ".join(hint_lines(moves)).split()) == words


def test_a_hint_names_the_rule_that_makes_the_difference() -> None:
    """The first player wins if five sticks are ever left. Of nine, they are later in 16 of 27 games after one is taken,
    in 4 of 9 after two, in 3 of 9 after three. That a drink follows taking one says nothing but the move itself."""
    frame = DICE.replace("if left == 0:", "if left == 5: toast()\n      if left == 8: drink()\n      if left == 0:")
    frame = frame.replace("champions = [up]", "champions = [next(players.first)]")
    rule = "rule: {0}s\ntitle: {0}s\nfor: stick-games\ntext: Sticks are left.\nprocedures:\n  {0}():\n    instead: |\n"
    toasts = rule.format("toast") + "      champions = [players.first]\n      end game\n"
    drinks = rule.format("drink") + "      glasses += 1\n"
    frame = frame.replace("stages:", "  glasses: {type: int, text: empty glasses}\nstages:")
    documents = {
        "frame.yaml": f"{frame}procedures:\n  toast(): nothing\n  drink(): nothing\n", "sticks.yaml": GAME,
        "toasts.yaml": toasts, "drinks.yaml": drinks,
    }  # fmt: skip
    game = load("sticks", documents=documents, with_=["toasts", "drinks"], options={"sticks": 9})
    moves = first_player(game, games=2000)
    shares = {"take 1": 16 / 27, "take 2": 4 / 9, "take 3": 3 / 9}
    best, *others = moves
    assert best.rule is None
    named = [one for one in others if one.rule is not None]
    assert named
    for one in named:
        assert one.rule is not None
        assert (one.rule.title, one.rule.share) == ("toasts", pytest.approx(shares[one.move], abs=0.1))
        assert one.rule.best == pytest.approx(shares[best.move], abs=0.1)
