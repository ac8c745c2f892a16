"""The table of many games: its heading, and its numbers."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from parlour.game import load
from parlour.playouts.number_format import number, off, share
from parlour.playouts.playout_names import repeated, told_last, whole
from parlour.playouts.report import quantiles
from parlour.program.design import plural
from scaffold.tiny_game import ASK_TEN_TIMES, ONE_OR_TWO, tiny


def heading(text: str) -> str:
    return text.partition("\n\n")[0]


# The heading


def test_the_heading_names_the_mix() -> None:
    game = load("crazy-eights", with_=["queen-draws-four", "draw-one"], options={"hand-size": 7})
    told = heading(str(game.playouts(2, 2, seed=1, native=False)))
    assert "with draw-one, queen-draws-four; without draw-until-you-can; hand-size=7\n" in told
    assert "without target-by-players\n" in heading(
        str(load("crazy-eights", without="target-by-players").playouts(2, 2, seed=1, native=False))
    )
    assert "the game by itself\n" in heading(str(load("crazy-eights").playouts(2, 2, seed=1, native=False)))


def test_what_a_game_sets_by_itself_is_told_too() -> None:
    """So readers can distinguish a mix that somebody saved as a game."""
    told = heading(str(load("trevor-cut-throat").playouts(1, 2, seed=1, native=False)))
    assert "the game by itself; hand-size=7; out=at-the-end-of-the-turn\n" in told


def test_the_policy_is_spoken_of_only_where_there_is_one(tmp_path: Path) -> None:
    without = tiny(tmp_path, ASK_TEN_TIMES, ONE_OR_TWO).playouts(2, seed=1, native=False)
    assert "among all legal moves" in heading(str(without))
    assert "policy" not in str(without)
    with_one = tiny(tmp_path, ASK_TEN_TIMES, ONE_OR_TWO + "policy: {first: [one]}\n")
    assert "that the ruleset prefers" in heading(str(with_one.playouts(2, seed=1, native=False)))
    assert "among all legal moves" in heading(str(with_one.playouts(2, seed=1, policy="random", native=False)))


def test_where_it_began_is_told_with_what_was_counted_before(tmp_path: Path) -> None:
    game = tiny(tmp_path, ASK_TEN_TIMES, ONE_OR_TWO + "policy: {first: [one]}\n")
    begun = game.start(2, seed=1)
    assert "begun       from a given position" in heading(str(game.playouts(2, from_state=begun, seed=1, native=False)))
    assert "Parlour counts decisions and rules from there" in " ".join(
        heading(str(game.playouts(2, from_state=begun, seed=1, native=False))).split()
    )
    assert "already counted" not in str(game.playouts(2, from_state=begun, seed=1, native=False))
    later = begun.apply("hundred").apply("one")
    played = game.playouts(2, from_state=later, seed=1, native=False)
    assert "results already counted: tally 101; each-one 101, 101" in " ".join(str(played).split())
    assert played.data()["counted_before"] == {"tally": [101], "each-one": [101, 101]}
    assert "begun" not in str(game.playouts(2, seed=1, native=False))


# The stage that it describes


def test_a_result_of_a_stage_that_comes_again_is_of_the_last_one() -> None:
    """Best of three: score and hands belong to each game, wins to the match."""
    program = load("trevor-cut-throat", with_="best-of").program
    assert {r.name: told_last(program, r) for r in program.results} == {
        "winners": None, "score": "game", "hands": "game", "wins": None,
    }  # fmt: skip
    assert whole(program) == "match"
    assert {program.stages[at].name for at in repeated(program)} == {"game", "hand", "turn"}


def test_a_match_of_one_game_is_called_a_game() -> None:
    program = load("gin-rummy").program
    assert whole(program) == "game"
    assert {told_last(program, result) for result in program.results} == {None}


def test_that_is_told() -> None:
    text = str(load("trevor-cut-throat", with_="best-of").playouts(3, 2, seed=1, native=False))
    assert "for 2: 3 matches of seed 1\n" in text
    assert "A match can have several games. These describe only the last one: `score`, `hands`.\n" in text
    assert re.search(r"^  queen-draws-four +[\d.]+ ± [\d.]+ a match, in [^ ]+ %.* of the matches$", text, re.MULTILINE)
    assert not re.search(r"\d games", text)


def test_a_stage_of_ones_own_that_is_played_twice_in_a_row(tmp_path: Path) -> None:
    """The stage isn't in a loop: two places play it."""
    stages = (
        "stages:\n  match:\n    instead: |\n      begin()\n      play game\n      play game\n      settle_match()\n"
    )
    game = tiny(tmp_path, "champions = [first()]\nask act(first())\nend game as done", ONE_OR_TWO, twice=stages)
    assert whole(game.program) == "match"
    assert "several games. These describe only the last one: `tally`" in str(game.playouts(2, seed=1, native=False))


def test_plurals() -> None:
    assert [plural(word) for word in ("game", "match", "rubber", "toss")] == ["games", "matches", "rubbers", "tosses"]
    assert [plural(word) for word in ("firefly", "day", "six")] == ["fireflies", "days", "sixes"]


# Numbers


def test_quantiles_are_what_so_many_are_not_longer_than() -> None:
    """Among the numbers from 1 to 20, one is at most 1, and nineteen are at most 19."""
    found = quantiles(range(1, 21))
    assert found == {"least": 1, "5 %": 1, "25 %": 5, "50 %": 10, "75 %": 15, "95 %": 19, "most": 20}
    assert quantiles([8, 3]) == {"least": 3, "5 %": 3, "25 %": 3, "50 %": 3, "75 %": 8, "95 %": 8, "most": 8}
    assert quantiles(range(140))["5 %"] == 6  # the seventh


def test_quantiles_are_told_in_words(tmp_path: Path) -> None:
    text = str(tiny(tmp_path, ASK_TEN_TIMES, ONE_OR_TWO).playouts(20, seed=1, native=False))
    assert "the shortest game took 10, the longest 10" in text
    assert "at most 10 in 5 % of them, 10 in 25 %, 10 in 50 %, 10 in 75 %, 10 in 95 %" in text


def test_the_words_of_an_ending_stand_beside_its_id(tmp_path: Path) -> None:
    game = tiny(tmp_path, ASK_TEN_TIMES, ONE_OR_TWO)
    assert re.search(r"^  ended +done 100\.0 % ± 32\.9 +it is over$", str(game.playouts(2, seed=1, native=False)), re.M)
    cut = str(game.playouts(2, seed=1, most=9, native=False))
    assert re.search(r"^  ended +cut off 100\.0 % .* after 9 decisions$", cut, re.MULTILINE)


@pytest.mark.parametrize(
    ("margin", "places", "told"),
    [(0.04, 1, " ± < 0.05"), (0.0004, 3, " ± < 0.0005"), (0.06, 1, " ± 0.1"), (1234.5, 1, " ± 1,234.5")],
)
def test_a_margin_is_never_nothing(margin: float, places: int, told: str) -> None:
    assert off(margin, places) == told


def test_what_never_varied_is_not_said_to_be_exact() -> None:
    assert number(1.0, 0.0) == "1.00 (always)"
    assert number(1.5, float("nan")) == "1.50"
    assert number(-17.634, 1.2) == "−17.63 ± 1.20"


def test_a_share_that_is_not_all_is_not_rounded_to_all() -> None:
    """Wilson's margins: z² / (n + z²) / 2 of none and all; else z √(p (1 - p) / n + z² / 4n²) / (1 + z² / n)."""
    assert share(100_000, 100_000) == "100.0 % ± < 0.05"
    assert share(99_990, 100_000).startswith("99.99 % ± 0.01")
    assert share(1, 100_000).startswith("0.001 % ± 0.00")
    assert share(1, 3) == "33.3 % ± 36.5"


def test_a_rule_that_fires_alike_in_each_game(tmp_path: Path) -> None:
    steady = "when:\n  after act(p): noise += 1\n"
    text = str(tiny(tmp_path, ASK_TEN_TIMES, ONE_OR_TWO, steady=steady).playouts(2, seed=1, native=False))
    assert re.search(r"^  steady +10\.000 in each of these games$", text, re.MULTILINE)


def test_where_all_win_always_nothing_says_who_wins(tmp_path: Path) -> None:
    everybody = ASK_TEN_TIMES.replace("[first()]", "players")
    text = str(tiny(tmp_path, everybody, ONE_OR_TWO).playouts(3, seed=1, native=False))
    assert "won by      everybody in every game: this mix doesn't say who wins" in text


def test_programs_are_told_all_of_it(tmp_path: Path) -> None:
    steady = "when:\n  after act(p): noise += 1\n"
    game = tiny(tmp_path, ASK_TEN_TIMES, ONE_OR_TWO, steady=steady)
    data = json.loads(json.dumps(game.playouts(4, seed=1, most=10, native=False).data()))
    assert data["mix"] == {"of": "game", "with": [], "without": []}
    assert (data["most"], data["cut_off"], data["each_is_a"]) == (10, 0, "game")
    assert data["endings"] == {"done": "it is over"}
    assert data["margins"]["ended"]["done"] == pytest.approx(0.245, abs=1e-3)  # half of z² / (4 + z²)
    assert data["margins"]["fired"]["steady"] == {"times_a_game": 0.0, "share_of_games": pytest.approx(0.245, abs=1e-3)}
    assert data["ruleset_has_policy"] is False


UNNAMED = {"": "nobody won", "champions = [first()]": "somebody won"}


@pytest.mark.parametrize(("steps", "who"), UNNAMED.items(), ids=UNNAMED.values())
def test_an_ending_without_a_name_says_who_won(steps: str, who: str, tmp_path: Path) -> None:
    told = str(tiny(tmp_path, f"{steps}\nask act(first())", ONE_OR_TWO).playouts(2, seed=1, native=False))
    assert re.search(f"unnamed 100.0 % ± .*   {who}; the rules don't name this ending", told)
    assert "undecided" not in told
