"""`parlour measure`, as it is called."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from parlour.cli import main

FAULTY = """
rule: faulty
title: Faulty
for: eights
text: It divides by zero.
powers:
  5: {then: passes = 1 // 0}
"""


def test_it_tells_what_came_of_many_games(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["measure", "crazy-eights", "--games", "12", "--players", "3", "--seed", "4"]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith("Crazy Eights for 3: 12 games of seed 4\n")
    assert "won by" in printed
    assert "draw-until-you-can" in printed


def test_the_same_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["measure", "crazy-eights", "--games", "12", "--seed", "4", "--policy", "random", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert (data["game"], data["games"], data["players"], data["policy"]) == ("crazy-eights", 12, 2, "random")
    assert sum(data["ended"].values()) == 12
    assert set(data["fired"]) <= set(data["rules"])


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--games", "0"], "at least one game is played, not 0"),
        (["--players", "9"], "for 2 to 7 players, not for 9"),
        (["--policy", "rulset"], "did you mean `ruleset`"),
        (["--most", "0"], "at least one decision"),
    ],
)
def test_what_makes_no_sense_is_refused(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["measure", "crazy-eights", *words]) == 2
    assert said in capsys.readouterr().err


def test_options_that_make_room_are_suggested(capsys: pytest.CaptureFixture[str]) -> None:
    """Four players are dealt 13 cards each and one goes to the pile: a second pack, jokers or fewer cards would do."""
    assert main(["measure", "ct", "--players", "4"]) == 2
    told = capsys.readouterr().err
    assert "4 players need 53 cards, and there are 52\n" in told
    assert "with `--set jokers=2`, `--set packs=2` or `--set hand-size=4` there is room for 4" in told
    assert main(["measure", "gin-rummy", "--players", "3"]) == 2
    assert "--set" not in capsys.readouterr().err  # it is for two, whatever is set


def test_a_fault_names_the_game_to_look_at(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rule = tmp_path / "faulty.yaml"
    rule.write_text(FAULTY, encoding="utf-8")
    assert main(["measure", "crazy-eights", "--with", str(rule), "--games", "9", "--seed", "6"]) == 1
    told = capsys.readouterr().err
    assert "in game 0 of seed 6: division by zero" in told
    assert "playout(0, seed=6)" in told
    assert "5: {then: passes = 1 // 0}" in told


def test_the_game_to_look_at_is_named_with_all_that_decides_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rule = tmp_path / "faulty.yaml"
    rule.write_text(FAULTY, encoding="utf-8")
    asked = ["--players", "3", "--policy", "random", "--most", "5000", "--seed", "6"]
    assert main(["measure", "crazy-eights", "--with", str(rule), *asked]) == 1
    told = capsys.readouterr().err
    assert re.search(r'playout\(\d+, players=3, seed=6, policy="random", most=5000\) plays up to there', told)


def test_who_stops_it_need_not_wait_for_machine_code_that_is_being_made() -> None:
    """Python ends when all threads have ended, and nothing ends LLVM."""
    script = """
import sys, threading, time
from parlour import cli
threading.Thread(target=time.sleep, args=(100,)).start()
def stopped(*_):
    print("told")
    return cli.INTERRUPTED
cli._run = stopped
sys.exit(cli.main())
"""
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False, env=env, timeout=60
    )
    assert (done.returncode, done.stdout) == (130, "told\n")
