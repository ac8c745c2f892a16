"""The benchmark runs and compares the right candidates, and its C program plays the same game. No test depends on
time."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

BENCH = Path(__file__).parent / "bench"
OURS = {"generated Python, legal + step", "generated Python, State.question + apply"}

needs_c = pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler")


def run(*arguments: str) -> str:
    command = [sys.executable, str(BENCH / "side_by_side.py"), "--rounds", "1", "--seconds", "0.01", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


@pytest.mark.long
@needs_c
def test_the_c_plays_the_same_game(tmp_path: Path) -> None:
    """The seeds are fixed, so the result is always the same."""
    found = tmp_path / "found.json"
    text = run("--only", "crazy_eights", "--json", str(found))
    assert text.count("in C: the same") == 4  # lengths and points, for two players and for five
    assert "NOT THE SAME" not in text
    two, five = json.loads(found.read_text(encoding="utf-8"))["crazy_eights"]
    for table in (two, five):
        assert table["candidates"]["hand-written Python class"]["ratio"] == 1
        assert set(table["candidates"]) >= OURS


def test_what_is_not_installed_is_named() -> None:
    text = run("--only", "gin_rummy")
    for name in ("OpenSpiel, leanest loop in Python", "RLCard's own rules, environment"):
        (line,) = (line for line in text.splitlines() if line.startswith(f"  {name} "))
        assert "decisions/s" in line or "is not installed" in line


def test_a_clock_can_stand_still_during_a_sample(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(BENCH))
    from timing import Comparison, Sample

    made = Comparison("", "a", {"a": float, "b": float})
    made.samples = {name: [Sample(100, 0.0, 0.0)] for name in made.runners}
    assert made.ratio("a", "b") == 1
    assert made.data()["base"] == "a"
    made.threads = True
    assert made.ratio("a", "b") == 1


def test_ratios_are_of_the_same_round(monkeypatch: pytest.MonkeyPatch) -> None:
    """The machine is slow in the second round and fast in the third, but the ratio is the same in all."""
    monkeypatch.syspath_prepend(str(BENCH))
    from timing import Comparison, Sample

    made = Comparison("", "slow", {"slow": float, "fast": float})
    made.samples = {
        "slow": [Sample(100, 1, 1), Sample(10, 1, 1), Sample(400, 1, 1)],
        "fast": [Sample(200, 1, 1), Sample(20, 1, 2), Sample(800, 1, 1)],
    }
    assert made.rate("slow") == 100
    assert made.ratio("fast", "slow") == 2
    made.threads = True  # now wall-clock time counts
    assert made.ratio("fast", "slow") == 2
    assert [made.samples["fast"][1].walled, made.cores("fast")] == [10, 1]


def test_it_ends_early_with_what_there_is(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.syspath_prepend(str(BENCH))
    import side_by_side
    from timing import Comparison

    calls = []

    def interrupted(seconds: float) -> float:
        calls.append(seconds)
        if len(calls) == 4:  # the first is not measured
            raise KeyboardInterrupt
        return 5

    monkeypatch.setitem(side_by_side.SECTIONS, "hearts", lambda: iter([Comparison("Two", "one", {"one": interrupted})]))
    monkeypatch.setattr(sys, "argv", ["side_by_side.py", "--only", "hearts", "--rounds", "9", "--seconds", "0.01"])
    side_by_side.main()
    printed = capsys.readouterr().out
    assert "Two" in printed
    assert "decisions/s" in printed
    assert "ended early" in printed


def test_rates_have_three_digits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(BENCH))
    from timing import shown

    assert [shown(rate) for rate in (1234567, 45678, 99.5)] == ["1.23 M", "45.7 k", "99.5"]
