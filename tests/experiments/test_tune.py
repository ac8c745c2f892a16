"""`parlour tune`: finds a mix, says what it did and how sure it is, and stops at once."""

import json
import re
from pathlib import Path

import pytest

import parlour
from parlour.experiments.blocks import BlockTask, Columns, play_block
from scaffold.terminal import run

TUNE = ("tune", "crazy-eights", "--players", "2", "--jobs", "1")
HANDS = ("--try", "hand-size=2,5")
SHORT = ("--try", "hand-size=2,5", "--try", "target-by-players.each=10,50", "--aim", "decisions<100", "--games", "300")


def test_tuning_finds_a_short_game() -> None:
    printed = run(*TUNE, *SHORT)
    assert printed.code == 0, printed.out
    verdict, mix, words, value, *_ = printed.out.splitlines()
    assert verdict == "This mix has what you want:"
    assert words.startswith("  Crazy Eights; ")
    assert "points for each player at the table: 10" in words
    assert "Minutes count" not in printed.out
    assert "target-by-players.each=10" in mix
    assert value.endswith("  reached")
    played = parlour.load(mix.strip()).playouts(300, 2, 9)
    assert played.length < 100


def test_it_says_before_how_much_it_does_and_then_each_round() -> None:
    """Two values of an option differ from the usual one. At most, four steps try both with 100 games and one with 200
    more; the game itself and the best mix have 300 each."""
    printed = run(*TUNE, "--try", "hand-size=2,3,5", "--aim", "decisions<1", "--games", "300")
    begun, *rounds = printed.err.splitlines()
    assert begun == "at most 9 mixes in 10 rounds, 1,900 games, and 300 to make sure of the nearest one"
    assert rounds[0] == "round 1: 1 mix, 300 games"
    assert rounds[1].startswith("round 2: 2 mixes, 100 games each; nearest so far `crazy-eights`: decisions ")
    assert rounds[2].startswith("round 3: 1 mix, 300 games; nearest so far `crazy-eights")
    assert [line.partition(":")[0] for line in rounds] == [f"round {number}" for number in range(1, len(rounds) + 1)]


def test_an_aim_within_the_margin_is_never_reached() -> None:
    """With two players, 200 games say to 15 % or so how far the seats are apart."""
    printed = run(*TUNE, *HANDS, "--aim", "seats<1%", "--games", "200")
    assert printed.code == 1
    assert printed.out.startswith("Can't tell yet whether this mix")
    assert "reached" not in printed.out
    value, games = re.search(r"seats<1%  (.*)  can't tell yet: about ([\d,]+) games decide", printed.out).groups()
    assert "±" in value
    assert int(games.replace(",", "")) > 1000
    assert f"Add `--games {games.replace(',', '')}` to decide it." in " ".join(printed.out.split())


def test_a_measure_of_two_aims_is_shown_once() -> None:
    printed = run(*TUNE, *HANDS, "--aim", "decisions<1", "--aim", "decisions>0.5", "--games", "100")
    assert re.search(r"nearest so far `crazy-eights`: decisions [\d.]+ \(not yet\)\n", printed.err)


def test_a_search_whose_changes_are_all_refused_has_no_table() -> None:
    """Three players can't have 20 cards each of 52."""
    printed = run(*TUNE[:2], "--players", "3", "--try", "hand-size=20,30", "--aim", "decisions<1", "--games", "100")
    assert "`check` refuses 2 more." in printed.out
    assert "What changes" not in printed.out
    assert "*" not in printed.out


FAULTY = """rule: faulty
title: Faulty
for: eights
text: It divides by zero.
powers:
  5: {then: passes = 1 // (skips - skips)}
"""


def test_a_rule_that_fails_during_play_is_left_out(tmp_path: Path) -> None:
    rule = tmp_path / "faulty.yaml"
    rule.write_text(FAULTY, encoding="utf-8")
    asked = *TUNE, "--try", str(rule), "--try", "hand-size=2,5", "--aim", "decisions<1", "--games", "100"
    printed = run(*asked)
    assert printed.code == 1
    assert "2 mixes tried" in printed.out
    assert f"`crazy-eights + {rule}` failed during play: " in " ".join(printed.out.split())
    assert " cards dealt to each player: 2 " in printed.out
    assert f"crazy-eights + {rule}" in json.loads(run(*asked, "--json").out)["failed"]


@pytest.mark.parametrize("call", ["tune --aim decisions<1", "compare crazy-eights"])
def test_a_mix_that_fails_is_named_with_the_place(call: str, tmp_path: Path) -> None:
    rule = tmp_path / "faulty.yaml"
    rule.write_text(FAULTY, encoding="utf-8")
    printed = run(*call.split(), f"crazy-eights + {rule}", "--games", "10", "--jobs", "1")
    assert printed.code == 1
    assert f"failed during play: with `crazy-eights + {rule}`, in game 0 of seed 1: division by zero" in printed.err
    assert "5: {then: passes = 1 // (skips - skips)}" in printed.err


def test_an_aim_that_is_missed_is_not_open() -> None:
    printed = run(*TUNE, *HANDS, "--aim", "decisions<10", "--games", "200")
    assert printed.code == 1
    assert printed.out.startswith("No mix that was tried has it. The nearest:")
    assert re.search(r"decisions<10 .* missed\n", printed.out)


def test_rules_are_added_and_left_out_in_words() -> None:
    """One rule of the two is in the game: the search adds the other and leaves this one out."""
    rules = ("--try", "jack-skips", "--try", "starter-eight-buried")
    printed = run(*TUNE, *rules, "--try", "hand-size=5,6", "--aim", "minutes<0.1", "--games", "100", "--pace", "4")
    table = printed.out.partition("What changes of `crazy-eights` did")[2].partition("\n\n")[0]
    for change in (r"\+ Jacks skip", "− No eight as the starter", "cards dealt to each player: 6"):
        assert re.search(rf"(?m)^  {change} +100 ", table)
    tried = json.loads(run(*TUNE, *rules, "--aim", "minutes<0.1", "--games", "100", "--json").out)["steps"][0]["tried"]
    assert {one["change"] for one in tried} == {"+ jack-skips", "- starter-eight-buried"}
    assert re.search(r"the game itself, \d+ rules added or left out, \d+ values? of options", printed.out)
    assert printed.out.splitlines()[-1] == "Minutes count 4 seconds for a decision."


def test_it_plays_on_until_the_aims_are_decided() -> None:
    """The first 2,000 games leave some per cent open between the seats."""
    printed = run(*TUNE, *HANDS, "--aim", "seats<4%", "--json")
    best = json.loads(printed.out)["best"]
    assert best["games"] > 2000
    (aim,) = best["aims"]
    assert aim["answer"] == ("yes" if printed.code == 0 else "no") or best["games"] == 50_000


def test_the_data_has_each_change_with_what_it_did() -> None:
    data = json.loads(run(*TUNE, *SHORT, "--json").out)
    assert (data["answer"], data["stopped"], data["mixes"]) == ("yes", False, 3)
    first = data["steps"][0]
    assert first["base"]["mix"] == "crazy-eights"
    tried = {one["change"]: one for one in first["tried"]}
    assert set(tried) == {"hand-size=2", "target-by-players.each=10"}  # the other values are the usual ones
    shorter = tried["target-by-players.each=10"]["values"]["decisions"]
    assert shorter["differs"] is True
    assert shorter["difference"] + shorter["difference_margin"] < 0


def test_a_killed_search_goes_on_where_its_record_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    record = tmp_path / "blocks.jsonl"
    whole = run(*TUNE, *SHORT, "--record", str(record)).out
    lines = record.read_text().splitlines(keepends=True)
    record.write_text("".join(lines[:5]) + lines[5][:40])  # as a killed process leaves it
    played = 0

    def count(task: BlockTask) -> Columns:
        nonlocal played
        played += 1
        return play_block(task)

    monkeypatch.setattr("parlour.commands.compare.play_block", count)
    assert run(*TUNE, *SHORT, "--record", str(record)).out == whole
    assert played == len(lines) - 5


def test_a_stopped_search_has_the_best_so_far(monkeypatch: pytest.MonkeyPatch) -> None:
    blocks = 0

    def stop(task: BlockTask) -> Columns:
        nonlocal blocks
        blocks += 1
        if blocks > 3:
            raise KeyboardInterrupt
        return play_block(task)

    monkeypatch.setattr("parlour.commands.compare.play_block", stop)
    printed = run(*TUNE, *SHORT)
    assert printed.code == 130
    verdict, mix, _, *_ = printed.out.splitlines()
    assert verdict.startswith("Can't tell yet")
    assert mix == "  crazy-eights"
    last = printed.err.splitlines()[-1]
    assert last == (
        "stopped in round 2 of at most 10: nearer mixes may be left, and the best so far wasn't played on other deals"
    )


def test_aims_that_contradict_each_other_or_the_game_are_refused() -> None:
    assert "missing aim" in run("tune", "crazy-eights").err
    both = run("tune", "crazy-eights", "--aim", "minutes<10", "--aim", "minutes>20")
    assert (both.code, both.err) == (
        2, "parlour: no game has both `minutes<10` and `minutes>20`\n  leave one of them out\n"
    )  # fmt: skip
    alone = run("tune", "klondike", "--aim", "seats<5%")
    assert (alone.code, "one player has no rivals" in alone.err) == (2, True)


def test_a_program_tunes_too() -> None:
    tries = ["hand-size=2,5", "target-by-players.each=10,50"]
    result = parlour.tune("crazy-eights", "decisions<100", tries=tries, players=2, games=300)
    assert result.answer == "yes"
    assert "target-by-players.each=10" in result.mix
    assert str(result) == run(*TUNE, *SHORT).out.rstrip("\n")
    assert result.data() == json.loads(run(*TUNE, *SHORT, "--json").out)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"aims": []}, "missing aim; say what the game should be like"),
        ({"aims": "minutes=20..15"}, "the first number is above the second; did you mean `minutes=15..20`?"),
        ({"games": 0}, "`games` must be at least 1, found 0"),
        ({"seed": -1}, "`seed` must be at least 0, found -1"),
        ({"pace": -5}, "`pace -5`: expected the seconds for a decision, such as 5"),
        ({"players": 40}, "40 players can't play `crazy-eights`; `crazy-eights` is for 2"),
        ({"tries": "jack-skip"}, "`jack-skip` is no option of this game, and no rule; did you mean `jack-skips`?"),
    ],
)
def test_what_makes_no_sense_is_refused_in_python(arguments: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=re.escape(message)):
        parlour.tune("crazy-eights", **{"aims": "minutes<20", **arguments})
