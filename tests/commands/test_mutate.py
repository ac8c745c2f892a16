"""`parlour mutate` besides its scenes: examples that kill, samples, limits of time, and a run that is stopped."""

import json
from pathlib import Path
from textwrap import indent

import pytest

from parlour.mutation.mutants import Mutant, Verdict
from parlour.mutation.trials import Trials
from scaffold.counting import EXAMPLE, write_counting
from scaffold.terminal import Printed, run

pytestmark = pytest.mark.usefixtures("home")


@pytest.fixture(autouse=True)
def _counting(home: Path) -> None:
    write_counting(home)


def mutate(*arguments: str) -> Printed:
    return run("mutate", *arguments, "--jobs", "1", "--budget", "20")


def verdicts(*arguments: str) -> dict[str, dict[str, object]]:
    """Return the mutants with their verdicts, by their changes."""
    return {mutant["change"]: mutant for mutant in json.loads(mutate(*arguments, "--json").out)["mutants"]}


def statuses(*arguments: str) -> dict[str, object]:
    return {change: mutant["status"] for change, mutant in verdicts(*arguments).items()}


@pytest.mark.parametrize("operator", ["boundary", "number", "drop-step", "setting"])
def test_the_example_passes_and_kills_the_mutant(operator: str) -> None:
    survived = [m for m in verdicts("./counter.yaml", "--only", operator).values() if m["status"] == "survived"]
    shown = [m for m in survived if m["example"]]
    assert shown
    for mutant in shown:
        write_counting(Path(), EXAMPLE + indent(str(mutant["example"]), "  ") + "\n")
        assert run("test", "./counter.yaml").code == 0, mutant
        assert statuses("./counter.yaml", "--only", str(mutant["id"])) == {mutant["change"]: "killed"}


def test_a_sample_is_the_same_for_the_same_seed() -> None:
    some = verdicts("./counter.yaml", "--sample", "5")
    assert len(some) == 5
    assert verdicts("./counter.yaml", "--sample", "5") == some
    assert verdicts("./counter.yaml", "--sample", "5", "--seed", "2") != some


def test_minutes_limit_the_time() -> None:
    printed = mutate("./counter.yaml", "--minutes", "0.00001")
    assert printed.code == 0
    data = json.loads(mutate("./counter.yaml", "--minutes", "0.00001", "--json").out)
    left = 33 - len(data["mutants"])
    assert 20 < left < 33
    assert f"note: the time was too short for {left} of 33 mutants, chosen at random" in printed.err
    assert data["stopped"] is True
    assert mutate("./counter.yaml", "--only", "boundary", "--minutes", "1").err == ""
    assert "expected a number above 0" in mutate("./counter.yaml", "--minutes", "0").err


def test_a_report_takes_a_minute_unless_somebody_wants_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("parlour.commands.mutate.USUAL_SECONDS", 0.0)
    some = mutate("./counter.yaml")
    assert "of 33 mutants, chosen at random; `--all` tries them too, `--minutes 5` more of them" in some.err
    assert 0 < len(json.loads(mutate("./counter.yaml", "--json").out)["mutants"]) < 10
    for whole in (["--all"], ["--fail-under", "1"], ["--sample", "33"]):
        data = json.loads(mutate("./counter.yaml", "--json", *whole).out)
        assert (len(data["mutants"]), data["stopped"]) == (33, False), whole
    assert "exclude each other" in mutate("./counter.yaml", "--all", "--minutes", "1").err


def test_a_stopped_run_reports_what_it_has_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    statuses = iter(["killed", "survived", "killed"])

    def try_mutant(self: Trials, mutant: Mutant) -> Verdict:
        for status in statuses:
            return Verdict(mutant.id, status)
        raise KeyboardInterrupt

    monkeypatch.setattr(Trials, "try_mutant", try_mutant)
    printed = mutate("./counter.yaml", "--all")
    assert printed.out.endswith("counter: 3 mutants: 2 killed, 1 survived (killed: 66 % of those known to matter)\n")
    assert "stopped: Parlour didn't try the mutants that are missing here" in printed.err
    assert printed.code == 130


def test_two_processes_find_the_same() -> None:
    some = ("mutate", "./counter.yaml", "--only", "number,boundary,drop-step", "--budget", "10", "--json")
    assert run(*some, "--jobs", "2").out == run(*some, "--jobs", "1").out


def test_a_ruleset_without_examples_is_left_out_with_a_note() -> None:
    text = Path("counter.yaml").read_text("utf-8")
    other = text.partition("examples:")[0].replace(": counter\n", ": other\n", 1)
    Path("other.yaml").write_text(other, encoding="utf-8")
    printed = mutate(".", "--only", "boundary", "--json")
    assert {mutant["id"].partition(":")[0] for mutant in json.loads(printed.out)["mutants"]} == {"counter"}
    assert "note: no example has `other` in its mix" in printed.err
    assert printed.code == 0
