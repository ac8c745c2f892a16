"""Many random games: what each of them is, and what is told of them all."""

from __future__ import annotations

import math
import pickle
import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from parlour.game import Game, load
from parlour.machine.random import seed_state
from parlour.machine.state import State
from parlour.playouts import margins
from parlour.playouts.player import PlayoutError, PlayoutFault
from parlour.playouts.result import Fired
from parlour.playouts.rows import Rows
from parlour.playouts.seeds import game_seed
from parlour.program import Const, ZoneAt, ZoneSize
from tiny_game import ASK_TEN_TIMES, FRAME, ONE_OR_TWO, tiny

GAMES = {"crazy-eights": 3, "trevor-cut-throat": 2, "sh": 3, "ctg": 2, "gin-rummy": 2, "animalball-cutthroat": 6}

# What a game of many is


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


# Whose choice it is


def test_the_policy_is_what_the_players_go_by(tmp_path: Path) -> None:
    policy = "policy: {first: [hundred]}\n"
    game = tiny(tmp_path, ASK_TEN_TIMES, ONE_OR_TWO + policy)
    assert set(game.playouts(20, seed=1, native=False).values["tally"]) == {1000}
    free = set(game.playouts(50, seed=1, policy="random", native=False).values["tally"])
    assert len(free) > 3
    assert all(tally % 99 == 10 for tally in free)  # ten ones, each perhaps a hundred instead


def test_last_is_taken_where_there_is_nothing_else(tmp_path: Path) -> None:
    game = tiny(tmp_path, ASK_TEN_TIMES, ONE_OR_TWO + "policy: {last: [one, hundred]}\n")
    assert len(set(game.playouts(50, seed=1, native=False).values["tally"])) > 3  # both are in one class


# What is told


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
        with pytest.raises(KeyError, match=r"there is no result `tilly`; there is tally.*; did you mean `tally`"):
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
    with pytest.raises(TypeError, match="rows are taken one at a time"):
        score[0:2]  # type: ignore[call-overload]
    with pytest.raises(TypeError, match="read-only"):
        score[0][0] = 1


def test_what_every_game_has_is_told_with_margins_too(tmp_path: Path) -> None:
    """Of four games, seat 1 wins all: half of Wilson's interval is z² / (4 + z²) / 2, of none as well as of all."""
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
    with pytest.raises(KeyError, match=r"no rule `eight-is-wlid` in this mix; there is .*did you mean `eight-is-wild`"):
        real.fired_by("eight-is-wlid")
    with pytest.raises(KeyError, match=r"no result `win`; .*wins, decisions, .*eight-is-wild.* did you mean `wins`"):
        real.mean("win")


def test_a_seat_has_no_mean_but_shares_with_margins(tmp_path: Path) -> None:
    """The luckiest is seat 1 in each of four games: Wilson's interval of all of four, as above."""
    played = tiny(tmp_path, ASK_TEN_TIMES, ONE_OR_TWO + "policy: {first: [one]}\n").playouts(4, 3, seed=1, native=False)
    assert played.margins_of_shares("luckiest") == {1: pytest.approx(0.244947, abs=1e-5)}
    assert played.data()["margins"]["shares"] == {"luckiest": {1: pytest.approx(0.244947, abs=1e-5)}}  # type: ignore[index]
    for ask in (played.mean, played.margin):
        with pytest.raises(PlayoutError, match=r"is a seat, so it has no mean; `shares\('luckiest'\)` tells"):
            ask("luckiest")
    whist = load("whist").playouts(3, seed=1, native=False)
    assert whist.mean("winners") == whist.wins != whist.mean("wins")  # the ruleset calls something else so
    assert whist.margin("winners") == tuple(margins.of_share(round(3 * share), 3) for share in whist.wins)


def test_wrong_names_and_a_wrong_progress_are_told() -> None:
    game = load("crazy-eights")
    played = game.playouts(2, 2, seed=1, native=False)
    name: Any
    for name in (3, None, ["score"]):
        for ask in (played.mean, played.margin, played.shares, played.margins_of_shares, played.fired_by):
            with pytest.raises(TypeError, match=r"a result or a rule is named by a text; found [3N\[]"):
                ask(name)
    with pytest.raises(TypeError, match="`progress` is a function that is given a number of games; found 3"):
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
    assert str(again) == str(played)
    assert again.data() == played.data()
    assert again.states == played.states
    assert again.values["score"].tolist() == played.values["score"].tolist()
    assert again.lengths.readonly
    with pytest.raises(KeyError, match="there is no result `scores`"):
        again.values["scores"]


@pytest.mark.parametrize("given", [{"native": "yes"}, {"native": 1}, {"states": "a"}, {"states": None}])
def test_what_is_neither_true_nor_false_is_told(given: dict[str, Any]) -> None:
    with pytest.raises(TypeError, match=rf"`{next(iter(given))}` is True(, False or None| or False); found"):
        load("crazy-eights").playouts(1, **given)


def test_results_that_are_cards_are_left_out(tmp_path: Path) -> None:
    """One card as well as several: which number stands for a card is nobody's concern."""
    (tmp_path / "tiny.yaml").write_text(
        FRAME.replace("{tally: tally,", "{uppermost: box.top, all-of-it: box, tally: tally,")
        + "stages: {game: end game as done}\n",
        encoding="utf-8",
    )
    (tmp_path / "game.yaml").write_text("game: tiny-game\ntitle: Tiny\nextends: tiny\nuses: []\n", encoding="utf-8")
    played = load(tmp_path / "game.yaml").playouts(2, seed=1, native=False)
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
    assert "mean 10.00 (always)" in str(played)
    assert "seat 1 100.0 % ± 24.5" in str(played)  # half of z² / (4 + z²)
    one = tiny(tmp_path, ASK_TEN_TIMES, ONE_OR_TWO).playouts(1, 3, seed=1, native=False)
    assert "±" not in str(one)


def test_wins_that_are_shared_are_told() -> None:
    told = "(each of several who won together counts: 100.0 % of the matches)"
    assert told in str(load("whist").playouts(3, seed=1, native=False))
    assert "won together" not in str(load("crazy-eights").playouts(3, 2, seed=1, native=False))


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


def test_games_that_are_cut_off_are_told(tmp_path: Path) -> None:
    played = tiny(tmp_path, ASK_TEN_TIMES, ONE_OR_TWO).playouts(3, seed=1, most=9, native=False)
    assert played.cut_off == 3
    assert played.ended == {"cut off": 3}
    assert list(played.winners) == [0, 0, 0]
    assert played.wins == (0.0, 0.0)
    assert "3 of the games were cut off after 9 decisions" in str(played)
    assert tiny(tmp_path, ASK_TEN_TIMES, ONE_OR_TWO).playouts(3, seed=1, most=10, native=False).cut_off == 0


def test_the_summary_can_be_read() -> None:
    text = str(load("crazy-eights").playouts(20, 2, seed=1, native=False))
    assert text.startswith("Crazy Eights for 2: 20 games of seed 1\n")
    assert "won by" in text
    assert "draw-until-you-can" in text
    assert "cut off" not in text


# How often each rule fires


def fired(game: Game, **given: object) -> dict[str, Fired]:
    return game.playouts(2, seed=1, native=False, **given).firing  # type: ignore[arg-type]  # as they are


ONE = ONE_OR_TWO + "policy: {first: [one]}\n"


def test_a_hook_counts_when_its_condition_holds(tmp_path: Path) -> None:
    steady = "when:\n  after act(p): noise += 1\n"
    half = "when:\n  after act(p):\n    if: tally mod 2 == 0\n    do: noise += 1\n"
    inside = "when:\n  after act(p): |\n    let n = tally\n    if n > 7:\n      noise += 1\n"
    found = fired(tiny(tmp_path, ASK_TEN_TIMES, ONE, steady=steady, half=half, inside=inside))
    assert found == {"steady": Fired(20, 2), "half": Fired(10, 2), "inside": Fired(6, 2)}


def test_a_hook_counts_once_if_any_of_its_steps_does_anything(tmp_path: Path) -> None:
    """Ten acts in each of two games, after which the tally is 1 to 10."""
    hook = "when:\n  after act(p): |\n"
    found = fired(tiny(
        tmp_path, ASK_TEN_TIMES, ONE,
        each=hook + "    for q in players where tally > 7:\n      noise += 1\n",
        inside=hook + "    for q in players:\n      if tally == 3:\n        noise += 1\n",
        nobody=hook + "    for q in players - players:\n      noise += 1\n",
        either=hook + "    if tally == 2:\n      noise += 1\n    if tally > 8:\n      noise += 1\n",
        both=hook + "    if tally == 2:\n      noise += 1\n    if tally >= 2:\n      noise += 1\n",
        named=hook + "    let n = tally\n    if n == 1:\n      n = 5\n    if n == 5:\n      noise += 1\n",
        stops=hook + "    for q in players:\n      if tally == 3:\n        stop\n      noise += 1\n",
    ))  # fmt: skip
    assert found == {
        "each": Fired(6, 2), "inside": Fired(2, 2), "nobody": Fired(0, 0), "either": Fired(6, 2),
        "both": Fired(18, 2), "named": Fired(4, 2), "stops": Fired(18, 2),
    }  # fmt: skip


def test_the_moon_is_counted_when_it_is_shot() -> None:
    """A hand is worth 26 points; where one of four shoots the moon, 78: none for that one, 26 for each other player."""
    played = load("hearts").playouts(200, 4, seed=3, native=False, threads=1)
    points = sum(sum(row) for row in played.values["score"].tolist())
    moons = (points - 26 * sum(played.values["hands"].tolist())) // 52
    assert moons > 0
    assert played.firing["shooting-the-moon"].times == moons


def test_to_set_a_variable_to_what_it_is_is_not_to_fire(tmp_path: Path) -> None:
    """After three and seven ones the noise is there, and is set back once each."""
    tidy = "when:\n  before act(p): noise = 0\n"
    makes = "when:\n  after act(p):\n    if: tally == 3 or tally == 7\n    do: noise += 1\n"
    found = fired(tiny(tmp_path, ASK_TEN_TIMES, ONE, tidy=tidy, makes=makes))
    assert found == {"tidy": Fired(4, 2), "makes": Fired(4, 2)}


def test_to_proceed_is_not_to_fire(tmp_path: Path) -> None:
    rare = "when:\n  instead of act(p): |\n    if tally == 3:\n      tally += 5\n    else:\n      proceed\n"
    found = fired(tiny(tmp_path, ASK_TEN_TIMES, ONE, rare=rare))
    assert found == {"rare": Fired(2, 2)}


def test_a_procedure_that_is_all_of_a_hook_is_meant(tmp_path: Path) -> None:
    own = """
        when:
          after act(p): look(p)
        procedures:
          look(p): |
            if tally == 4:
              noise += 1
    """
    assert fired(tiny(tmp_path, ASK_TEN_TIMES, ONE, own=own)) == {"own": Fired(2, 2)}


def test_a_replaced_procedure_counts(tmp_path: Path) -> None:
    steps = "champions = [first()]\nbonus()\nask act(first())\nend game as done"
    other = "procedures:\n  bonus():\n    instead: tally += 1\n"
    found = fired(tiny(tmp_path, steps, ONE + "procedures:\n  bonus(): nothing\n", other=other))
    assert found == {"other": Fired(2, 2)}


def test_an_action_counts_for_the_rule_that_adds_it(tmp_path: Path) -> None:
    adds = "prompts:\n  act(p): |\n    extra: tally += 0\npolicy: {first: [extra]}\n"
    own = """
        when:
          after act(p):
            if: tally > 99
            do: ask choose(p)
        prompts:
          choose(p): |
            yes: nothing
    """
    found = fired(tiny(tmp_path, ASK_TEN_TIMES, ONE_OR_TWO, adds=adds, own=own))
    assert found == {"adds": Fired(20, 2), "own": Fired(0, 0)}


LAYING = """
prompts:
  act(p): |
    lay for n in 1..4: tally += n
    skip only if nothing else: nothing
groups: {odd: odd numbers only}
may:
  lay(p, n):
    even: {forbid: n mod 2 == 0, group: odd, says: it is even}
    small: {forbid: n < 4, says: it is small}
"""


def test_a_choice_counts_for_the_rule_that_alone_allows_it(tmp_path: Path) -> None:
    fours = "may:\n  lay(p, n):\n    four: {allow: n == 4, despite: [odd]}\n"
    others = "may:\n  lay(p, n):\n    great: {allow: n > 3, despite: [odd, small]}\n"
    assert fired(tiny(tmp_path, ASK_TEN_TIMES, LAYING, fours=fours)) == {"fours": Fired(20, 2)}
    both = fired(tiny(tmp_path, ASK_TEN_TIMES, LAYING, fours=fours, others=others))
    assert both == {"fours": Fired(0, 0), "others": Fired(0, 0)}  # either would do


def test_an_allowed_choice_does_not_count_where_nothing_forbade_it(tmp_path: Path) -> None:
    """The clause applies to threes and fours, of which only fours are forbidden otherwise."""
    free = LAYING.replace("n < 4", "n < 3")
    high = "may:\n  lay(p, n):\n    high: {allow: n > 2, despite: [odd]}\n"
    game = tiny(tmp_path, ASK_TEN_TIMES, free, high=high)
    played = game.playouts(5, seed=1, native=False)
    fours = sum(move == "lay 4" for number in range(5) for move, _ in game.playout(number, seed=1))
    assert 0 < fours < 50
    assert played.firing == {"high": Fired(fours, 5)}


def test_the_power_of_a_real_rule() -> None:
    """A queen makes the next player draw four, unless it was the last card or there is nothing to draw."""
    game = load("crazy-eights", with_="queen-draws-four")
    played = game.playouts(2, 2, seed=2, native=False)
    hand = next(i for i, zone in enumerate(game.program.zones) if zone.name == "hand")
    machine, counted = game.machine(2), []

    def size(state: State, seat: int) -> int:
        return machine.evaluate(list(state.cells), ZoneSize(ZoneAt(hand, Const(seat))))

    for number in range(2):
        states = list(game.playout(number, 2, seed=2))
        times = 0
        for (_, before), (move, after) in pairwise(states):
            if move is not None and move.startswith("play Q"):
                seat = before.question.seat - 1
                times += size(before, seat) > 1 and size(after, 1 - seat) > size(before, 1 - seat)
        counted.append(times)
    column = played.rules.index("queen-draws-four")
    assert [played.fired[number, column] for number in range(2)] == counted


def test_a_rule_that_only_changes_a_value_is_told_apart() -> None:
    played = load("gin-rummy", options={"target": 1}).playouts(1, seed=1, native=False)
    assert "void-at-two" in played.rules
    assert "void-at-two" not in played.firing
    assert "void-at-two" in played.silent
    assert not {*played.silent} & {"table", "rounds", "gin-rummy", *played.firing}
    assert re.search(r"^  void-at-two +–$", str(played), re.MULTILINE)
    assert "(– never fires: it only sets values, forbids, or says what a wrong move costs, and nobody makes" in str(
        played
    )
    with pytest.raises(KeyError, match="`void-at-two` never fires: it only sets values, forbids, or"):
        played.firing["void-at-two"]
    with pytest.raises(KeyError, match=r"no rule that can fire `lose-deals`; .* did you mean `loser-deals`"):
        played.firing["lose-deals"]


def test_a_rule_that_could_have_fired_never_did(tmp_path: Path) -> None:
    idle = "when:\n  after act(p): 'if tally > 100: tally = 1'\n"
    game = tiny(tmp_path, ASK_TEN_TIMES, ONE_OR_TWO + "policy: {first: [one]}\n", idle=idle)
    played = game.playouts(2, seed=1, native=False)
    assert played.firing == {"idle": Fired(0, 0)}
    assert re.search(r"^  idle +never$", str(played), re.MULTILINE)


def test_a_match_ends_as_the_rule_says_that_decides_its_length() -> None:
    """And not as its last hand did."""
    assert load("crazy-eights").playouts(3, players=2, seed=1, native=False).ended == {"target": 3}
    one_hand = load("crazy-eights", without=["target-by-players"]).playouts(3, players=2, seed=1, native=False)
    assert set(one_hand.ended) <= {"went-out", "blocked"}


# What can't be played


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
        ({"games": 0}, "at least one game"),
        ({"games": 1, "policy": "rulset"}, "did you mean `ruleset`"),
        ({"games": 1, "seed": 1 << 64}, "64 bits"),
        ({"games": 1, "most": 0}, "at least one decision"),
        ({"games": 1, "threads": 0}, "at least one thread"),
    ],
)
def test_what_makes_no_sense_is_refused(given: dict[str, object], words: str) -> None:
    with pytest.raises(PlayoutError, match=words):
        load("crazy-eights").playouts(**given)  # type: ignore[arg-type]  # wrong on purpose


def test_positions_of_other_games_are_refused() -> None:
    game = load("crazy-eights")
    with pytest.raises(PlayoutError, match="this is a state of `last-one`, not of `crazy-eights`"):
        game.playouts(1, from_state=load("last-one").start(2, seed=1))
    with pytest.raises(PlayoutError, match="of 2 players, not of 3"):
        game.playouts(1, players=3, from_state=game.start(2, seed=1))
    played = game.playouts(1, 2, seed=1, states=True, native=False)
    with pytest.raises(PlayoutError, match="the game is over"):
        game.playouts(1, from_state=(played.states or ())[0])
