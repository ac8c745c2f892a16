"""`parlour measure --against`: two mixes on the deals that `measure` plays, as in `parlour compare`. The scenes of
`measures.yaml` have its words."""

import json
from pathlib import Path

import pytest

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
