"""`parlour measure --against`: two mixes on the deals that `measure` plays, with the words of `parlour compare`."""

import json
import re
from pathlib import Path

import pytest

from parlour.cli.main import main
from parlour.game import load
from scaffold.terminal import run
from scaffold.tiny_game import ASK_TEN_TIMES, ONE_OR_TWO, tiny

RARE = "when:\n  after act(p): 'if tally > 500: noise += 1'\n"
Rows = dict[tuple[str, str], dict[str, object]]


def rows(text: str) -> Rows:
    """Return the rows of a comparison by mix, A or B, and measure."""
    data = json.loads(text)
    letters = {mix["name"]: letter for mix, letter in zip(data["mixes"], "AB", strict=False)}
    return {(letters[row["mix"]], row["measure"]): row for row in data["results"]}


def against_itself(folder: Path, more: str, games: int) -> Rows:
    """Measure a tiny game with a rule against the same game without it."""
    tiny(folder, ASK_TEN_TIMES, ONE_OR_TWO)
    (folder / "more.yaml").write_text(f"rule: more\ntitle: M\nfor: tiny\ntext: A rule.\n{more}", encoding="utf-8")
    asked = ("--with", str(folder / "more.yaml"), "--against", "--games", str(games), "--seed", "5", "--json")
    return rows(run("measure", str(folder / "game.yaml"), *asked).out)


def test_each_mix_has_the_games_that_it_has_alone() -> None:
    """They are those of the seed, as many as asked, although blocks have a hundred games."""
    asked = ("crazy-eights", "--players", "3", "--games", "150", "--seed", "7", "--json")
    both = rows(run("measure", *asked, "--with", "queen-draws-four", "--against").out)
    for letter, changes in (("A", ()), ("B", ("--with", "queen-draws-four"))):
        alone = rows(run("measure", *asked, *changes, "--sample", "0").out)
        assert both[letter, "decisions"]["games"] == 150
        for measure in ("decisions", "result hands", "result score, seat 2", "ended target"):
            assert both[letter, measure]["value"] == pytest.approx(alone["A", measure]["value"])


def test_so_it_does_in_parlour_compare() -> None:
    """That command also looks at games on their way; what it counts in all games is the same."""
    mixes = ("crazy-eights", "crazy-eights + queen-draws-four")
    asked = ("--players", "3", "--games", "100", "--seed", "7", "--json")
    compared = rows(run("compare", *mixes, *asked, "--jobs", "1").out)
    measured = rows(run("measure", "crazy-eights", "--with", "queen-draws-four", "--against", *asked).out)
    assert measured
    for (letter, measure), row in measured.items():
        there = compared[letter, measure]
        assert {**there, "differs": row["differs"]} == row  # stars depend on how much is compared


def test_mixes_that_play_alike_have_no_star(tmp_path: Path) -> None:
    """The rule changes a variable that nothing reads."""
    found = against_itself(tmp_path, RARE, 200)
    assert {row["difference"] for row in found.values() if row["difference"] is not None} == {0}
    assert not any(row["differs"] for row in found.values())


def test_what_a_rule_does_is_starred(tmp_path: Path) -> None:
    """Each move counts seven more: 70 in a game."""
    found = against_itself(tmp_path, "when:\n  after act(p): tally += 7\n", 200)
    starred = {measure for (_, measure), row in found.items() if row["differs"]}
    assert starred == {"result tally", "result each-one, seat 1", "result each-one, seat 2"}
    assert all(found["B", measure]["difference"] == pytest.approx(70) for measure in starred)
    assert ("A", "rule more") not in found
    assert found["B", "rule more"]["value"] == 1


def test_a_result_of_one_mix_alone_is_not_compared(tmp_path: Path) -> None:
    found = against_itself(tmp_path, "outcome: {more: tally + 1}\n", 100)
    assert ("A", "result more") not in found
    assert found["B", "result more"]["difference"] is None
    assert found["B", "result more"]["value"] == pytest.approx(found["B", "result tally"]["value"] + 1)


def test_an_ending_of_one_mix_alone_is_none_in_the_other(tmp_path: Path) -> None:
    more = "endings: {early: it was stopped}\nwhen:\n  after act(p): end game as early\n"
    found = against_itself(tmp_path, more, 100)
    endings = {measure: row["difference"] for (letter, measure), row in found.items() if measure.startswith("ended")}
    assert endings == {"ended done": None, "ended early": 1}
    assert found["A", "ended done"]["value"] == found["B", "ended early"]["value"] == 1


def test_of_few_games_nothing_is_certain() -> None:
    printed = run("measure", "crazy-eights", "--with", "jack-skips", "--against", "--games", "99", "--seed", "1").out
    assert re.search(r"^  decisions in a game +\d+ ± \? +\d+ ± \? +[+−][\d.]+ ± \?$", printed, re.MULTILINE)
    assert "± ? comes from fewer than 100 games, too few for a margin. Ask for at least 100.\n" in printed
    assert "on its way" not in printed  # no game is looked at there


# The command


def test_one_command_shows_what_a_rule_does() -> None:
    asked = ("crazy-eights", "--players", "3", "--seed", "1", "--with", "queen-draws-four", "--against")
    printed = run("measure", *asked, "--games", "300").out
    assert printed.startswith("2 mixes of Crazy Eights for 3: players who follow the policy, deals of seed 1\n")
    assert "  A  Crazy Eights\n  B  Crazy Eights + Queens draw four\n" in printed
    assert re.search(r"^  decisions in a game  .* −[\d.]+ ± [\d.]+\*?$", printed, re.MULTILINE)
    assert "Differences of shares are in percentage points: from 20 % to 25 %, it is +5.\n" in printed


def test_the_other_mix_may_be_another_one() -> None:
    asked = ("crazy-eights", "--games", "3", "--with", "draw-one", "--json")
    text = run("measure", *asked, "--against-set", "hand-size=7", "--against-without", "starter-eight-buried").out
    one, other = json.loads(text)["mixes"]
    assert one["name"] == "crazy-eights - starter-eight-buried, hand-size=7"
    assert other["name"] == "crazy-eights + draw-one"
    for mix in (one, other):
        assert mix["digest"] == load(mix["name"]).program.digest


@pytest.mark.parametrize(
    ("changes", "name"),
    [
        ("--against-with ace-reverses", "crazy-eights + draw-one + ace-reverses - starter-eight-buried, hand-size=4"),
        ("--against-without draw-one --against-set hand-size=5", "crazy-eights - starter-eight-buried, hand-size=5"),
        ("--against-with starter-eight-buried", "crazy-eights + draw-one, hand-size=4"),
        ("--against", "crazy-eights"),
        ("--against --against-with ace-reverses", "crazy-eights + ace-reverses"),
    ],
)
def test_the_other_mix_begins_with_the_line_unless_the_bare_game_is_named(changes: str, name: str) -> None:
    line = "crazy-eights + draw-one - starter-eight-buried, hand-size=4"
    text = run("measure", line, *changes.split(), "--games", "3", "--json").out
    assert [mix["name"] for mix in json.loads(text)["mixes"]] == [name, line]


def test_an_error_of_the_line_is_in_the_line_although_both_mixes_have_it() -> None:
    printed = run("measure", "crazy-eights + draw-two", "--against-with", "ace-reverses")
    assert printed.code == 2
    shown, marked = "    1 | crazy-eights + draw-two", f"      | {' ' * 15}{'^' * 8}"
    assert printed.err.splitlines()[:3] == ["mix: error: no rule `draw-two` [library-unknown]", shown, marked]


def test_a_sample_of_decisions_is_for_one_mix() -> None:
    asked = ("measure", "crazy-eights", "--with", "draw-one", "--against", "--games", "3")
    printed = run(*asked, "--sample", "20")
    assert printed.code == 2
    assert "`--sample` looks at one mix" in printed.err
    assert run(*asked, "--sample", "0").code == 0


def test_what_is_wrong_with_the_other_mix_is_reported_in_the_words_that_were_typed(
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


def test_a_position_that_one_mix_does_not_reach_is_reported_with_the_mix(capsys: pytest.CaptureFixture[str]) -> None:
    """The game by itself lets seat 2 draw and then play; with `draw-one`, the draw ends the turn."""
    asked = ["measure", "crazy-eights", "--games", "10", "--deal", "7", "--after", "draw; play 5♠"]
    assert main([*asked, "--with", "draw-one", "--against"]) == 2
    assert "in mix B: can't reach the position" in capsys.readouterr().err
    assert main([*asked, "--against-with", "draw-one"]) == 2
    assert "in mix A (of `--against`): can't reach the position" in capsys.readouterr().err
    assert main([*asked, "--with", "draw-one"]) == 2
    assert "mix" not in capsys.readouterr().err  # there is only one


def test_matches_beside_games_are_named() -> None:
    """Whist is best of three; without that rule the match is a single game."""
    printed = run("measure", "whist", "--games", "2", "--seed", "1", "--without", "best-of", "--against").out
    assert "Numbers are per match of “Whist”, but per game of the others, so they differ in any case.\n" in printed
    assert "A match can have several games. These describe only the last one: `score`, `hands`.\n" in printed
    assert re.search(r"^  wins, side 1 +[\d.]+ ± \?$", printed, re.MULTILINE)  # only a match has it


def test_nothing_is_compared_with_itself(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["measure", "crazy-eights", "--against"]) == 2
    assert "both mixes are the same" in capsys.readouterr().err


def test_both_mixes_begin_from_the_same_position(tmp_path: Path) -> None:
    """Seat 1 can only play the queen. Then seat 2 goes out with the king, unless it must draw four."""
    table = tmp_path / "table.yaml"
    given = "{hand 1: Q♦ 3♣, hand 2: K♦, pile: 4♦, stock: 2♣ 5♠ 6♠ 7♠ 9♠ 2♠, to move: 1}"
    table.write_text(f"given: {given}\n", encoding="utf-8")
    asked = ["measure", "crazy-eights", "--without", "target-by-players", "--against-without", "target-by-players"]
    asked += ["--with", "queen-draws-four", "--position", str(table), "--games", "4", "--seed", "1"]
    assert f"games of seed 1 from the position in {table} " in " ".join(run(*asked).out.split())
    text = run(*asked, "--json").out
    found = rows(text)
    assert json.loads(text)["begun_at"] == {"position": str(table)}
    assert found["A", "decisions"]["value"] == 2
    assert found["B", "decisions"]["value"] > 2
    assert found["A", "seat 2"]["value"] == 1
