"""Many random games: the definition of each, and the report about all of them."""

import math
import pickle
from pathlib import Path
from typing import Any

import pytest

from parlour.game import load
from parlour.playouts import margins
from parlour.playouts.played import Rows
from parlour.playouts.player import PlayoutError, PlayoutFault, game_seed
from parlour.states.state import State
from parlour.table.chance import seed_state
from scaffold.rulesets import write_game
from scaffold.tiny_game import ASK_TEN_TIMES, FRAME, ONE_OR_TWO, tiny

GAMES = {"crazy-eights": 3, "trevor-cut-throat": 2, "sh": 3, "ctg": 2, "gin-rummy": 2, "animalball-cutthroat": 6}


@pytest.mark.one_in(4)
@pytest.mark.parametrize(("name", "players"), GAMES.items())
@pytest.mark.parametrize("policy", ["ruleset", "random"])
def test_the_machine_plays_the_same_games(name: str, players: int, policy: str) -> None:
    game = load(name)
    played = game.playouts(3, players, seed=4, policy=policy, most=400, states=True, native=False)
    assert played.states is not None
    for number in range(3):
        *_, (_, last) = game.playout(number, players, seed=4, policy=policy, most=400)
        assert last == played.states[number]


def test_each_game_begins_as_start_does_with_its_seed() -> None:
    game = load("crazy-eights")
    played = game.playouts(3, 2, seed=-7, native=False)
    for number in range(3):
        _, begun = next(game.playout(number, 2, seed=-7))
        assert begun == game.start(2, seed=played.seeds[number])
    assert list(played.seeds) == [game_seed(-7, number) for number in range(3)]


def test_a_game_does_not_depend_on_how_many_there_are() -> None:
    game = load("crazy-eights")
    few, many = game.playouts(2, seed=9, native=False), game.playouts(70, seed=9, native=False)
    assert list(many.lengths)[:2] == list(few.lengths)
    assert many.fired.tolist()[:2] == few.fired.tolist()


def test_the_seeds_are_those_of_the_specification() -> None:
    """Two limbs of 64 bits, the number of the game in the second one."""
    assert game_seed(5, 0) == seed_state(5 + (1 << 64))
    assert game_seed(-1, 3) == seed_state((1 << 64) - 1 + (7 << 64))


def test_a_game_from_a_position_keeps_its_cards_and_has_chance_of_its_own() -> None:
    game = load("crazy-eights")
    state = game.start(2, seed=1)
    played = game.playouts(20, from_state=state, seed=3, states=True, native=False)
    assert len({last.cells for last in played.states or ()}) > 1
    _, begun = next(game.playout(0, from_state=state, seed=3))
    layout = game.machine(2).layout
    differing = [at for at in range(layout.size) if begun.cells[at] != state.cells[at]]
    assert differing == [1]  # the generator
    *_, (_, last) = game.playout(5, from_state=state, seed=3)
    assert played.states is not None
    assert last == played.states[5]


def test_the_moves_of_one_game_lead_to_its_states() -> None:
    game = load("gin-rummy")
    state: State | None = None
    for move, after in game.playout(2, seed=8, most=40):
        if state is not None and move is not None:
            state = state.apply(move)
            assert state == after
        state = after


def test_the_policy_is_what_the_players_go_by(tmp_path: Path) -> None:
    policy = "policy: {first: [hundred]}\n"
    game = tiny(tmp_path, ASK_TEN_TIMES, ONE_OR_TWO + policy)
    assert set(game.playouts(20, seed=1, native=False).values["tally"]) == {1000}
    free = set(game.playouts(50, seed=1, policy="random", native=False).values["tally"])
    assert len(free) > 3
    assert all(tally % 99 == 10 for tally in free)  # ten ones, each possibly a hundred instead


def test_last_is_taken_where_there_is_nothing_else(tmp_path: Path) -> None:
    game = tiny(tmp_path, ASK_TEN_TIMES, ONE_OR_TWO + "policy: {last: [one, hundred]}\n")
    assert len(set(game.playouts(50, seed=1, native=False).values["tally"])) > 3  # both are in one class


def test_outcomes_endings_and_lengths(tmp_path: Path) -> None:
    played = tiny(tmp_path, ASK_TEN_TIMES, ONE_OR_TWO + "policy: {first: [one]}\n").playouts(4, 3, seed=1, native=False)
    assert len(played) == 4
    assert list(played.lengths) == [10] * 4
    assert [played.words[e] for e in played.endings] == ["done"] * 4
    assert list(played.winners) == [0b001] * 4
    assert played.wins == (1.0, 0.0, 0.0)
    assert played.ended == {"done": 4}
    assert played.values["each-one"].shape == (4, 3)
    assert played.mean("each-one") == (10.0, 10.0, 10.0)
    assert list(played.values["luckiest"]) == [1] * 4  # seats count from 1
    assert played.shares("luckiest") == {1: 1.0}
    assert played.mean("tally") == 10.0
    for ask in (played.mean, played.margin, played.shares, played.values.__getitem__):
        with pytest.raises(KeyError, match=r"no result `tilly`; (known|results): tally.*; did you mean `tally`"):
            ask("tilly")


def test_rows_need_no_numpy() -> None:
    played = load("crazy-eights").playouts(5, 3, seed=1, native=False)
    score = played.values["score"]
    assert isinstance(score, Rows)
    assert (len(score), score.shape) == (5, (5, 3))
    assert [row.tolist() for row in score] == score.tolist()
    assert score[1].tolist() == [score[1, k] for k in range(3)] == [score.column(k)[1] for k in range(3)]
    assert score[-1].tolist() == score[4].tolist()
    assert sum(score[0]) / 3 == pytest.approx(sum(score.tolist()[0]) / 3)
    assert {tuple(played.mean("score"))} == {tuple(sum(score.column(k)) / 5 for k in range(3))}  # type: ignore[arg-type]
    for wrong in (5, (5, 0), (0, 3)):
        with pytest.raises(IndexError):
            score[wrong]
    with pytest.raises(TypeError, match="take rows one at a time"):
        score[0:2]  # type: ignore[call-overload]
    with pytest.raises(TypeError, match="read-only"):
        score[0][0] = 1


def test_what_every_game_has_is_reported_with_margins_too(tmp_path: Path) -> None:
    """Seat 1 wins all of four games: half of Wilson's interval is z² / (4 + z²) / 2, for none and for all."""
    played = tiny(tmp_path, ASK_TEN_TIMES, ONE_OR_TWO + "policy: {first: [one]}\n").playouts(4, 3, seed=1, native=False)
    half = 0.244947
    assert played.mean("wins") == (1.0, 0.0, 0.0)
    assert played.margin("wins") == pytest.approx((half, half, half), abs=1e-5)
    assert (played.mean("decisions"), played.margin("decisions")) == (10.0, 0.0)
    assert (played.mean("done"), played.mean("cut off")) == (1.0, 0.0)
    assert played.margin("done") == pytest.approx(half, abs=1e-5)
    real = load("crazy-eights").playouts(30, 2, seed=1, native=False)
    times = real.fired_by("eight-is-wild")
    assert real.mean("eight-is-wild") == sum(times) / 30 == real.firing["eight-is-wild"].times / 30
    assert real.margin("eight-is-wild") == pytest.approx(margins.of_mean(times))
    with pytest.raises(KeyError, match=r"no rule `eight-is-wlid` in this mix; rules: .*did you mean `eight-is-wild`"):
        real.fired_by("eight-is-wlid")
    with pytest.raises(KeyError, match=r"no result `win`; .*wins, decisions; .*eight-is-wild.* did you mean `wins`"):
        real.mean("win")


def test_a_seat_has_no_mean_but_shares_with_margins(tmp_path: Path) -> None:
    """The luckiest seat is seat 1 in all of four games, with the margin of the test above."""
    played = tiny(tmp_path, ASK_TEN_TIMES, ONE_OR_TWO + "policy: {first: [one]}\n").playouts(4, 3, seed=1, native=False)
    assert played.margins_of_shares("luckiest") == {1: pytest.approx(0.244947, abs=1e-5)}
    for ask in (played.mean, played.margin):
        with pytest.raises(PlayoutError, match=r"is a seat, so it has no mean; `shares\('luckiest'\)`"):
            ask("luckiest")
    whist = load("whist").playouts(3, seed=1, native=False)
    assert whist.mean("winners") == whist.wins != whist.mean("wins")  # the ruleset calls something else so
    assert whist.margin("winners") == tuple(margins.of_share(round(3 * share), 3) for share in whist.wins)


def test_wrong_names_and_a_wrong_progress_are_reported() -> None:
    game = load("crazy-eights")
    played = game.playouts(2, 2, seed=1, native=False)
    name: Any
    for name in (3, None, ["score"]):
        for ask in (played.mean, played.margin, played.shares, played.margins_of_shares, played.fired_by):
            with pytest.raises(TypeError, match=r"expected the name of a result or rule, found [3N\[]"):
                ask(name)
    with pytest.raises(TypeError, match="`progress` must be a function of the number of games, found 3"):
        game.playouts(2, progress=3)  # type: ignore[arg-type]


def test_the_same_games_are_equal() -> None:
    game = load("crazy-eights")
    played = game.playouts(3, 2, seed=1, native=False)
    for same in (game, load("crazy-eights")):
        again = same.playouts(3, 2, seed=1, native=False)
        assert again == played
        assert hash(again) == hash(played)
    others = [
        game.playouts(4, 2, seed=1, native=False),
        game.playouts(3, 3, seed=1, native=False),
        game.playouts(3, 2, seed=2, native=False),
        game.playouts(3, 2, seed=1, policy="random", native=False),
        game.playouts(3, 2, seed=1, states=True, native=False),
        load("crazy-eights", options={"hand-size": 7}).playouts(3, 2, seed=1, native=False),
    ]
    assert all(other != played for other in others)
    assert played != "played"


def test_what_was_played_can_be_pickled() -> None:
    played = load("crazy-eights").playouts(5, 3, seed=1, states=True, native=False)
    again = pickle.loads(pickle.dumps(played))
    assert repr(again) == "<Playouts of crazy-eights: 5 games of seed 1>"
    assert again == played
    assert again.states == played.states
    assert again.values["score"].tolist() == played.values["score"].tolist()
    assert again.lengths.readonly
    with pytest.raises(KeyError, match="no result `scores`"):
        again.values["scores"]


@pytest.mark.parametrize("given", [{"native": "yes"}, {"native": 1}, {"states": "a"}, {"states": None}])
def test_what_is_neither_true_nor_false_is_reported(given: dict[str, Any]) -> None:
    with pytest.raises(TypeError, match=rf"`{next(iter(given))}` must be True(, False or None| or False), found"):
        load("crazy-eights").playouts(1, **given)


def test_results_that_are_cards_are_left_out(tmp_path: Path) -> None:
    """This is so for one card and for several: the number of a card means nothing to readers."""
    frame = FRAME.replace("{tally: tally,", "{uppermost: box.top, all-of-it: box, tally: tally,")
    game = load(write_game(tmp_path, frame + "stages: {game: end game as done}\n"))
    played = game.playouts(2, seed=1, native=False)
    assert set(played.values) == {"tally", "luckiest", "each-one"}


def test_margins() -> None:
    """Wilson's interval of 0 of 100 goes from 0 to z² / (100 + z²), that of 50 of 100 from 0.4038 to 0.5962."""
    assert margins.of_share(0, 100) == pytest.approx(0.036994 / 2, abs=1e-5)
    assert margins.of_share(100, 100) == margins.of_share(0, 100)
    assert margins.of_share(50, 100) == pytest.approx(0.0962, abs=1e-4)
    assert margins.of_mean([1, 2, 3, 4, 5]) == pytest.approx(1.96 * (2.5 / 5) ** 0.5, abs=1e-4)
    assert margins.of_mean([7, 7, 7]) == 0
    assert math.isnan(margins.of_mean([7]))


def test_means_have_margins(tmp_path: Path) -> None:
    played = tiny(tmp_path, ASK_TEN_TIMES, ONE_OR_TWO + "policy: {first: [one]}\n").playouts(4, 3, seed=1, native=False)
    assert played.margin("tally") == 0.0
    assert played.margin("each-one") == (0.0, 0.0, 0.0)


def test_numpy_takes_the_numbers_as_they_are() -> None:
    numpy = pytest.importorskip("numpy")
    played = load("crazy-eights").playouts(5, 3, seed=1, native=False)
    scores = numpy.asarray(played.values["score"])
    assert scores.shape == (5, 3)
    assert not scores.flags.owndata
    assert scores.mean(axis=0).tolist() == list(played.mean("score"))  # type: ignore[arg-type]  # for each side
    times = numpy.asarray(played.fired).sum(axis=0).tolist()
    assert {rule: times[played.rules.index(rule)] for rule in played.firing} == {
        rule: fired.times for rule, fired in played.firing.items()
    }


def test_games_that_are_cut_off_are_reported(tmp_path: Path) -> None:
    played = tiny(tmp_path, ASK_TEN_TIMES, ONE_OR_TWO).playouts(3, seed=1, most=9, native=False)
    assert played.cut_off == 3
    assert played.ended == {"cut off": 3}
    assert list(played.winners) == [0, 0, 0]
    assert played.wins == (0.0, 0.0)
    assert tiny(tmp_path, ASK_TEN_TIMES, ONE_OR_TWO).playouts(3, seed=1, most=10, native=False).cut_off == 0


def test_a_fault_says_in_which_game_it_was(tmp_path: Path) -> None:
    fault = "when:\n  after act(p): 'if tally == 302: tally = 1 // (tally - 302)'\n"
    game = tiny(tmp_path, ASK_TEN_TIMES, ONE_OR_TWO + fault)
    with pytest.raises(PlayoutFault, match=r"in game \d+ of seed 6: division by zero") as caught:
        game.playouts(1000, seed=6, native=False)
    assert caught.value.seed == 6
    following = game.playout(caught.value.number, seed=6)
    with pytest.raises(Exception, match="division by zero"):
        list(following)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"games": 0}, "`games` must be at least 1"),
        ({"games": 1, "policy": "rulset"}, "did you mean `ruleset`"),
        ({"games": 1, "seed": 1 << 64}, "64 bits"),
        ({"games": 1, "most": 0}, "`most` must be at least 1"),
        ({"games": 1, "threads": 0}, "`threads` must be at least 1"),
    ],
)
def test_what_makes_no_sense_is_refused(given: dict[str, object], words: str) -> None:
    with pytest.raises(PlayoutError, match=words):
        load("crazy-eights").playouts(**given)  # type: ignore[arg-type]  # wrong on purpose


def test_positions_of_other_games_are_refused() -> None:
    game = load("crazy-eights")
    with pytest.raises(PlayoutError, match="this is a state of `last-one`, not of `crazy-eights`"):
        game.playouts(1, from_state=load("last-one").start(2, seed=1))
    with pytest.raises(PlayoutError, match="2 players, not 3"):
        game.playouts(1, players=3, from_state=game.start(2, seed=1))
    played = game.playouts(1, 2, seed=1, states=True, native=False)
    with pytest.raises(PlayoutError, match="the game is over"):
        game.playouts(1, from_state=(played.states or ())[0])
