"""`parlour tune`: finds a mix, and stops at once. The scenes of `experiments.yaml` have its words."""

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


def test_it_plays_on_until_the_aims_are_decided() -> None:
    """The first 2,000 games leave some per cent open between the seats."""
    printed = run(*TUNE, *HANDS, "--aim", "seats<4%", "--json")
    best = json.loads(printed.out)["best"]
    assert best["games"] > 2000
    (aim,) = best["aims"]
    assert aim["answer"] == ("yes" if printed.code == 0 else "no") or best["games"] == 50_000


def test_the_data_has_each_change_with_what_it_did() -> None:
    data = json.loads(run(*TUNE, *SHORT, "--json").out)
    assert (data["answer"], data["stopped"]) == ("yes", False)
    assert data["mixes"] == 1 + sum(len(step["tried"]) for step in data["steps"])
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
