"""`parlour measure`: its arguments, output and errors."""

import io
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import parlour
from parlour.cli.main import main
from parlour.game import load
from parlour.terminal.console import Console
from scaffold.terminal import run
from scaffold.tiny_game import ASK_TEN_TIMES, ONE_OR_TWO, tiny

FAULTY = """
rule: faulty
title: Faulty
for: eights
text: It divides by zero.
powers:
  5: {then: passes = 1 // (skips - skips)}
"""


def test_the_same_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["measure", "crazy-eights", "--games", "12", "--sample", "0", "--seed", "4", "--policy", "random", "--json"]
    assert main(asked) == 0
    data = json.loads(capsys.readouterr().out)
    assert (data["games"], data["players"], data["policy"]) == (12, 2, "random")
    assert data["mixes"][0] == {
        "name": "crazy-eights", "title": "Crazy Eights", "factors": {}, "games": 12,
        "digest": load("crazy-eights").program.digest,
    }  # fmt: skip
    assert value(data, "seat 1") + value(data, "seat 2") == pytest.approx(1)
    assert (value(data, "ended target"), data["mattered"], data["begun_at"]) == (1, None, None)


def value(data: dict[str, Any], measure: str) -> float:
    """Return a number of the only mix."""
    [found] = [row["value"] for row in data["results"] if row["measure"] == measure]
    return found  # type: ignore[no-any-return]  # a number


def test_margins_are_those_of_one_look(tmp_path: Path) -> None:
    """All ten acts of a game count 1, and seat 1 wins all: of 96 games, and of two won and two lost beside them, its
    share is 98 of 100, which is off by 1.96 √(0.98 · 0.02 / 100)."""
    tiny(tmp_path, ASK_TEN_TIMES, ONE_OR_TWO + "policy: {first: [one]}\n")
    printed = run("measure", str(tmp_path / "game.yaml"), "--games", "96", "--seed", "1").out
    assert re.search(r"^  seat 1 wins +100\.0 ± 2\.7 %$", printed, re.MULTILINE)
    assert "± shows how far a number can be off by chance: 95 of 100 numbers are within this margin.\n" in printed
    assert "All games took 10 decisions, about 0.8 minutes.\n" in printed


@pytest.mark.one_in(6)
@pytest.mark.parametrize("where", ["deal", "position", "after", "save", "against"])
def test_the_lines_of_python_play_the_game_again_wherever_it_began(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], where: str
) -> None:
    rule, table, save = tmp_path / "faulty.yaml", tmp_path / "table.yaml", tmp_path / "saved.json"
    rule.write_text(FAULTY, encoding="utf-8")
    table.write_text("given: {hand 1: 5♠ 4♦, hand 2: 9♣ 3♦ 2♥, pile: 6♠, to move: 1}\n", encoding="utf-8")
    given = {"subject": "crazy-eights", "with_": (str(rule),), "without": (), "options": {"hand-size": "7"}}
    game = parlour.load(**given)
    save.write_text(parlour.Session(game, ["human", "human"], seed=3).to_json(), encoding="utf-8")
    mix = ["crazy-eights", "--with", str(rule), "--set", "hand-size=7"]
    opening = game.start(3, seed=8).question.legal[0].text
    asked = {
        "deal": [*mix, "--deal", "8", "--players", "3"],
        "position": [*mix, "--position", str(table)],
        "after": [*mix, "--deal", "8", "--players", "3", "--after", opening],
        "save": ["--save", str(save)],
        "against": [*mix, "--against"],  # the other mix plays its games without an error
    }
    assert main(["measure", *asked[where], "--seed", "6", "--most", "5000", "--policy", "random"]) == 1
    told = capsys.readouterr().err
    number, message = _fault_of(told)
    assert f"in game {number} of seed 6: {message}" in told


def _fault_of(told: str) -> tuple[int, str]:
    """Return the number of the game in the printed Python, and the error that this code raises."""
    lines = [line[4:] for line in told.splitlines() if line.startswith("    ")]
    with pytest.raises(parlour.RulesetFault) as caught:
        exec("\n".join(lines[lines.index(next(line for line in lines if line.startswith("import "))) :]), {})
    [number] = re.findall(r"playout\((\d+),", told)
    return int(number), caught.value.message


def test_a_fault_is_data_for_programs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rule = tmp_path / "faulty.yaml"
    rule.write_text(FAULTY, encoding="utf-8")
    assert main(["measure", "crazy-eights", "--with", str(rule), "--seed", "6", "--json"]) == 1
    printed = capsys.readouterr()
    error = json.loads(printed.out)["error"]
    assert (error["kind"], error["seed"], error["number"]) == ("fault", 6, 0)
    assert "division by zero" in error["message"]
    assert (error["at"]["rule"], error["at"]["line"]) == ("faulty", 7)
    assert "division by zero" in printed.err


def test_the_words_for_a_position_are_those_of_why(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["why", "crazy-eights", "--deal", "7", "--after", "draw"]) == 0
    printed = capsys.readouterr().out
    assert main(["why", "crazy-eights", "--seed", "7", "--after", "draw"]) == 0
    assert capsys.readouterr().out == printed
    assert main(["why", "crazy-eights", "--deal", "x"]) == 2
    assert "`--deal x`: expected a whole number of at least 0" in capsys.readouterr().err


# From a position


def test_games_go_on_after_moves_from_a_deal(capsys: pytest.CaptureFixture[str]) -> None:
    """The results are the same as in Python."""
    game = load("crazy-eights")
    begun = game.start(2, seed=4).apply("draw")
    asked = ["measure", "crazy-eights", "--games", "5", "--sample", "0", "--seed", "3", "--json"]
    assert main([*asked, "--deal", "4", "--after", "draw"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert value(data, "decisions") == game.playouts(5, from_state=begun, seed=3).length
    assert data["begun_at"] == {"deal": 4, "after": "draw"}


def test_games_go_on_from_a_saved_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    path = tmp_path / "kept.json"
    typed = io.StringIO(f"1\nsave {path}\nq\n")
    main(["play", "crazy-eights", "--seed", "3"], Console(typed, io.StringIO(), io.StringIO(), {}))
    saved = parlour.Session.from_json(path.read_bytes())
    assert main(["measure", "--save", str(path), "--games", "5", "--sample", "0", "--seed", "3", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert value(data, "decisions") == saved.game.playouts(5, from_state=saved.state, seed=3).length
    assert data["begun_at"] == {"save": str(path)}


# Stopped


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_whoever_waits_at_a_terminal_sees_how_far_it_is() -> None:
    err = Terminal()
    console = Console(io.StringIO(), io.StringIO(), err, {"TERM": "xterm"})
    asked = ["measure", "crazy-eights", "--games", "200", "--sample", "20"]
    assert main(asked, console) == 0
    assert re.search(r"\d+ of 200 games", err.getvalue())
    assert err.getvalue().endswith("\r\x1b[K")  # and then it is gone
    plain = io.StringIO()
    assert main(asked, Console(io.StringIO(), io.StringIO(), plain, {})) == 0
    assert plain.getvalue() == ""


@pytest.fixture
def ctrl_c_arrives() -> Iterator[None]:
    """A background process of a script receives no Ctrl-C, and this test may run in one."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("ctrl_c_arrives")
@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_what_was_played_is_reported_when_it_is_stopped(
    number: int, code: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopping(self: Console, text: str = "") -> None:
        if text:
            os.kill(os.getpid(), number)

    monkeypatch.setattr(Console, "busy", stopping)
    before = signal.getsignal(signal.SIGTERM)
    assert main(["measure", "crazy-eights", "--games", "100000", "--json"]) == code
    printed = capsys.readouterr()
    data = json.loads(printed.out)
    assert data["stopped"] is True
    assert 0 < data["mixes"][0]["games"] < 100_000
    assert f"stopped after {data['mixes'][0]['games']:,} games" in printed.err
    assert signal.getsignal(signal.SIGTERM) == before


@pytest.mark.usefixtures("ctrl_c_arrives")
def test_games_are_reported_if_the_effects_of_rules_take_too_long(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopping(self: Console, text: str = "") -> None:
        if text.startswith("the effects of the rules"):
            os.kill(os.getpid(), signal.SIGINT)

    monkeypatch.setattr(Console, "busy", stopping)
    assert main(["measure", "crazy-eights", "--games", "30", "--json"]) == 130
    printed = capsys.readouterr()
    data = json.loads(printed.out)
    assert (data["mixes"][0]["games"], data["mattered"], data["stopped"]) == (30, None, True)
    assert "stopped after 30 games" in printed.err


def test_ctrl_c_does_not_wait_for_the_compiler_of_native_code() -> None:
    """Python waits for all threads at exit, and nothing can end LLVM."""
    script = """
import sys, threading, time
from parlour.cli import main as cli
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
