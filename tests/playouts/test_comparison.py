"""Two mixes side by side: their differences, the margins, and differences of more than chance."""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from pathlib import Path

import pytest

from parlour.cli.main import main
from parlour.game import Game, load
from parlour.playouts import margins, side_by_side
from parlour.playouts.comparison import Comparison, of_means, of_shares
from scaffold.tiny_game import ASK_TEN_TIMES, ONE_OR_TWO, tiny

RARE = "when:\n  after act(p): 'if tally > 500: noise += 1'\n"


def two(folder: Path, more: str) -> tuple[Game, Game]:
    """Return a tiny game, and the same game with a rule."""
    plain = tiny(folder, ASK_TEN_TIMES, ONE_OR_TWO)
    (folder / "more.yaml").write_text(f"rule: more\ntitle: M\nfor: tiny\ntext: A rule.\n{more}", encoding="utf-8")
    return plain, load(folder / "game.yaml", with_=folder / "more.yaml")


def compared(games: tuple[Game, Game], number: int) -> Comparison:
    one, other = (game.playouts(number, 2, seed=5, native=False) for game in games)
    return Comparison(one, other)


# Arithmetic


def test_the_difference_of_means_is_that_of_single_games() -> None:
    """Differences 1, 1, 3, 3: a mean of 2, squares of 1 each, so a variance of 4/3 and an error of √(4/3 / 4)."""
    pairs = Counter([(0, 1), (10, 11), (0, 3), (10, 13)])
    assert of_means(pairs, 4) == (2.0, pytest.approx(math.sqrt(1 / 3)))
    assert of_means(Counter({(5, 7): 4}), 4) == (2.0, 0.0)


def test_games_without_a_number_are_no_part_of_a_mean() -> None:
    """Means 2 (of 1 and 3) and 4. The first mix has half of the games, so their differences count twice: −2 and 2
    against nothing, that is 4 + 4 over 3 and 4 games."""
    pairs: Counter[tuple[int | None, int | None]] = Counter([(1, 4), (3, 4), (None, 4), (None, 4)])
    assert of_means(pairs, 4) == (2.0, pytest.approx(math.sqrt(8 / 3 / 4)))
    assert math.isnan(of_means(Counter({(None, 4): 4}), 4)[0])


def test_the_difference_of_shares_is_never_exact() -> None:
    """With 98 equal games of 100, the margin adds one game to each kind of difference."""
    centre, error = of_shares(0, 0, 98)
    assert centre == 0
    assert error == pytest.approx(math.sqrt(0.02 / 100))
    centre, error = of_shares(9, 29, 98)
    assert centre == pytest.approx(0.2)
    assert error == pytest.approx(math.sqrt((0.4 - 0.04) / 100))


def test_a_difference_has_a_larger_margin_than_its_numbers() -> None:
    """So two numbers' own margins don't show whether they differ."""
    row = next(row for row in compared((load("crazy-eights"), load("crazy-eights", with_="queen-draws-four")), 100).rows
               if row.key == ("decisions", "mean"))  # fmt: skip
    assert row.first is not None
    assert row.second is not None
    assert row.margin > max(row.first.margin, row.second.margin)
    assert row.difference == pytest.approx(row.second.value - row.first.value)
    assert row.margin == pytest.approx(margins.Z * row.error)


# What is more than chance


def test_the_more_is_compared_the_more_it_takes(tmp_path: Path) -> None:
    """Bonferroni: 1.96 standard errors with one number; with ten, 2.81, which leaves 0.25 % on each side."""
    found = compared(two(tmp_path, RARE), 100)
    found.__dict__["compared"] = 1
    assert found.deviations == pytest.approx(1.960, abs=1e-3)
    del found.__dict__["deviations"]
    found.__dict__["compared"] = 10
    assert found.deviations == pytest.approx(2.807, abs=1e-3)


def test_mixes_that_play_alike_have_no_star(tmp_path: Path) -> None:
    """The rule changes a variable that nothing reads."""
    found = compared(two(tmp_path, RARE), 200)
    assert found.beyond == ()
    assert {row.difference for row in found.rows if not math.isnan(row.difference)} == {0.0}
    assert not re.search(r"\d \*$", "\n".join(side_by_side.lines(found)), re.MULTILINE)


def test_what_a_rule_does_is_starred(tmp_path: Path) -> None:
    """Each move counts seven more: 70 in a game."""
    found = compared(two(tmp_path, "when:\n  after act(p): tally += 7\n"), 200)
    assert {row.key[0] for row in found.beyond} == {"tally", "each-one"}
    assert [row.difference for row in found.beyond] == pytest.approx([70.0, 70.0, 70.0])
    text = "\n".join(side_by_side.lines(found))
    assert re.search(r"^  tally +mean .* \+70\.00 \(always\) \*$", text, re.MULTILINE)
    assert re.search(r"^  A +the game by itself\n  B +with more$", text, re.MULTILINE)
    assert re.search(r"^  more +\(not in A\) +10\.000 \(always\)$", text, re.MULTILINE)  # only one of the mixes has it


def test_a_rule_that_can_not_fire_is_listed_and_says_why(tmp_path: Path) -> None:
    """One rule sets a value; the other waits for an event that never comes."""
    plain = tiny(tmp_path, ASK_TEN_TIMES, ONE_OR_TWO)
    head = "title: M\nfor: tiny\ntext: A rule.\n"
    (tmp_path / "quiet.yaml").write_text(f"rule: quiet\n{head}outcome: {{more: tally + 1}}\n", encoding="utf-8")
    (tmp_path / "rare.yaml").write_text(f"rule: rare\n{head}{RARE}".replace("500", "5000"), encoding="utf-8")
    both = load(tmp_path / "game.yaml", with_=[tmp_path / "quiet.yaml", tmp_path / "rare.yaml"])
    text = "\n".join(side_by_side.lines(compared((plain, both), 20)))
    assert re.search(r"^  quiet +\(not in A\) +–$", text, re.MULTILINE)
    assert "(– never fires: it only sets values, forbids" in text
    assert re.search(r"^  rare +\(not in A\) +never$", text, re.MULTILINE)
    assert (
        "(never: it changed nothing in these games; this doesn't count the moves it forbids and the values it sets)"
        in text
    )
    assert re.search(r"^  more +mean +\(not in A\) +\d", text, re.MULTILINE)  # a result that only one mix has


def test_words_of_endings_are_explained_as_in_a_single_table(tmp_path: Path) -> None:
    text = "\n".join(side_by_side.lines(compared(two(tmp_path, RARE), 20)))
    assert re.search(r"^done  it is over$", text, re.MULTILINE)


def test_a_difference_of_a_few_games_has_no_margin(tmp_path: Path) -> None:
    """The margin would cover all possible values. With ten games there is one."""
    games = two(tmp_path, RARE)
    nine, ten = compared(games, 9), compared(games, 10)
    assert all(math.isnan(row.margin) for row in nine.rows)
    assert "With fewer than 10 games, differences have no ±." in side_by_side.lines(nine)
    assert not any(math.isnan(row.margin) for row in ten.rows if row.first and row.second)
    assert not any("fewer than 10 games" in line for line in side_by_side.lines(ten))


def test_of_few_games_nothing_is_said(tmp_path: Path) -> None:
    found = compared(two(tmp_path, "when:\n  after act(p): tally += 7\n"), 99)
    assert found.beyond == ()
    assert "With fewer than 100 games" in "\n".join(side_by_side.lines(found))


def test_an_ending_of_one_mix_alone_is_none_in_the_other(tmp_path: Path) -> None:
    more = "endings: {early: it was stopped}\nwhen:\n  after act(p): end game as early\n"
    found = compared(two(tmp_path, more), 100)
    endings = {row.key[1]: row.difference for row in found.rows if row.key[0] == "ended"}
    assert endings == {"done": -1.0, "early": 1.0}


def test_only_games_of_the_same_seed_are_compared() -> None:
    game = load("crazy-eights")
    with pytest.raises(ValueError, match="the same ruleset, number of players and seed"):
        Comparison(game.playouts(2, seed=1, native=False), game.playouts(2, seed=2, native=False))


# The command


def test_one_command_tells_what_a_rule_does(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["measure", "crazy-eights", "--players", "3", "--seed", "1", "--with", "queen-draws-four", "--against"]
    assert main([*asked, "--games", "150", "--sample", "0"]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith("Crazy Eights for 3: 150 games of seed 1 by each of two mixes\n")
    assert "  A           the game by itself\n  B           with queen-draws-four\n" in printed
    assert re.search(r"^  draw-until-you-can .* −[\d.]+ ± [\d.]+ \*$", printed, re.MULTILINE)
    assert main([*asked, "--games", "150", "--sample", "100"]) == 0
    assert re.search(r"^  queen-draws-four +\(not in A\) +\d+\.\d ±", capsys.readouterr().out, re.MULTILINE)


def test_the_other_mix_may_be_another_one(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["measure", "crazy-eights", "--games", "3", "--sample", "0", "--with", "draw-one", "--json"]
    assert main([*asked, "--against-set", "hand-size=7", "--against-without", "starter-eight-buried"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["a"]["mix"] == {"of": "game", "with": [], "without": ["starter-eight-buried"]}
    assert data["a"]["options_changed"] == {"hand-size": 7}
    assert data["b"]["mix"] == {"of": "game", "with": ["draw-one"], "without": ["draw-until-you-can"]}
    row = next(row for row in data["differences"] if row["what"] == "decisions")
    assert row["difference"] == pytest.approx(data["b"]["decisions"]["mean"] - data["a"]["decisions"]["mean"])
    assert row["beyond_chance"] is False


def test_what_is_wrong_with_the_other_mix_is_told_in_the_words_that_were_typed(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The message begins with the game by itself, which lacks the rule that the first mix adds."""
    asked = ["measure", "crazy-eights", "--with", "queen-draws-four,draw-one", "--against-without", "queen-draws-four"]
    assert main(asked) == 2
    told = capsys.readouterr().err
    assert told.startswith("--against-without queen-draws-four: error: can't remove `queen-draws-four`")
    assert "mix A ignores `--with`, `--without` and `--set`" in told
    assert main(["measure", "crazy-eights", "--with", "draw-one", "--against-set", "hand-siz=9"]) == 2
    told = capsys.readouterr().err
    assert told.startswith("--against-set hand-siz=9: error: no option `hand-siz`")
    assert "did you mean `hand-size`? mix A" in told
    assert main(["measure", "crazy-eights", "--with", "draw-two", "--against-with", "draw-one"]) == 2
    assert "--against-" not in capsys.readouterr().err  # only B lacks the rule


def test_a_position_that_one_mix_does_not_reach_is_told_with_the_mix(capsys: pytest.CaptureFixture[str]) -> None:
    """The game by itself lets seat 2 draw and then play; with `draw-one`, the draw ends the turn."""
    asked = ["measure", "crazy-eights", "--games", "10", "--deal", "7", "--after", "draw; play 5♠"]
    assert main([*asked, "--with", "draw-one", "--against"]) == 2
    assert "in mix B: can't reach the position" in capsys.readouterr().err
    assert main([*asked, "--against-with", "draw-one"]) == 2
    assert "in mix A (of `--against`): can't reach the position" in capsys.readouterr().err
    assert main([*asked, "--with", "draw-one"]) == 2
    assert "mix" not in capsys.readouterr().err  # there is only one


def test_what_a_mix_is_called_tells_it_from_the_other(capsys: pytest.CaptureFixture[str]) -> None:
    """The name of a mix has the game's own settings if they make the difference, and always the user's."""

    def called(*words: str) -> list[str]:
        assert main(["measure", "crazy-eights", "--games", "1", "--sample", "0", *words]) == 0
        return re.findall(r"^  [AB]  +(.*)$", capsys.readouterr().out, re.MULTILINE)[:2]

    assert called("--set", "hand-size=7", "--against") == ["the game by itself (hand-size=5)", "with hand-size=7"]
    assert called("--with", "draw-one", "--set", "hand-size=7", "--against-set", "hand-size=7") == [
        "with hand-size=7",
        "with draw-one; without draw-until-you-can; hand-size=7",
    ]
    asked = ["measure", "trevor-cut-throat", "--games", "1", "--sample", "0"]
    assert main([*asked, "--without", "queen-draws-four", "--against"]) == 0
    assert "hand-size" not in capsys.readouterr().out  # the game sets it, so both mixes have it


def test_matches_beside_games_are_told_apart(capsys: pytest.CaptureFixture[str]) -> None:
    """Whist is best of three; without that rule the match is a single game."""
    asked = ["measure", "whist", "--games", "2", "--sample", "20", "--seed", "1"]
    assert main([*asked, "--without", "best-of", "--against"]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith("Whist for 4: 2 matches of A and 2 games of B, of seed 1\n")
    assert "How often each rule mattered in a match (A) or a game (B) (A: in" in printed
    assert "Numbers of A are per match, and numbers of B per game, so they differ in any case.\n" in printed
    assert "A match can have several games. These describe only the last one: `score`, `hands`.\n" in printed
    assert re.search(r"^  wins +side 1 +[\d.]+ ± [\d.]+ +\(not in B\)$", printed, re.MULTILINE)


def test_nothing_is_compared_with_itself(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["measure", "crazy-eights", "--against"]) == 2
    assert "both mixes are the same" in capsys.readouterr().err


def test_both_mixes_begin_from_the_same_position(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Seat 1 can only play the queen. Then seat 2 goes out with the king, unless it must draw four."""
    table = tmp_path / "table.yaml"
    given = "{hand 1: Q♦ 3♣, hand 2: K♦, pile: 4♦, stock: 2♣ 5♠ 6♠ 7♠ 9♠ 2♠, to move: 1}"
    table.write_text(f"given: {given}\n", encoding="utf-8")
    asked = ["measure", "crazy-eights", "--without", "target-by-players", "--against-without", "target-by-players"]
    asked += ["--with", "queen-draws-four", "--position", str(table), "--games", "4", "--sample", "0", "--seed", "1"]
    assert main(asked) == 0
    printed = capsys.readouterr().out
    assert f"from the position in {table}; Parlour counts decisions and rules from there" in " ".join(printed.split())
    assert re.search(r"^  decisions   mean +2\.0 \(always\) +(?!2\.0)\d", printed, re.MULTILINE)
    assert re.search(r"^ +seat 2 +100\.0 % ", printed, re.MULTILINE)


def test_a_rule_that_cannot_be_measured_is_named_with_the_reason(capsys: pytest.CaptureFixture[str]) -> None:
    """It brings jokers, so there is no like position without it."""
    rule = "joker-stands-for-any-card"
    asked = ["measure", "crazy-eights", "--games", "2", "--sample", "20", "--seed", "1"]
    assert main([*asked, "--with", rule, "--against"]) == 0
    printed = capsys.readouterr().out
    assert re.search(rf"^  {rule} +\(not in A\) +\?$", printed, re.MULTILINE)
    assert f"  (? {rule}: without the rule, the game has a different pack)\n" in printed
