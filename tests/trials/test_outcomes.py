"""A search by play reports games that nobody can win, results that never differ, and players who never have a turn."""

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from parlour.base.diagnostics import Diagnostic
from parlour.game import Game
from parlour.trials.findings import search
from parlour.trials.outcome_findings import OutcomeCounts, idle_seat, outcome_findings
from parlour.trials.plan import SearchPlan
from scaffold.shedding import FRAME, again, shedding

PLAN = SearchPlan(games=40, options=False)
WINNERS = "champions = those p in players where hand(p) is empty"
COUNTED = """\
state:
  held(player): {type: int, each: game, seen: everybody, text: x}
outcome:
  held(player): held(player)"""


@pytest.fixture
def _few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("parlour.trials.outcome_findings.ENOUGH", 200)


def found(
    folder: Path, old: str = "", new: str = "", more: str = "", plan: SearchPlan = PLAN, laid: str = "nothing"
) -> list[Diagnostic]:
    """Return the findings about the game of `shedding` with a change."""
    assert old in FRAME
    game = shedding(folder, laid, more=more)
    frame = folder / "shedding.yaml"
    frame.write_text(frame.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
    result = search(again(game), plan, folder / "found")
    found = [finding.diagnostic for finding in result.findings]
    return [d for d in found if d.code not in ("deep-dead-rule", "deep-dead-action")]


@pytest.mark.usefixtures("_few")
@pytest.mark.parametrize(
    ("new", "message"),
    [
        ("champions = none", "nobody won any of 240 games"),
        ("champions = players", "all players won each of 240 games"),
    ],
)
def test_a_game_without_winners(tmp_path: Path, new: str, message: str) -> None:
    (finding,) = found(tmp_path, WINNERS, new)
    assert (finding.code, finding.message, finding.severity) == ("deep-no-winner", message, "warning")
    assert finding.span is not None
    assert finding.span.text == "shedding-game"


@pytest.mark.usefixtures("_few")
def test_all_players_can_win_or_lose_together(tmp_path: Path) -> None:
    assert found(tmp_path, WINNERS, "champions = players if up == players.first else none") == []


@pytest.mark.usefixtures("_few")
def test_a_score_that_never_changes_is_named_with_the_missing_winner(tmp_path: Path) -> None:
    winners = "champions = those p in players with most held(p)"
    (finding,) = found(tmp_path, WINNERS, winners, COUNTED)
    assert finding.message == "all players won each of 240 games; `held` was the same for all players"


@pytest.mark.usefixtures("_few")
@pytest.mark.parametrize(("steps", "codes"), [("", ["deep-same-result"]), ("\n    held(up) = 1", [])])
def test_a_result_that_never_differs(tmp_path: Path, steps: str, codes: list[str]) -> None:
    findings = found(tmp_path, WINNERS, WINNERS + steps, COUNTED)
    assert [d.code for d in findings] == codes
    for finding in findings:
        assert finding.message == "`held` was the same for all players in each of 240 games"
        assert finding.span is not None
        assert finding.span.text == "held(player)"


def test_a_player_who_never_has_a_turn(tmp_path: Path) -> None:
    """With four players, the two beside the first one never play."""
    plan = replace(PLAN, games=2000, players=4)
    (finding,) = found(tmp_path, "up = random players", "up = players.first", plan=plan, laid="up = next(up)")
    assert finding.code == "deep-never-asked"


def test_the_limits_of_the_statements(tmp_path: Path) -> None:
    mix = shedding(tmp_path)
    assert [d.code for d in outcome_findings(mix, OutcomeCounts(1_000, 0))] == ["deep-no-winner"]
    assert list(outcome_findings(mix, OutcomeCounts(999, 0))) == []
    assert [d.code for d in outcome_findings(mix, OutcomeCounts(1_000, 1_000))] == ["deep-no-winner"]
    assert list(outcome_findings(mix, OutcomeCounts(1_000, 1_000, Counter(winners=1)))) == []
    assert idle(mix, {0: 100, 1: 100}) == "seat 3 of 3 had no decision in 20 games"
    assert idle(mix, {0: 100, 1: 99}) is None
    assert idle(mix, {0: 399, 1: 1, 2: 1}) is None


def idle(mix: Game, asked: dict[int, int]) -> str | None:
    finding = idle_seat(mix, 3, Counter(asked), 20)
    return None if finding is None else finding.message
