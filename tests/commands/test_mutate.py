"""`parlour mutate`: the changes to a ruleset that its examples notice."""

import json
from pathlib import Path
from textwrap import indent

import pytest

from parlour.mutation.mutants import Mutant
from parlour.mutation.trials import Trials
from parlour.mutation.verdicts import Verdict
from scaffold.counting import EXAMPLE, write_counting
from scaffold.home import RULESETS
from scaffold.terminal import Printed, run

HUMMING = """\
rule: humming
title: Humming
for: counter
text: Nobody hears it.
when:
  after hum(): noise += 1
examples:
  - name: one
    in: counting
    moves: ["1: one"]
    then: {tally: 1}
"""
pytestmark = pytest.mark.usefixtures("home")


def mutate(*arguments: str) -> Printed:
    return run("mutate", *arguments, "--jobs", "1", "--budget", "20")


def verdicts(*arguments: str) -> dict[str, dict[str, object]]:
    """Return the mutants with their verdicts, by their changes."""
    return {mutant["change"]: mutant for mutant in json.loads(mutate(*arguments, "--json").out)["mutants"]}


def statuses(*arguments: str) -> dict[str, object]:
    return {change: mutant["status"] for change, mutant in verdicts(*arguments).items()}


def test_each_mutant_gets_its_verdict() -> None:
    write_counting(Path())
    found = statuses("./counter.yaml")
    assert found["`100` becomes `99`"] == "killed"  # the example says 101
    assert found["drops `hundred if tally < 3`"] == "killed"  # the example says that only one is offered at 101
    assert found["drops `one: tally += 1`"] == "refused"  # there may be no answer
    assert found["`3` becomes `2`"] == "survived"  # at two, a hundred is still offered
    assert found["`4` becomes `5`"] == "survived"  # nobody plays to the end
    assert found["drops `noise += 1`"] == "not told apart"  # nobody sees it, and nothing reads it
    assert found["`2..3` becomes `2..4`"] == "survived"


def test_a_survivor_shows_the_line_and_an_example_that_notices_it() -> None:
    write_counting(Path())
    printed = mutate("./counter.yaml", "--only", "boundary")
    assert printed.code == 0
    assert "  - hundred if tally < 3: tally += 100\n  + hundred if tally <= 3: tally += 100\n" in printed.out
    assert printed.out.endswith("counter: 1 mutant: 1 survived (killed: 0 % of those known to matter)\n")


def test_a_hook_without_an_effect_is_named() -> None:
    write_counting(Path())
    Path("humming.yaml").write_text(HUMMING, "utf-8")
    printed = mutate("./humming.yaml", "--only", "drop-hook,drop-step")
    (named, total) = printed.out.splitlines()
    assert named.startswith("humming.yaml:6:3: note: humming:1 drops `after hum(): noise += 1`, and ")
    assert named.endswith(" games show no difference")
    assert total == "humming: 2 mutants: 2 not told apart"
    assert "note:" not in mutate("./humming.yaml", "--only", "drop-hook", "-v").out  # each mutant has its line there


@pytest.mark.parametrize("operator", ["boundary", "number", "drop-step", "setting"])
def test_the_example_passes_and_kills_the_mutant(operator: str) -> None:
    write_counting(Path())
    survived = [m for m in verdicts("./counter.yaml", "--only", operator).values() if m["status"] == "survived"]
    shown = [m for m in survived if m["example"]]
    assert shown
    for mutant in shown:
        write_counting(Path(), EXAMPLE + indent(str(mutant["example"]), "  ") + "\n")
        assert run("test", "./counter.yaml").code == 0, mutant
        assert statuses("./counter.yaml", "--only", str(mutant["id"])) == {mutant["change"]: "killed"}


def test_only_chooses_operators_and_ids() -> None:
    write_counting(Path())
    assert {m["operator"] for m in verdicts("./counter.yaml", "--only", "truth,arithmetic").values()} == {"arithmetic"}
    (one,) = verdicts("./counter.yaml", "--only", "counter:16").values()
    assert one["id"] == "counter:16"
    assert one["at"] == {"file": "counter.yaml", "line": 16, "column": 22}
    printed = mutate("./counter.yaml", "--only", "numbers")
    assert printed.code == 2
    assert "no operator `numbers`" in printed.err
    assert "did you mean `number`?" in printed.err
    assert "no mutant `counter:99`" in mutate("./counter.yaml", "--only", "counter:99").err


def test_a_sample_is_the_same_for_the_same_seed() -> None:
    write_counting(Path())
    some = verdicts("./counter.yaml", "--sample", "5")
    assert len(some) == 5
    assert verdicts("./counter.yaml", "--sample", "5") == some
    assert verdicts("./counter.yaml", "--sample", "5", "--seed", "2") != some


def test_list_tries_nothing() -> None:
    write_counting(Path(), "")
    printed = mutate("./counter.yaml", "--list")
    assert printed.code == 0
    assert "counter:13 (boundary), counter.yaml:16:22: `tally < 3` becomes `tally <= 3`\n" in printed.out
    assert printed.out.endswith("30 mutants\n")


def test_functions_that_only_bots_need_have_no_mutants() -> None:
    path = write_counting(Path(), "")
    text = path.read_text().replace("functions:\n", "functions:\n  is_brave(): tally > 1\n")
    text = text.replace("examples:\n", "policy:\n  first:\n    - one: is_brave()\nexamples:\n")
    path.write_text(text, encoding="utf-8")
    assert "tally > 1" not in mutate("./counter.yaml", "--list").out
    path.write_text(text.replace("tally < 3", "not is_brave()"), encoding="utf-8")
    assert "`tally > 1` becomes `tally >= 1`" in mutate("./counter.yaml", "--list").out


def test_minutes_limit_the_time() -> None:
    write_counting(Path())
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
    write_counting(Path())
    monkeypatch.setattr("parlour.commands.mutate.USUAL_SECONDS", 0.0)
    some = mutate("./counter.yaml")
    assert "of 33 mutants, chosen at random; `--all` tries them too, `--minutes 5` more of them" in some.err
    assert 0 < len(json.loads(mutate("./counter.yaml", "--json").out)["mutants"]) < 10
    for whole in (["--all"], ["--fail-under", "1"], ["--sample", "33"]):
        data = json.loads(mutate("./counter.yaml", "--json", *whole).out)
        assert (len(data["mutants"]), data["stopped"]) == (33, False), whole
    assert "exclude each other" in mutate("./counter.yaml", "--all", "--minutes", "1").err


def test_a_stopped_run_reports_what_it_has_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    write_counting(Path())
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


def test_fail_under_decides_the_exit_code() -> None:
    write_counting(Path())
    assert mutate("./counter.yaml", "--only", "boundary", "--fail-under", "1").code == 1
    assert mutate("./counter.yaml", "--only", "counter:21,counter:22", "--fail-under", "100").code == 0


def test_two_processes_find_the_same() -> None:
    write_counting(Path())
    some = ("mutate", "./counter.yaml", "--only", "number,boundary,drop-step", "--budget", "10", "--json")
    assert run(*some, "--jobs", "2").out == run(*some, "--jobs", "1").out


def test_a_ruleset_without_examples_is_left_out_with_a_note() -> None:
    write_counting(Path())
    text = Path("counter.yaml").read_text("utf-8")
    other = text.partition("examples:")[0].replace(": counter\n", ": other\n", 1)
    Path("other.yaml").write_text(other, encoding="utf-8")
    printed = mutate(".", "--only", "boundary", "--json")
    assert {mutant["id"].partition(":")[0] for mutant in json.loads(printed.out)["mutants"]} == {"counter"}
    assert "note: no example has `other` in its mix" in printed.err
    assert printed.code == 0


def test_examples_can_be_in_another_file() -> None:
    write_counting(Path(), "")
    printed = mutate("./counter.yaml")
    assert printed.code == 2
    assert "no example has `counter` in its mix" in printed.err
    Path("other.yaml").write_text(Path("counter.yaml").read_text().replace(": counter\n", ": other\n", 1))
    both = mutate("./counter.yaml", "./other.yaml").err
    assert "no example has `counter` in its mix; no example has `other` in its mix" in both
    Path("other.yaml").unlink()
    Path("more.yaml").write_text(f"examples:\n{EXAMPLE}", encoding="utf-8")
    assert statuses("./counter.yaml", "--only", "counter:21", "--examples", "more.yaml") == {
        "`100` becomes `101`": "killed"
    }


def test_examples_that_fail_anyway_judge_nothing() -> None:
    write_counting(Path(), EXAMPLE.replace("101", "7"))
    printed = mutate("./counter.yaml", "--only", "counter:21")
    assert "1 survived" in printed.out
    assert "1 example fails without any change, and Parlour ignores" in printed.err


def test_what_leaves_nothing_to_do_is_said() -> None:
    assert "missing ruleset" in mutate().err
    Path("more.yaml").write_text(f"examples:\n{EXAMPLE}", encoding="utf-8")
    assert "only examples here: nothing to change" in mutate("./more.yaml").err
    assert mutate("no-such-game").code == 2
    Path("broken.yaml").write_text("game: [", encoding="utf-8")
    assert mutate("./broken.yaml").code == 1


def test_a_game_without_rules_of_its_own() -> None:
    assert (RULESETS / "climb.yaml").exists()
    assert mutate("climb", "--only", "truth").out == "climb: nothing to change; its members are in `ladder`\n"


COMMENTED = "  # parlour: ignore[survived] because nobody plays to the end"


def test_a_comment_explains_survivors() -> None:
    path = write_counting(Path())
    path.write_text(path.read_text().replace("repeat 4 times:", f"repeat 4 times:{COMMENTED}"), encoding="utf-8")
    found = verdicts("./counter.yaml", "--only", "number")
    assert found["`4` becomes `5`"]["status"] == "explained"
    assert found["`4` becomes `5`"]["note"] == "because nobody plays to the end"
    assert found["`3` becomes `2`"]["status"] == "survived"
    assert "no example notices counter:30" not in mutate("./counter.yaml", "--only", "number").out


def test_a_comment_above_a_text_of_several_lines_explains_all_of_it() -> None:
    path = write_counting(Path())
    folded = f"functions:\n{COMMENTED}\n  bound(): >-\n    2\n    + 1\n"
    text = path.read_text().replace("functions:\n", folded).replace("tally < 3", "tally < bound()")
    path.write_text(text, encoding="utf-8")
    found = statuses("./counter.yaml", "--only", "number,arithmetic")
    assert found["`2` becomes `1`"] == found["`2` becomes `3`"] == "explained"


def test_a_comment_that_explains_nothing_is_reported_if_all_was_tried() -> None:
    path = write_counting(Path())
    path.write_text(path.read_text().replace("  hum():", f"{COMMENTED}\n  hum():"), encoding="utf-8")
    assert "this comment ignores nothing: line" in mutate("./counter.yaml").err
    assert "ignores nothing" not in mutate("./counter.yaml", "--only", "number").err


PICKS = """\
frame: picks
title: Picks
extends: table
text: Throw one or two of three cards.
players: 2
deck: {pack: 52, ace: low, each: game}
zones:
  hand(player): {seen: owner}
  stock: {ordered: true}
  pile: {ordered: true}
state:
  up: {type: player, each: game}
stages:
  game: |
    shuffle box into stock
    deal 3 from stock to each hand
    deal 8 from stock to pile
    up = the q in players
    resume here with up
    ask pick(up)
    champions = players
prompts:
  pick(p): |
    throw for cs in 1..2 cards of hand(p) where fine(cs): move cs to box
    wait: nothing
functions:
  fine(cs): any x in 1..2 cards of seen() at most 3 where x.size > 0
  tall(): those c in pile where pips(c.rank) > 13
  seen(): hand(players.first) + tall()
"""
PICKING = """\
game: picking
title: Picking
extends: ./picks.yaml
examples:
  - name: two cards
    given: {hand 1: 4♠ 5♠ 6♠, hand 2: 7♠ 8♠ 9♠, rest: stock, to move: 1}
    moves: ["1: throw 4♠ 5♠"]
    then: {over: true, hand 1: 6♠}
"""


def test_a_change_whose_moves_cannot_be_listed_survives() -> None:
    """With a king in the pile there are four cards to choose from, although `at most 3` promises fewer."""
    Path("picks.yaml").write_text(PICKS, encoding="utf-8")
    Path("picking.yaml").write_text(PICKING, encoding="utf-8")
    changes = statuses("./picks.yaml", "--examples", "picking.yaml", "--only", "boundary")
    assert changes["`pips(c.rank) > 13` becomes `pips(c.rank) >= 13`"] == "survived"
