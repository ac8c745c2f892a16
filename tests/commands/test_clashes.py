"""`parlour clashes` besides its scenes: witnesses that can be pasted, and a search that is stopped."""

import json
from pathlib import Path
from typing import Any

import pytest

from clashes import made_up
from parlour.comparison.comparing import Comparer
from parlour.comparison.pair_results import PairResult
from scaffold.home import without_shipped_games
from scaffold.terminal import run


def data(*arguments: str) -> Any:
    return json.loads(run("clashes", *arguments, "--json", "--jobs", "1").out)


@pytest.fixture
def _family(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made_up.write(tmp_path)
    without_shipped_games(monkeypatch)
    monkeypatch.chdir(tmp_path)


@pytest.mark.usefixtures("_family")
def test_a_stopped_search_reports_what_it_has_and_continues_there(monkeypatch: pytest.MonkeyPatch) -> None:
    few = "lay", "no-red-on-black", "queens-bury", "queens-swap", "twos-anywhere"
    compared = Comparer.compare
    begun: list[tuple[str, str]] = []

    def stopped(self: Comparer, first: str, second: str) -> PairResult:
        begun.append((first, second))
        if len(begun) == 3:
            raise KeyboardInterrupt
        return compared(self, first, second)

    monkeypatch.setattr(Comparer, "compare", stopped)
    printed = run("clashes", *few, "--json", "--jobs", "1")
    assert printed.code == 130
    assert "stopped after 2 of 6 pairs; the next run continues there" in printed.err
    results = json.loads(printed.out)
    assert results["stopped"]
    assert [tuple(pair["rules"]) for pair in results["pairs"]] == begun[:2]
    assert not data(*few)["stopped"]
    assert (begun[3], len(begun)) == (begun[2], 7)  # the first two are cached


def test_a_witness_can_be_pasted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody must be able to catch a player who doesn't say "last card"; the search leaves all such rules out."""
    monkeypatch.chdir(tmp_path)
    (clash,) = data("eights", "eight-is-wild", "last-card-call")["clashes"]
    Path("witness.yaml").write_text("examples:\n" + clash["witness"], encoding="utf-8")
    assert run("test", "witness.yaml").out == "1 example: all passed\n"
